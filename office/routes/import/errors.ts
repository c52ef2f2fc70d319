import { exportErrors } from '#server/office/imports/read-imports.ts';
import { fileReply } from '../../file-reply.ts';
import { load } from '../../load.ts';
import type { Route } from './+types/errors.ts';

export const loader = load(async (ctx, { params }: Route.LoaderArgs) =>
  fileReply({
    name: 'errors.xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: await exportErrors(ctx, params),
  }),
);
