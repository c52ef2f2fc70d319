import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Anchor } from '#domain/catalogue/product-page/sections.ts';
import { classNames } from '#ui/hooks/class-names.ts';

/** Pixels below the bar at which the next part counts as the one that is read. */
const READING_LINE = 140;

/**
 * Links to the page's parts, at the top of the screen while one reads, with the purchase at their end. Plain links:
 * focus and the URL follow as in every page.
 */
export default function Anchors({ anchors, children }: { anchors: Anchor[]; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  const current = useReading(anchors, bar);
  useEffect(() => {
    const link = bar.current?.querySelector<HTMLElement>('[aria-current]');
    const row = link?.offsetParent;
    // lint-allow physical-side: the scroll call of browsers has no logical form
    if (link && row) row.scrollTo({ left: link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2 });
  });
  // One part alone is nothing to choose from.
  if (anchors.length < 2) return null;
  return (
    <div
      ref={bar}
      data-anchors
      className="sticky top-(--header-height) z-25 border-b border-line bg-ground transition-[top] duration-200 motion-reduce:transition-none print:hidden"
    >
      <div className="page flex items-center justify-between gap-x-6">
        <nav aria-label="חלקי הדף" className="min-w-0 max-lg:-mx-(--page-margin) max-lg:grow">
          <ul className="no-scrollbar relative flex overflow-x-auto max-lg:px-(--page-margin) sm:gap-4">
            {anchors.map(({ id, name }) => (
              <li key={id} className="shrink-0">
                <a
                  href={`#${id}`}
                  aria-current={id === current || undefined}
                  className={classNames(
                    'grid min-h-12 min-w-12 place-items-center border-b-2 px-3 font-semibold -outline-offset-4',
                    id === current ? 'border-action text-ink' : 'border-transparent text-ink-2 hover:text-ink',
                  )}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {children}
      </div>
    </div>
  );
}

/**
 * The part that is read, by scrolling; `null` before the first one. Keeps the bar below the header while that is shown.
 */
function useReading(anchors: Anchor[], bar: React.RefObject<HTMLElement | null>): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const header = document.querySelector<HTMLElement>('body header');
    let frame = 0;
    const look = () => {
      frame = 0;
      const below = header?.matches('[data-away]') ? 0 : (header?.offsetHeight ?? 0);
      if (bar.current) bar.current.style.top = `${below}px`;
      const line = below + (bar.current?.offsetHeight ?? 0) + READING_LINE;
      const passed = anchors.filter(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= line,
      );
      setCurrent(passed.at(-1)?.id ?? null);
    };
    const scheduleLook = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    // Looking lays the page out at once; at its top the bar stands where its class puts it.
    if (window.scrollY > 0) look();
    // The header goes and comes after the page has scrolled.
    const moved = new MutationObserver(scheduleLook);
    if (header) moved.observe(header, { attributeFilter: ['data-away'] });
    const options = { passive: true };
    window.addEventListener('scroll', scheduleLook, options);
    window.addEventListener('resize', scheduleLook, options);
    return () => {
      cancelAnimationFrame(frame);
      moved.disconnect();
      window.removeEventListener('scroll', scheduleLook);
      window.removeEventListener('resize', scheduleLook);
    };
  }, [anchors, bar]);
  return current;
}
