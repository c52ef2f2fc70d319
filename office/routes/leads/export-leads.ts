import { exportLeads } from '#server/office/leads/export-leads.ts';
import { load, queryOf } from '../../load.ts';
import type { Route } from './+types/export-leads.ts';

/** The list as it is filtered now, as a file. */
export const loader = load(
  async (ctx, { request }: Route.LoaderArgs) =>
    new Response(await exportLeads(ctx, queryOf(request)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="leads.csv"',
      },
    }),
);
