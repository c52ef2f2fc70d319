import { useEffect, useRef } from 'react';

/**
 * With a reader's wider letter and word spacing (WCAG 2.2, 1.4.12), truncated text would lose lines: then it isn't
 * truncated (showroom.css). The reader's styles may change at any time, which a text's width reveals.
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
