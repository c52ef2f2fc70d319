import { formatNumber } from '#domain/text/format.ts';
import { type CustomerRow, listCustomers } from '#server/office/customers/list-customers.ts';
import { listViews } from '#server/office/views.ts';
import { List, type ListColumn } from '../../components/list.tsx';
import { type ListFilter, ListFilters } from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Moment, Phone } from '../../components/texts.tsx';
import { load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/customers.ts';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  page: await listCustomers(ctx, queryOf(request)),
  views: await listViews(ctx, 'customers'),
}));

const columns: ListColumn<CustomerRow>[] = [
  { key: 'name', label: 'לקוח', cell: ({ name }) => <bdi className="font-semibold">{name || 'ללא שם'}</bdi> },
  { key: 'phone', label: 'טלפון', cell: ({ phone }) => (phone ? <Phone e164={phone} /> : '–') },
  { key: 'email', label: 'דוא״ל', cell: ({ email }) => <bdi>{email ?? '–'}</bdi> },
  { key: 'store', label: 'חנות', cell: ({ store }) => store },
  { key: 'since', label: 'לקוח מאז', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    key: 'last',
    label: 'הזמנה אחרונה',
    cell: ({ last_order_at }) => (last_order_at ? <Moment at={last_order_at} /> : '–'),
  },
  { key: 'orders', label: 'הזמנות', number: true, cell: ({ orders }) => formatNumber(orders) },
];

export default function Customers({ loaderData: { page, views } }: Route.ComponentProps) {
  const { stores } = useShell();
  const filters: ListFilter[] = [
    {
      kind: 'choice',
      name: 'store',
      label: 'חנות',
      options: stores.map(({ uuid, name }) => ({ value: uuid, label: name })),
    },
  ];
  return (
    <>
      <PageHead title="לקוחות" />
      <ListFilters
        list="customers"
        searchLabel="טלפון, שם או דוא״ל"
        filters={filters}
        views={[{ name: 'כולם', query: '' }, ...views]}
      />
      <List
        label="לקוחות"
        columns={columns}
        page={page}
        href={({ uuid }) => `/customers/${uuid}`}
        empty={{
          title: 'אין לקוחות כאלה',
          text: 'כאן נמצאים מי שפתחו חשבון באחת החנויות. מי שהזמינו בלי חשבון נמצאים לפי ההזמנה.',
        }}
      />
    </>
  );
}
