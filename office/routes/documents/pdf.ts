import { printDocument } from '#server/office/documents/documents.ts';
import { fileReply } from '../../file-reply.ts';
import { load } from '../../load.ts';
import type { Route } from './+types/pdf.ts';

export const loader = load(async (ctx, { params }: Route.LoaderArgs) => {
  const { name, bytes } = await printDocument(ctx, params);
  return fileReply({ name, type: 'application/pdf', bytes, inline: true });
});
