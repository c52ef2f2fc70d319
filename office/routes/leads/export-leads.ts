import { exportLeads } from '#server/office/leads/export-leads.ts';
import { fileReply } from '../../file-reply.ts';
import { load, queryOf } from '../../load.ts';
import type { Route } from './+types/export-leads.ts';

/** The list as it is filtered now, as a file. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs) =>
  fileReply(await exportLeads(ctx, queryOf(request))),
);
