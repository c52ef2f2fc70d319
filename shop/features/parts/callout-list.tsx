import { useEffect, useRef } from 'react';
import type { Callout } from '#contract/catalogue/parts.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { PartLine } from './part-line.tsx';
import { partsQuestionPath } from './parts-url.ts';

type Props = {
  callouts: Callout[];
  /** `בקטנוע`: the vehicle that the quantities refer to. */
  within: string;
  /** `בלמים, RAAM Barak 500 2022`: what a question about a part names. */
  drawing: string;
  chosen: number | null;
  marked: number | null;
  onMark: (number: number | null) => void;
  addressOf: (number: number) => string;
};

/** The parts behind the numbers. Pointing at a line marks its number in the drawing, and vice versa. */
export function CalloutList({ callouts, within, drawing, chosen, marked, onMark, addressOf }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (chosen === null) return;
    list.current?.querySelector(`#callout-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const current = callouts.find(({ number }) => number === chosen);
  return (
    <>
      <p role="status" className="sr-only">
        {current && `נבחר מספר ${current.number}: ${current.name}`}
      </p>
      <ol ref={list} aria-label="חלקים בתרשים" className="grid">
        {callouts.map((callout) => (
          <li
            key={callout.number}
            id={`callout-${callout.number}`}
            onMouseEnter={() => onMark(callout.number)}
            onMouseLeave={() => onMark(null)}
            className={classNames(
              'grid scroll-mt-6 scroll-mb-24 grid-cols-[2.75rem_1fr] gap-x-2 px-1 py-3 transition-colors sm:px-3',
              'border-s-4 border-b border-b-line last:border-b-0',
              callout.number === chosen
                ? 'border-s-action bg-action-wash'
                : classNames('border-s-transparent', callout.number === marked && 'bg-ground-2'),
            )}
          >
            <Link
              to={addressOf(callout.number)}
              prefetch="none"
              preventScrollReset
              aria-label={`סימון ${callout.number} בתרשים`}
              onFocus={() => onMark(callout.number)}
              onBlur={() => onMark(null)}
              className={classNames(
                'tabular grid size-11 place-items-center rounded-full text-lg font-bold hover:bg-ground-3',
                callout.number === chosen && 'text-action-ink',
              )}
            >
              {callout.number}
            </Link>
            <CalloutParts {...{ callout, within, drawing }} chosen={callout.number === chosen} />
          </li>
        ))}
      </ol>
    </>
  );
}

type PartsProps = Pick<Props, 'within' | 'drawing'> & { callout: Callout; chosen: boolean };

function CalloutParts({ callout: { number, name, quantity, parts }, within, drawing, chosen }: PartsProps) {
  return (
    <div className="grid min-w-0 content-start gap-3">
      <h3 className="flex min-h-11 flex-wrap items-center gap-x-3 text-base">
        {name}
        {quantity > 1 && (
          <span className="text-sm font-normal text-ink-3">
            {quantity} יחידות {within}
          </span>
        )}
      </h3>
      {parts.length === 0 ? (
        <p className="-mt-2 pb-1 text-sm text-ink-2">
          לא מוצע להזמנה באתר.{' '}
          <Link
            to={partsQuestionPath(`${name}, מספר ${number} בתרשים ${drawing}`)}
            className="font-semibold text-action-ink underline underline-offset-4"
          >
            לשאול את מחלקת החלפים
          </Link>
        </p>
      ) : (
        parts.map((part) => <PartLine key={part.id} part={part} prominent={chosen} />)
      )}
    </div>
  );
}
