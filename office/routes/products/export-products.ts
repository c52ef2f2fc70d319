import { exportProducts } from '#server/office/products/export-products.ts';
import { fileReply } from '../../file-reply.ts';
import { load, queryOf } from '../../load.ts';
import type { Route } from './+types/export-products.ts';

/** The list as it is filtered now, as a file. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs) =>
  fileReply(await exportProducts(ctx, queryOf(request))),
);
