import { isolateRanges, isolateRuns } from '#domain/text/format.ts';

/** `840 ק״ג`, `1,320 Wh`: a specification with its unit; figures and Latin keep their direction. */
export const formatSpecification = ({ value, unit }: { value: string; unit: string }): string =>
  isolateRanges(isolateRuns(unit ? `${value} ${unit}` : value));
