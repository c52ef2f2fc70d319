import { exportChanges } from '#server/office/changes/export-changes.ts';
import { load, queryOf } from '../../load.ts';
import type { Route } from './+types/export-changes.ts';

/** The log as it is filtered now, as a file. */
export const loader = load(
  async (ctx, { request }: Route.LoaderArgs) =>
    new Response(await exportChanges(ctx, queryOf(request)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="changes.csv"',
      },
    }),
);
