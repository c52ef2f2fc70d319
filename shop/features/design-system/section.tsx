import { type ReactNode, useId } from 'react';
import { classNames } from '#ui/hooks/class-names.ts';

/** A part of the page with its heading. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-6 md:gap-8">
      <div>
        <h2 id={id} className="text-2xl font-extrabold">
          {title}
        </h2>
        {text && <p className="mt-2 max-w-[65ch] text-ink-2">{text}</p>}
      </div>
      {children}
    </section>
  );
}

/** One thing in one state, with the state's name below. */
export const Sample = ({ name, dark, children }: { name: string; dark?: boolean; children: ReactNode }) => (
  <figure className={classNames('grid content-between gap-3 rounded-lg p-5', dark ? 'on-dark bg-dark' : 'bg-ground-2')}>
    <div className="flex min-h-14 flex-wrap items-center justify-center gap-3">{children}</div>
    <figcaption className={classNames('text-center text-xs', dark ? 'text-on-dark-muted' : 'text-ink-3')}>
      {name}
    </figcaption>
  </figure>
);

export const Samples = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13.5rem),1fr))] gap-3">{children}</div>
);
