import { bulkState } from '#server/office/products/bulk/edit-bulk.ts';
import { load } from '../../../load.ts';
import type { Route } from './+types/job-state.ts';

/** How far a save of many rows is. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs) =>
  Response.json(await bulkState(ctx, { job: new URL(request.url).searchParams.get('job') ?? '' })),
);
