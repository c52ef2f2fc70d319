import { Readable } from 'node:stream';
import { downloadTransfer } from '#server/office/imports/read-imports.ts';
import { fileReply } from '../../file-reply.ts';
import { load } from '../../load.ts';
import type { Route } from './+types/file.ts';

/** Piece by piece: an export with its pictures is large. */
export const loader = load(async (ctx, { params }: Route.LoaderArgs) => {
  const { name, pieces } = await downloadTransfer(ctx, { transfer: params.import });
  return fileReply({
    name,
    type: 'application/octet-stream',
    bytes: Readable.toWeb(Readable.from(pieces)) as ReadableStream,
  });
});
