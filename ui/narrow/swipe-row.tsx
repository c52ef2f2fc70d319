import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../hooks/class-names.ts';

type Props = { label: string; className?: string; children: ReactNode };

/** A list of cards that is swiped on narrow screens; a stop of the keyboard while there is something to scroll. */
export function SwipeRow({ label, className, children }: Props) {
  const row = useRef<HTMLUListElement>(null);
  // As on a phone, until it is measured.
  const [isScrollable, setScrolls] = useState(true);
  useEffect(() => {
    const list = row.current;
    if (!list) return;
    const watcher = new ResizeObserver(() => setScrolls(list.scrollWidth > list.clientWidth));
    watcher.observe(list);
    return () => watcher.disconnect();
  }, []);
  return (
    <ul
      ref={row}
      aria-label={label}
      tabIndex={isScrollable ? 0 : undefined}
      className={classNames('swipe-row', className)}
    >
      {children}
    </ul>
  );
}
