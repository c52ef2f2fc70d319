import { ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import type { Assembly, Callout } from '#contract/catalogue/parts.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';

const ZOOMS = [100, 160, 240];

type Props = {
  assembly: Assembly;
  /** The selected callout, and the one pointed at. */
  chosen: number | null;
  marked: number | null;
  onMark: (number: number | null) => void;
  addressOf: (number: number) => string;
};

/** The drawing with its numbers, each a link to its line in the list. Zoomed in, it scrolls inside its frame. */
export function Diagram({ assembly, chosen, marked, onMark, addressOf }: Props) {
  const [zoom, setZoom] = useState(0);
  /** Both looks of numbers are on it, so that they need to be explained. */
  const isMixed = new Set(assembly.callouts.map(({ parts }) => parts.length > 0)).size > 1;
  return (
    <figure aria-label={`תרשים: ${assembly.name}`} className="m-0 rounded-xl bg-ground-2">
      {/* Left to right, like percentages in a drawing. */}
      <div dir="ltr" className="max-h-[85dvh] overflow-auto overscroll-contain rounded-xl">
        <div className="relative" style={{ inlineSize: `${ZOOMS[zoom]}%` }}>
          <Picture
            image={assembly.image}
            alt=""
            priority
            sizes={zoom > 0 ? '1600px' : '(min-width: 1024px) 58vw, 92vw'}
            className="block w-full select-none"
          />
          <ul aria-label="מספרים בתרשים">
            {assembly.callouts.map((callout) => (
              <Hotspot
                key={callout.number}
                callout={callout}
                to={addressOf(callout.number)}
                chosen={callout.number === chosen}
                marked={callout.number === marked}
                onMark={onMark}
              />
            ))}
          </ul>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-2 pb-2">
        {isMixed && (
          <p className="flex flex-wrap gap-x-4 px-3 text-sm text-ink-2">
            <span className="inline-flex items-center gap-2">
              <span aria-hidden className="size-3 rounded-full bg-ink" /> אפשר להזמין באתר
            </span>
            <span className="inline-flex items-center gap-2">
              <span aria-hidden className="size-3 rounded-full bg-ground shadow-[inset_0_0_0_1.5px_var(--ink)]" /> לא
              מוצע באתר
            </span>
          </p>
        )}
        <div role="group" aria-label="הגדלת התרשים" className="ms-auto flex noscript:hidden">
          <IconButton label="הגדלה" disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)}>
            <ZoomIn aria-hidden className="size-5" />
          </IconButton>
          <IconButton label="הקטנה" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
            <ZoomOut aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
    </figure>
  );
}

type HotspotProps = {
  callout: Callout;
  to: string;
  chosen: boolean;
  marked: boolean;
  onMark: (number: number | null) => void;
};

function Hotspot({ callout, to, chosen, marked, onMark }: HotspotProps) {
  const { number, name, x, y, parts } = callout;
  return (
    <li className="absolute" style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` }}>
      <Link
        to={to}
        prefetch="none"
        preventScrollReset
        aria-label={`${number}: ${name}`}
        aria-current={chosen ? 'true' : undefined}
        title={name}
        onMouseEnter={() => onMark(number)}
        onMouseLeave={() => onMark(null)}
        onFocus={() => onMark(number)}
        onBlur={() => onMark(null)}
        className="group absolute grid size-11 -translate-1/2 place-items-center rounded-full"
      >
        <span
          aria-hidden
          className={classNames(
            'tabular grid size-6.5 place-items-center rounded-full text-xs font-bold transition-[scale,background-color] duration-150 md:size-8 md:text-sm',
            chosen || marked
              ? 'scale-120 bg-action text-on-action'
              : parts.length > 0
                ? 'bg-ink text-ground'
                : 'bg-ground text-ink shadow-[inset_0_0_0_1.5px_var(--ink)]',
          )}
        >
          {number}
        </span>
      </Link>
    </li>
  );
}
