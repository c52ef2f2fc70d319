import type { drawings } from './drawings.tsx';
import { classNames } from './hooks/class-names.ts';
import { fetchAhead } from './hooks/load-chunk.ts';
import { lazyPart } from './lazy-part.tsx';

export type DrawingName = keyof typeof drawings;

/** Not in the first load; where it can't load (no connection), the state shows without its drawing. */
const Drawings = lazyPart(() => import('./drawings.tsx'));

/** Prefetches the drawings, so that the offline state has its own. */
export const fetchDrawings = () => fetchAhead(() => import('./drawings.tsx'));

/** A decorative line drawing in the store's colours; the words are beside it. */
export const Drawing = ({ name, className }: { name: DrawingName; className?: string }) => (
  <div aria-hidden className={classNames('aspect-3/2 w-60 max-w-full', className)}>
    <Drawings name={name} />
  </div>
);
