import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { keepNumber } from '#domain/text/format.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import type { ComparedVehicle } from './vehicle.ts';

type Props = { scroller: RefObject<HTMLElement | null>; vehicles: ComparedVehicle[] };

/** As many as a phone shows side by side. */
const PAIR = 2;

/**
 * What keeps the columns known and reachable: their names while the heads are out of sight, and buttons beside swiping.
 */
export default function Swipe({ scroller, vehicles }: Props) {
  const names = useRef<HTMLDivElement>(null);
  const first = useFirstColumn(scroller, names);
  const { away, top } = useHeads(scroller);
  const last = vehicles.length - PAIR;
  const show = (index: number) => showColumn(scroller.current, index);
  useKeys(scroller, first);
  return (
    <>
      {last > 0 && (
        <div className="mb-3 flex items-center justify-between gap-2 md:hidden noscript:hidden">
          <IconButton label="לדגם הקודם" disabled={first === 0} onClick={() => show(first - 1)}>
            <ChevronRight aria-hidden />
          </IconButton>
          <p role="status" className="text-sm text-ink-2">
            דגמים{' '}
            <bdi dir="ltr" className="tabular">
              {first + 1}–{first + PAIR}
            </bdi>{' '}
            מתוך <bdi className="tabular">{vehicles.length}</bdi>
          </p>
          <IconButton label="לדגם הבא" disabled={first >= last} onClick={() => show(first + 1)}>
            <ChevronLeft aria-hidden />
          </IconButton>
        </div>
      )}
      {/* The columns' own heads say the same to who doesn't see. */}
      <div
        aria-hidden
        className="compare-names noscript:hidden"
        style={{ '--header-bottom': `${top}px` } as CSSProperties}
      >
        <div
          ref={names}
          className={classNames('transition-opacity duration-150', away ? 'shadow-raised' : 'invisible opacity-0')}
        >
          <div className="compare-row">
            <span className="hidden md:block" />
            {vehicles.map(({ id, name, main_image, price }) => (
              <div key={id} className="flex min-w-0 items-center gap-2">
                {main_image && (
                  <Picture cut image={main_image} alt="" sizes="56px" className="aspect-4/3 w-14 object-contain" />
                )}
                <p className="min-w-0 text-sm leading-tight">
                  <span className="line-clamp-2 font-bold">
                    <bdi>{keepNumber(name)}</bdi>
                  </span>
                  <Price value={price} className="text-ink-2" />
                </p>
              </div>
            ))}
          </div>
        </div>
      </div>
    </>
  );
}

const showColumn = (table: HTMLElement | null, index: number) =>
  table?.querySelectorAll('th[scope=col]')[index]?.scrollIntoView({ inline: 'start', block: 'nearest' });

/** An arrow is a column: the browser's own step is shorter, and would be snapped back. */
function useKeys(scroller: Props['scroller'], first: number): void {
  useEffect(() => {
    const table = scroller.current;
    if (!table) return;
    const onKey = (event: KeyboardEvent) => {
      const step = { ArrowLeft: 1, ArrowRight: -1 }[event.key];
      if (!step || event.target !== table || getComputedStyle(table).scrollSnapType === 'none') return;
      event.preventDefault();
      showColumn(table, Math.max(first + step, 0));
    };
    table.addEventListener('keydown', onKey);
    return () => table.removeEventListener('keydown', onKey);
  }, [scroller, first]);
}

/** Which column is the first in view; the names follow the table sideways. */
function useFirstColumn(scroller: Props['scroller'], names: RefObject<HTMLDivElement | null>): number {
  const [first, setFirst] = useState(0);
  useEffect(() => {
    const table = scroller.current;
    if (!table) return;
    const follow = () => {
      if (names.current) names.current.scrollLeft = table.scrollLeft;
      const [one, other] = [...table.querySelectorAll('th[scope=col]')].map((head) => head.getBoundingClientRect());
      if (one && other) setFirst(Math.round(Math.abs(table.scrollLeft) / Math.abs(one.left - other.left)));
    };
    follow();
    table.addEventListener('scroll', follow, { passive: true });
    return () => table.removeEventListener('scroll', follow);
  }, [scroller, names]);
  return first;
}

/** Whether the table is in view and its heads are not; and the lower edge of the page's header. */
function useHeads(scroller: Props['scroller']) {
  const [isAway, setAway] = useState(false);
  const [top, setTop] = useState(0);
  useEffect(() => {
    const head = scroller.current?.querySelector('thead');
    if (!head) return;
    const height = document.querySelector<HTMLElement>('body > header')?.offsetHeight ?? 0;
    setTop(height);
    const watcher = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry) setAway(!entry.isIntersecting && entry.boundingClientRect.bottom < window.innerHeight / 2);
      },
      { rootMargin: `-${height}px 0px 0px` },
    );
    watcher.observe(head);
    return () => watcher.disconnect();
  }, [scroller]);
  return { away: isAway, top };
}
