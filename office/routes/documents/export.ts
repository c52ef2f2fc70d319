import { exportDocuments } from '#server/office/documents/documents.ts';
import { fileReply } from '../../file-reply.ts';
import { load, queryOf } from '../../load.ts';
import type { Route } from './+types/export.ts';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) =>
  fileReply({
    name: 'documents.csv',
    type: 'text/csv; charset=utf-8',
    bytes: await exportDocuments(ctx, queryOf(request)),
  }),
);
