import { orderStateNames, paymentFilterNames } from '#domain/orders/states.ts';
import { listOwners } from '#server/office/orders/actions/assign.ts';
import { type ListedOrder, listOrderBranches, listOrders } from '#server/office/orders/list-orders.ts';
import { listViews } from '#server/office/views.ts';
import { may } from '#server/staff/grants.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ColumnChoice, useColumns } from '../../components/column-choice.tsx';
import { ExportMenu } from '../../components/export/export-menu.tsx';
import { List, type ListColumn, useChosen } from '../../components/list.tsx';
import {
  dayFilters,
  type ListFilter,
  ListFilters,
  type ListView,
  optionsOf,
  storeFilter,
} from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge } from '../../components/panel.tsx';
import {
  FinancingBadge,
  Moment,
  Money,
  orderTones,
  PaymentBadges,
  Phone,
  QuoteBadge,
} from '../../components/shown-values.tsx';
import { load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/orders.ts';
import { BulkBar } from './bulk-bar.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  page: await listOrders(ctx, queryOf(request)),
  views: await listViews(ctx, 'orders'),
  branches: await listOrderBranches(ctx, {}),
  people: ctx.staff && may(ctx.staff, 'orders.assign') ? await listOwners(ctx, {}) : [],
}));

const columns: ListColumn<ListedOrder>[] = [
  {
    key: 'number',
    label: 'הזמנה',
    cell: ({ number }) => <bdi className="font-semibold whitespace-nowrap">{number}</bdi>,
  },
  { key: 'created', label: 'נקלטה', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    key: 'customer',
    label: 'לקוח',
    cell: ({ customer, phone }) => (
      <div className="grid min-w-28">
        <bdi>{customer}</bdi>
        <span className="text-xs text-ink-3">
          <Phone e164={phone} />
        </span>
      </div>
    ),
  },
  {
    key: 'goods',
    label: 'פריטים',
    // What is cut keeps the beginning of a Latin name, too.
    cell: ({ goods }) => <bdi className="line-clamp-1 min-w-24 [text-align:-webkit-match-parent]">{goods}</bdi>,
  },
  { key: 'store', label: 'חנות', cell: ({ store }) => store },
  {
    key: 'status',
    label: 'מצב',
    cell: ({ status, is_quote, is_financed, is_to_be_closed }) => (
      <span className="flex flex-wrap gap-1">
        {is_quote && <QuoteBadge />}
        {is_financed && <FinancingBadge status={status} />}
        <Badge tone={orderTones[status]}>{orderStateNames[status]}</Badge>
        {is_to_be_closed && <Badge tone="wait">כל הפריטים זוכו</Badge>}
      </span>
    ),
  },
  {
    key: 'payment',
    label: 'תשלום',
    cell: ({ payment, rest_agorot, is_financed }) => (
      <PaymentBadges state={payment} rest={rest_agorot} financed={is_financed} />
    ),
  },
  { key: 'total', label: 'סכום', number: true, cell: ({ total_agorot }) => <Money agorot={total_agorot} /> },
  { key: 'owner', label: 'אחראי', cell: ({ owner }) => owner ?? '–' },
];

const usualViews: ListView[] = [
  { name: 'כולן', query: '' },
  { name: 'לטיפול', query: 'waiting=handling' },
  { name: 'שלי', query: 'owner=me' },
  { name: 'באיחור', query: 'waiting=late' },
  { name: 'ממתינות לתשלום', query: 'status=payment' },
  { name: 'יתרה לתשלום', query: 'payment=rest' },
  { name: 'בקשות מימון', query: 'kind=financing&status=payment' },
  { name: 'הצעות מחיר', query: 'kind=quote' },
  { name: 'תשלום בבירור', query: 'waiting=doubt' },
  { name: 'מסמכים לבדיקה', query: 'waiting=papers' },
  { name: 'סכומים תפוסים', query: 'waiting=held' },
];

export default function Orders({ loaderData: { page, views, branches, people } }: Route.ComponentProps) {
  const { stores, permissions } = useShell();
  const { shown, hidden, hide } = useColumns('orders', columns);
  const { chosen, whole, query, selection } = useChosen(page.rows);
  const allowed = { advance: permissions.includes('orders.advance'), assign: permissions.includes('orders.assign') };
  const filters: ListFilter[] = [
    { kind: 'choice', name: 'status', label: 'מצב', options: optionsOf(orderStateNames) },
    { kind: 'choice', name: 'payment', label: 'תשלום', options: optionsOf(paymentFilterNames) },
    storeFilter(stores),
    {
      kind: 'choice',
      name: 'branch',
      label: 'סניף',
      options: branches.map(({ uuid, name }) => ({ value: uuid, label: name })),
    },
    ...dayFilters,
    { kind: 'sum', name: 'min', label: 'מסכום' },
    { kind: 'sum', name: 'max', label: 'עד סכום' },
  ];
  return (
    <>
      <PageHead
        title="הזמנות"
        actions={
          <>
            <ColumnChoice columns={columns} hidden={hidden} hide={hide} />
            {permissions.includes('orders.export') && <ExportMenu path="/orders.csv" />}
            {permissions.includes('orders.create') && (
              <ButtonLink to="/orders/new" size="sm">
                הזמנה חדשה
              </ButtonLink>
            )}
          </>
        }
      />
      <ListFilters
        list="orders"
        searchLabel="טלפון, שם, דוא״ל או מספר הזמנה"
        filters={filters}
        views={[...usualViews, ...views]}
      />
      <List
        label="הזמנות"
        columns={shown}
        page={page}
        {...((allowed.advance || allowed.assign) && { selection })}
        href={({ uuid }) => `/orders/${uuid}`}
        emptyAtFirst={{
          title: 'אין עדיין הזמנות',
          text: 'הזמנה של לקוח מופיעה כאן ברגע שנשלחה. אפשר גם להכין הזמנה או הצעת מחיר ללקוח, ולשלוח לו קישור לתשלום.',
          action: permissions.includes('orders.create') && (
            <ButtonLink to="/orders/new" size="sm">
              הזמנה חדשה
            </ButtonLink>
          ),
        }}
        empty={{ title: 'אין הזמנות כאלה', text: 'נסו סינון אחר, או חפשו לפי טלפון, שם או מספר הזמנה.' }}
      />
      <BulkBar
        chosen={chosen}
        whole={whole ? { query, count: page.total } : null}
        may={allowed}
        people={people}
        onDone={(done) => selection.choose(selection.chosen.filter((uuid) => !done.includes(uuid)))}
        onClear={() => selection.choose([])}
      />
    </>
  );
}
