import { searchOffice } from '#server/office/search.ts';
import { load } from '../load.ts';
import type { Route } from './+types/search.ts';

/** What the palette finds for `?q=`. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const q = new URL(request.url).searchParams.get('q') ?? '';
  return Response.json({ found: await searchOffice(ctx, q) });
});
