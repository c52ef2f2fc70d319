import { findDestinations } from '#server/office/content/destinations.ts';
import { load, queryOf } from '../../load.ts';
import type { Route } from './+types/destinations.ts';

/** For fields that look for a product, a category or a page of a store. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  found: await findDestinations(ctx, queryOf(request) as Parameters<typeof findDestinations>[1]),
}));
