import { formatDecimal } from '#domain/text/format.ts';
import { classNames } from './hooks/class-names.ts';

export const STAR_SHAPE = 'M12 2.5l2.9 6.2 6.8.8-5 4.6 1.3 6.7-6-3.3-6 3.3 1.3-6.7-5-4.6 6.8-.8z';
const PLACES = [0, 1, 2, 3, 4];

/** Of five, filled from the right as Hebrew is read; parts of one are drawn as such. */
export function Stars({ value, className }: { value: number; className?: string }) {
  return (
    <span
      role="img"
      aria-label={`${formatDecimal(value)} מתוך 5 כוכבים`}
      className={classNames(
        // Not stretched by a grid: the filled part is a share of the five stars.
        'relative inline-block w-fit shrink-0 align-middle text-ink-3',
        className,
      )}
    >
      <Row filled={false} />
      <span
        className="absolute inset-y-0 start-0 overflow-hidden text-star-edge"
        style={{ inlineSize: `${value * 20}%` }}
      >
        <Row filled />
      </span>
    </span>
  );
}

const Row = ({ filled }: { filled: boolean }) => (
  <span className="flex w-max">
    {PLACES.map((place) => (
      <svg key={place} viewBox="0 0 24 24" aria-hidden="true" className="size-[1.1em] shrink-0">
        <path d={STAR_SHAPE} className={filled ? 'fill-star' : 'fill-none'} stroke="currentColor" strokeWidth={1.5} />
      </svg>
    ))}
  </span>
);
