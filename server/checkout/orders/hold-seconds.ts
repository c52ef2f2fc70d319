import type { RequestContext } from '../../context.ts';

/** What of a hold is left now; `null` where it has no end. */
export const holdSeconds = ({ now }: Pick<RequestContext, 'now'>, until: Date | null): number | null =>
  until && Math.max(0, Math.round((until.getTime() - now().getTime()) / 1000));
