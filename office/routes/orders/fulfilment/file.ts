import { readFile } from '#server/office/fulfilment/papers.ts';
import { fileReply } from '../../../file-reply.ts';
import { load } from '../../../load.ts';
import type { Route } from './+types/file.ts';

export const loader = load(async (ctx, { params }: Route.LoaderArgs) => fileReply(await readFile(ctx, params)));
