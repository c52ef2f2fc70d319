import { readTradeInPhoto } from '#server/office/trade-ins/read-trade-in.ts';
import { fileReply } from '../../file-reply.ts';
import { load } from '../../load.ts';
import type { Route } from './+types/photo.ts';

export const loader = load(async (ctx, { params }: Route.LoaderArgs) => fileReply(await readTradeInPhoto(ctx, params)));
