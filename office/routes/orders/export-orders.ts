import { exportOrders } from '#server/office/orders/export-orders.ts';
import { fileReply } from '../../file-reply.ts';
import { load, queryOf } from '../../load.ts';
import type { Route } from './+types/export-orders.ts';

/** The list as it is filtered now, as a file. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs) =>
  fileReply(await exportOrders(ctx, queryOf(request))),
);
