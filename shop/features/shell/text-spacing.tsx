import { useEffect, useRef } from 'react';

/**
 * A reader who spaces letters and words further apart (WCAG 2.2, 1.4.12) must not lose those that no longer fit into the lines a text is
 * cut to: then it isn't cut (showroom.css). A style of the reader's comes at any time, and is seen by the width of a text.
 */
export function TextSpacing() {
  const probe = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const text = probe.current;
    if (!text) return;
    const watcher = new ResizeObserver(() => {
      const { letterSpacing, wordSpacing } = getComputedStyle(text);
      const spaced = [letterSpacing, wordSpacing].some((space) => Number.parseFloat(space) > 0);
      document.documentElement.toggleAttribute('data-spaced', spaced);
    });
    watcher.observe(text);
    return () => watcher.disconnect();
  }, []);
  return (
    <span ref={probe} aria-hidden className="invisible absolute whitespace-nowrap">
      א ב
    </span>
  );
}
