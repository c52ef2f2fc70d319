import { isolateRuns } from '#domain/text/format.ts';

/** A headline's lines end where its clauses do, as far as they find room. */
export const Headline = ({ text }: { text: string }) =>
  text.split(/(?<=[.,:?!]) /).map((clause, index) => (
    <span key={clause}>
      {index > 0 && ' '}
      <span className="inline-block">{isolateRuns(clause)}</span>
    </span>
  ));
