import { type ReactNode, useId } from 'react';

/** A titled box of a page. */
export function Panel({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel grid content-start">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <h2 id={id} className="text-base">
          {title}
        </h2>
        {actions}
      </div>
      <div className="grid gap-3 p-4">{children}</div>
    </section>
  );
}

/** Label and value pairs; empty values are left out. */
export function Facts({ facts }: { facts: [label: string, value: ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-3">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

const tones = {
  neutral: 'bg-ground-3 text-ink-2',
  good: 'bg-success-wash text-success',
  wait: 'bg-warning-wash text-warning',
  bad: 'bg-danger-wash text-danger',
  info: 'bg-action-wash text-action-ink',
};
export type Tone = keyof typeof tones;

/** A state in a word or two. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full border border-transparent px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
