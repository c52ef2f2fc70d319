import { eraseGuest, exportGuest, readGuest } from '#server/office/customers/guests.ts';
import { act, load } from '../../load.ts';
import type { Route } from './+types/guest.ts';
import { PersonPage } from './person-page.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readGuest(ctx, { order: params.order }));

export const action = act(
  { erase: eraseGuest, export: exportGuest },
  { says: { erase: 'הלקוח נמחק', export: 'הקובץ יורד' } },
);

/** Who ordered without an account, named by one of the orders. */
export default function Guest({ loaderData }: Route.ComponentProps) {
  return <PersonPage data={loaderData} />;
}
