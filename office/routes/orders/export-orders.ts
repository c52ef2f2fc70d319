import { exportOrders } from '#server/office/orders/export-orders.ts';
import { load, queryOf } from '../../load.ts';
import type { Route } from './+types/export-orders.ts';

/** The list as it is filtered now, as a file. */
export const loader = load(
  async (ctx, { request }: Route.LoaderArgs) =>
    new Response(await exportOrders(ctx, queryOf(request)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="orders.csv"',
      },
    }),
);
