import { Wrench } from 'lucide-react';
import { Link } from '#ui/link.tsx';
import { useGarage } from './garage.ts';
import { sparePartsPath } from './parts-url.ts';

/**
 * Above a list of spare parts: link to those of them that fit the shopper's vehicle; `category`: slug, where they are a
 * part of all.
 */
export default function GarageChip({ category }: { category: string | null }) {
  const [current] = useGarage();
  return (
    <Link
      to={sparePartsPath({
        category,
        ...(current && { model: current.slug, year: current.year, chassis: current.chassis ?? null }),
      })}
      className="mt-5 inline-flex min-h-11 items-center gap-2.5 rounded-full bg-action-wash px-5 font-semibold text-action-ink underline-offset-4 hover:underline"
    >
      <Wrench aria-hidden className="size-4.5" />
      {current ? (
        <span>
          חלקים ל־<bdi>{current.name}</bdi> {current.year} שלכם
        </span>
      ) : (
        'חלקים שמתאימים לכלי שלכם'
      )}
    </Link>
  );
}
