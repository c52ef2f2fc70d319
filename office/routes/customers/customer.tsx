import { editCustomer, eraseCustomer, exportCustomer, writeNote } from '#server/office/customers/change-customer.ts';
import { readCustomer } from '#server/office/customers/read-customer.ts';
import { act, load } from '../../load.ts';
import type { Route } from './+types/customer.ts';
import { PersonPage } from './person-page.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readCustomer(ctx, { customer: params.customer }));

export const action = act(
  { edit: editCustomer, note: writeNote, erase: eraseCustomer, export: exportCustomer },
  { says: { note: 'ההערה נשמרה', erase: 'הלקוח נמחק', export: 'הקובץ יורד' } },
);

/** An account. */
export default function Customer({ loaderData }: Route.ComponentProps) {
  return <PersonPage data={loaderData} />;
}
