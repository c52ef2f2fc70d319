import { countWaiting } from '#server/office/home.ts';
import { load } from '../load.ts';
import { preferencesOf } from '../preferences.ts';
import type { Route } from './+types/notices.ts';

/** What waits now, for the bell of every page. */
export const loader = load(async (ctx, { request }: Route.LoaderArgs) =>
  Response.json({ waiting: await countWaiting(ctx, preferencesOf(request).store ?? undefined) }),
);
