import { type RefObject, useEffect, useRef, useState } from 'react';

export type Carousel = { row: RefObject<HTMLUListElement | null>; shown: number; show: (index: number) => void };

/** The share of a slide from which on it is the one that is seen. */
const MOST = 0.6;

/** A row of full-width slides that the browser scrolls and snaps; this knows which one is seen and can bring another. */
export function useCarousel(): Carousel {
  const row = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);

  useEffect(() => {
    const slides = [...(row.current?.children ?? [])];
    const seen = new IntersectionObserver(
      (entries) => {
        // A busy browser tells of several turns at once, the last one last.
        const entry = entries.findLast(({ intersectionRatio }) => intersectionRatio >= MOST);
        if (entry) setShown(slides.indexOf(entry.target));
      },
      { root: row.current, threshold: MOST },
    );
    for (const slide of slides) seen.observe(slide);
    return () => seen.disconnect();
  }, []);

  function show(index: number): void {
    const slide = row.current?.children[index] as HTMLElement | undefined;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Right to left the offset is negative, and that is what scrollTo takes.
    if (slide)
      row.current?.scrollTo({
        left: slide.offsetLeft - (row.current.clientWidth - slide.offsetWidth),
        behavior: calm ? 'auto' : 'smooth',
      });
  }

  return { row, shown, show };
}
