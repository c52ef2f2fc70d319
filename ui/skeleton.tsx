import { classNames } from './hooks/class-names.ts';

/** Placeholder of loading content. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classNames('block animate-pulse rounded-md bg-ground-3', className)} />
);
