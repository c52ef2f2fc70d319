import { redirect } from 'react-router';
import { exportCustomer } from '#server/office/customers/change-customer.ts';
import { exportGuest } from '#server/office/customers/guests.ts';
import { load } from '../../load.ts';
import type { Route } from './+types/export-customer.ts';

/** An address that somebody has typed or kept: the page asks for the file, after a fresh proof. */
export const loader = ({ request }: Route.LoaderArgs) =>
  redirect(new URL(request.url).pathname.replace(/\/export(?:\.data)?$/, ''));

/** The person's data as a file; asked for by a form, so that no link of another page can. An account's, or a guest's. */
export const action = load(async (ctx, { request, params: { uuid } }: Route.ActionArgs) => {
  const isGuest = new URL(request.url).pathname.startsWith('/guests/');
  const data = await (isGuest ? exportGuest(ctx, { order: uuid }) : exportCustomer(ctx, { customer: uuid }));
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="customer-${uuid.slice(0, 8)}.json"`,
    },
  });
});
