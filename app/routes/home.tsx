import { getHomePage } from '#server/areas/stores/home.ts';
import { contextOf } from '~/context.ts';
import type { Route } from './+types/home.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  return { home: await getHomePage(ctx), name: ctx.store.name };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <h1>{loaderData.name}</h1>;
}
