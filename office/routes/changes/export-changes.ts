import { exportChanges } from '#server/office/changes/export-changes.ts';
import { fileReply } from '../../file-reply.ts';
import { load, queryOf } from '../../load.ts';
import type { Route } from './+types/export-changes.ts';

/** The log as it is filtered now, as a file. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs) =>
  fileReply(await exportChanges(ctx, queryOf(request))),
);
