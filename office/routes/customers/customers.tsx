import { formatNumber } from '#domain/text/format.ts';
import { findGuests } from '#server/office/customers/guests.ts';
import { type ListedCustomer, listCustomers } from '#server/office/customers/list-customers.ts';
import { listViews } from '#server/office/views.ts';
import { ExportMenu } from '../../components/export/export-menu.tsx';
import { List, type ListColumn } from '../../components/list.tsx';
import { type ListFilter, ListFilters, storeFilter } from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Moment, Phone } from '../../components/shown-values.tsx';
import { load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/customers.ts';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  page: await listCustomers(ctx, queryOf(request)),
  guests: await findGuests(ctx, queryOf(request)),
  views: await listViews(ctx, 'customers'),
}));

const columns: ListColumn<Omit<ListedCustomer, 'moment'>>[] = [
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

export default function Customers({ loaderData: { page, guests, views } }: Route.ComponentProps) {
  const { stores, permissions } = useShell();
  const filters: ListFilter[] = [storeFilter(stores)];
  return (
    <>
      <PageHead
        title="לקוחות"
        actions={permissions.includes('customers.export') && <ExportMenu path="/customers/export" />}
      />
      <ListFilters
        list="customers"
        searchLabel="טלפון, שם או דוא״ל"
        filters={filters}
        views={[{ name: 'כולם', query: '' }, ...views]}
      />
      {(page.rows.length > 0 || guests.length === 0) && (
        <List
          label="לקוחות"
          columns={columns}
          page={page}
          href={({ uuid }) => `/customers/${uuid}`}
          emptyAtFirst={{
            title: 'אין עדיין לקוחות',
            text: 'מי שפותח חשבון באחת החנויות מופיע כאן. מי שהזמין בלי חשבון נמצא בחיפוש לפי טלפון, שם או דוא״ל.',
          }}
          empty={{
            title: 'אין לקוחות כאלה',
            text: 'כאן נמצאים מי שפתחו חשבון באחת החנויות. מי שהזמינו בלי חשבון מופיעים בחיפוש לפי טלפון, שם או דוא״ל.',
          }}
        />
      )}
      {guests.length > 0 && (
        <section aria-labelledby="guests" className="mt-6">
          <h2 id="guests" className="mb-3 text-lg">
            הזמינו בלי חשבון
          </h2>
          <List
            label="הזמינו בלי חשבון"
            columns={columns.filter(({ key }) => key !== 'since')}
            page={{ rows: guests, next: null, total: guests.length }}
            href={({ uuid }) => `/guests/${uuid}`}
            empty={{ title: '', text: '' }}
          />
        </section>
      )}
    </>
  );
}
