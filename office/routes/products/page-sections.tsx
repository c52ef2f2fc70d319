import { type ReactNode, useEffect, useRef, useState } from 'react';

type Section = { id: string; label: string; content: ReactNode };

/** Below the page's and this list's own heads, in pixels. */
const READING_LINE = 160;

/**
 * Parts of a long page one below the other, each with an address (`#prices`), and above them a list that stays in sight
 * and marks the one that is read.
 */
export function PageSections({ label, sections }: { label: string; sections: Section[] }) {
  const parts = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const read = () => {
      const all = [...(parts.current?.children ?? [])];
      const begun = all.filter((part) => part.getBoundingClientRect().top <= READING_LINE);
      const { scrollHeight } = document.documentElement;
      // The last part may be too short to reach the line.
      const isAtEnd = window.innerHeight + window.scrollY >= scrollHeight - 2 && window.scrollY > 0;
      setCurrent(((isAtEnd ? all : begun).at(-1) ?? all[0])?.id);
    };
    read();
    window.addEventListener('scroll', read, { passive: true });
    return () => window.removeEventListener('scroll', read);
  }, []);
  // On a narrow window the list itself is swiped.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    if (!link || !list.current) return;
    const [box, room] = [link.getBoundingClientRect(), list.current.getBoundingClientRect()];
    if (box.left < room.left) list.current.scrollBy({ left: box.left - room.left });
    else if (box.right > room.right) list.current.scrollBy({ left: box.right - room.right });
  }, [current]);
  return (
    <>
      <nav
        ref={list}
        aria-label={label}
        className="sticky top-14 z-10 mb-4 flex overflow-x-auto border-b border-line bg-ground-2 whitespace-nowrap print:hidden"
      >
        {sections.map(({ id, label: name }) => (
          <a
            key={id}
            href={`#${id}`}
            aria-current={id === current ? 'true' : undefined}
            className="min-h-11 content-center border-b-2 border-transparent px-3 text-ink-2 hover:text-ink aria-[current=true]:border-action aria-[current=true]:font-semibold aria-[current=true]:text-action-ink"
          >
            {name}
          </a>
        ))}
      </nav>
      <div ref={parts} className="grid items-start gap-4">
        {sections.map(({ id, content }) => (
          // Focus goes along with the jump, so that Tab goes on from there.
          <div key={id} id={id} tabIndex={-1} className="grid scroll-mt-12 items-start gap-4">
            {content}
          </div>
        ))}
      </div>
    </>
  );
}
