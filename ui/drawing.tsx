import type { drawings } from './drawings.tsx';
import { classNames } from './hooks/class-names.ts';
import { fetchAhead } from './hooks/load-chunk.ts';
import { lazyPart } from './lazy-part.tsx';

export type DrawingName = keyof typeof drawings;

/** Kept out of the first load; where it can't be fetched (no connection, say) the state does without its drawing. */
const Drawings = lazyPart(() => import('./drawings.tsx'));

/** Fetches the drawings while there is a connection, so that the state without one has its own. */
export const fetchDrawings = () => fetchAhead(() => import('./drawings.tsx'));

/** A line drawing in the store's colours. Says nothing itself: the words stand beside it. */
export const Drawing = ({ name, className }: { name: DrawingName; className?: string }) => (
  <div aria-hidden className={classNames('aspect-3/2 w-60 max-w-full', className)}>
    <Drawings name={name} />
  </div>
);
