import { countCategory } from '#server/office/categories/read-categories.ts';
import { load, queryOf } from '../../load.ts';
import type { Route } from './+types/count.ts';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const { meta = [], ...query } = queryOf(request);
  const count = await countCategory(ctx, { ...query, meta: [meta].flat() } as Parameters<typeof countCategory>[1]);
  return Response.json({ count });
});
