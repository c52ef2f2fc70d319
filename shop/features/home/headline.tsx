import { isolateRuns } from '#domain/text/format.ts';

/** Breaks a headline's lines between clauses, where they fit. */
export const Headline = ({ text }: { text: string }) =>
  text.split(/(?<=[.,:?!]) /).map((clause, index) => (
    <span key={clause}>
      {index > 0 && ' '}
      <span className="inline-block">{isolateRuns(clause)}</span>
    </span>
  ));
