import { redirect } from 'react-router';
import { exportCustomer } from '#server/office/customers/change-customer.ts';
import { load } from '../../load.ts';
import type { Route } from './+types/export-customer.ts';

/** An address that somebody has typed or kept: the page asks for the file, after a fresh proof. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(`/customers/${params.customer}`);

/** The person's data as a file; asked for by a form, so that no link of another page can. */
export const action = load(async (ctx, { params }: Route.ActionArgs) => {
  const data = await exportCustomer(ctx, { customer: params.customer });
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="customer-${params.customer.slice(0, 8)}.json"`,
    },
  });
});
