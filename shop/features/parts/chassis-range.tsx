import { type ChassisRange, chassisEnds } from '#domain/catalogue/parts/chassis.ts';

const ChassisNumber = ({ children }: { children: string }) => (
  <bdi dir="ltr" className="tabular whitespace-nowrap">
    {children}
  </bdi>
);

/** `ממספר שלדה ZX1100-0012345`: which vehicles of the model a part is for. */
export function ChassisWords({ range }: { range: ChassisRange }) {
  const { from, to } = chassisEnds(range);
  if (from.endsWith('*'))
    return (
      <>
        מספר שלדה שמתחיל ב־<ChassisNumber>{range.prefix}</ChassisNumber>
      </>
    );
  if (from && to)
    return (
      <>
        מספרי שלדה <ChassisNumber>{from}</ChassisNumber> עד <ChassisNumber>{to}</ChassisNumber>
      </>
    );
  return (
    <>
      {from ? 'ממספר שלדה ' : 'עד מספר שלדה '}
      <ChassisNumber>{from || to}</ChassisNumber>
    </>
  );
}

/** Under a part that doesn't fit every vehicle of the model. */
export const ChassisNote = ({ ranges }: { ranges: ChassisRange[] }) =>
  ranges.length > 0 && (
    <p className="text-sm text-ink-2">
      {ranges.map((range, at) => (
        <span key={`${range.prefix} ${range.from}`} className="block">
          {at > 0 && 'או '}
          <ChassisWords range={range} />
        </span>
      ))}
    </p>
  );
