import { type FoundPart, findParts } from '#server/office/parts/find-parts.ts';
import { Refusal } from '#server/platform/errors.ts';
import { load, queryOf } from '../../load.ts';
import type { Route } from './+types/find.ts';

export type FoundReply = { found: FoundPart[]; code?: string };

/** What stands in the list is asked for anew when something is typed, not whenever the page was. */
export const shouldRevalidate = (): boolean => false;

/** For the search beside a form. That the session has ended is told: the way to the sign-in page would lead away from what was typed. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs): Promise<FoundReply> => {
  try {
    return { found: await findParts(ctx, queryOf(request) as { q: string; kind: 'vehicle' }) };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'UNAUTHORIZED') return { found: [], code: error.code };
    throw error;
  }
});
