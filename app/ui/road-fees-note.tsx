import { roadPrice } from '#domain/road-price.ts';
import { Price } from '~/ui/price.tsx';

type Props = { fees: { name: string; price: number }[] };

/** What a vehicle costs besides the sum above; nothing for other goods. */
export function RoadFeesNote({ fees }: Props) {
  if (fees.length === 0) return null;
  return (
    <p className="text-sm text-ink-2">
      הסכום לא כולל <Price value={roadPrice(0, fees)} /> עבור {listed(fees.map(({ name }) => name))}. משלמים לפני
      המסירה.
    </p>
  );
}

/** `א, ב וכן ג`: a name may hold an `and` of its own. */
const listed = (names: string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} וכן ${names.at(-1)}`;
