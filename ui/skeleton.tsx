import { classNames } from './hooks/class-names.ts';

/** The shape of what is coming. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={classNames('block animate-pulse rounded-md bg-ground-3', className)} />
);
