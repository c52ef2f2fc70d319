import { exportStock } from '#server/office/stock/list-stock.ts';
import { fileReply } from '../../file-reply.ts';
import { load, queryOf } from '../../load.ts';
import type { Route } from './+types/export-stock.ts';

/** The list as it is filtered now, as a file. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs) =>
  fileReply(await exportStock(ctx, queryOf(request))),
);
