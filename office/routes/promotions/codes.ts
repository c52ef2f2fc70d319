import { exportCodes } from '#server/office/promotions/codes.ts';
import { fileReply } from '../../file-reply.ts';
import { load } from '../../load.ts';
import type { Route } from './+types/codes.ts';

/** All codes of a promotion, as a file. */
export const loader = load(async (ctx, { params }: Route.LoaderArgs) =>
  fileReply({ name: 'קודים.csv', type: 'text/csv; charset=utf-8', bytes: await exportCodes(ctx, params) }),
);
