import { bulkRows } from '#server/office/products/bulk/bulk-rows.ts';
import { load, queryOf } from '../../../load.ts';
import type { Route } from './+types/rows.ts';

/** The grid's rows: too many for the page itself. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs) =>
  Response.json(await bulkRows(ctx, queryOf(request))),
);
