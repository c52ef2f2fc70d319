import { type RefObject, useEffect, useRef, useState } from 'react';

export type Carousel = { row: RefObject<HTMLUListElement | null>; shown: number; show: (index: number) => void };

/** Visible share from which a slide counts as the current one. */
const VISIBLE_PART = 0.6;

/** A row of full-width slides with native scroll snapping: tracks the current slide and scrolls to another. */
export function useCarousel(): Carousel {
  const row = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);

  useEffect(() => {
    const slides = [...(row.current?.children ?? [])];
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy browser reports several changes at once, the latest last.
        const entry = entries.findLast(({ intersectionRatio }) => intersectionRatio >= VISIBLE_PART);
        if (entry) setShown(slides.indexOf(entry.target));
      },
      { root: row.current, threshold: VISIBLE_PART },
    );
    for (const slide of slides) observer.observe(slide);
    return () => observer.disconnect();
  }, []);

  function show(index: number): void {
    const slide = row.current?.children[index] as HTMLElement | undefined;
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Right to left the offset is negative, which scrollTo expects.
    if (slide)
      row.current?.scrollTo({
        left: slide.offsetLeft - (row.current.clientWidth - slide.offsetWidth),
        behavior: calm ? 'auto' : 'smooth',
      });
  }

  return { row, shown, show };
}
