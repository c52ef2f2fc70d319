import { isolateRanges, isolateRuns } from '#domain/text/format.ts';

/** `840 ק״ג`, `1,320 Wh`: what a specification says with its unit, figures and Latin in their own order. */
export const formatSpecification = ({ value, unit }: { value: string; unit: string }): string =>
  isolateRanges(isolateRuns(unit ? `${value} ${unit}` : value));
