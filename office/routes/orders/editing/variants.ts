import { findVariants } from '#server/office/editing/find-variants.ts';
import { load, queryOf } from '../../../load.ts';
import type { Route } from './+types/variants.ts';

/** For the search of the line editor. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  found: await findVariants(ctx, queryOf(request) as { store: string; q: string }),
}));
