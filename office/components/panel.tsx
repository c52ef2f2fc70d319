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

type Photo = { uuid: string; width: number; height: number };

/** What a shopper has added; each opens in full. `path` is the address of the photos. */
export function PhotosPanel({ photos, path }: { photos: Photo[]; path: string }) {
  if (photos.length === 0) return null;
  return (
    <Panel title="תמונות">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map(({ uuid, width, height }, index) => (
          <li key={uuid}>
            <a href={`${path}/${uuid}`} target="_blank" rel="noreferrer">
              <img
                src={`${path}/${uuid}`}
                alt={`תמונה ${index + 1}`}
                width={width}
                height={height}
                loading="lazy"
                className="aspect-square w-full rounded-md bg-ground-3 object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
    </Panel>
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
