import { findVariants } from '#server/office/editing/find-variants.ts';
import { Refusal } from '#server/platform/errors.ts';
import { load, queryOf } from '../../../load.ts';
import type { Route } from './+types/variants.ts';
import type { VariantsReply } from './use-variants.ts';

/** What stands in the list is asked for anew when something is typed, not whenever the page was. */
export const shouldRevalidate = (): boolean => false;

/** For the search of the line editor. That the session has ended is told: the way to the sign-in page would lead away from what was typed. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs): Promise<VariantsReply> => {
  try {
    return { found: await findVariants(ctx, queryOf(request) as { store: string; q: string }) };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'UNAUTHORIZED') return { found: [], code: error.code };
    throw error;
  }
});
