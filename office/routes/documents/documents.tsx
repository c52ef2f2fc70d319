import { Link } from 'react-router';
import { documentSum, documentTitle } from '#domain/money/tax-document.ts';
import { type DocumentRow, documentSeries, listDocuments } from '#server/office/documents/documents.ts';
import { listViews } from '#server/office/views.ts';
import { ExportMenu } from '../../components/export/export-menu.tsx';
import { List, type ListColumn } from '../../components/list.tsx';
import { dayFilters, type ListFilter, ListFilters, optionsOf, storeFilter } from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge } from '../../components/panel.tsx';
import { Moment, Money } from '../../components/shown-values.tsx';
import { load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/documents.ts';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  page: await listDocuments(ctx, queryOf(request)),
  series: await documentSeries(ctx, {}),
  views: await listViews(ctx, 'documents'),
}));

const columns: ListColumn<DocumentRow>[] = [
  { key: 'number', label: 'מספר', cell: ({ number }) => <bdi className="font-semibold">{number}</bdi> },
  { key: 'kind', label: 'סוג', cell: ({ kind }) => documentTitle[kind] },
  { key: 'issued', label: 'הופק', cell: ({ issued_at }) => <Moment at={issued_at} /> },
  { key: 'customer', label: 'לקוח', cell: ({ customer }) => <bdi>{customer}</bdi> },
  {
    key: 'order',
    label: 'הזמנה',
    cell: ({ order_uid, order_number }) => (
      <Link to={`/orders/${order_uid}`} className="text-action-ink underline">
        <bdi>{order_number}</bdi>
      </Link>
    ),
  },
  { key: 'store', label: 'חנות', cell: ({ store }) => store },
  {
    key: 'total',
    label: 'סכום',
    number: true,
    cell: ({ kind, total_agorot }) => <Money agorot={documentSum(kind, total_agorot)} />,
  },
];

const usualViews = [
  { name: 'כולם', query: '' },
  { name: 'חשבוניות', query: 'kind=tax_invoice_receipt' },
  { name: 'זיכויים', query: 'kind=credit_invoice' },
  { name: 'קבלות על דמי שריון', query: 'kind=receipt' },
];

export default function Documents({ loaderData: { page, series, views } }: Route.ComponentProps) {
  const { stores, permissions } = useShell();
  const filters: ListFilter[] = [
    {
      kind: 'choice',
      name: 'kind',
      label: 'סוג',
      options: optionsOf(documentTitle),
    },
    storeFilter(stores),
    ...dayFilters,
  ];
  const gaps = series.filter(({ missing }) => missing.length > 0);
  return (
    <>
      <PageHead
        title="מסמכי מס"
        badges={
          gaps.length > 0 ? <Badge tone="bad">חסרים מספרים ברצף</Badge> : <Badge tone="good">כל הסדרות רצופות</Badge>
        }
        actions={
          permissions.includes('documents.export') && (
            <ExportMenu path="/documents/export" label="ייצוא להנהלת חשבונות" />
          )
        }
      />
      {gaps.length > 0 && (
        <div role="alert" className="panel mb-4 grid gap-1 border-danger p-4 text-danger">
          {gaps.map(({ company, kind, year, missing }) => (
            <p key={`${company} ${kind} ${year}`}>
              {company}, {documentTitle[kind]} <bdi>{year}</bdi>: חסרים <bdi>{missing.join(', ')}</bdi>
            </p>
          ))}
        </div>
      )}
      <ListFilters
        list="documents"
        searchLabel="מספר מסמך, מספר הזמנה או שם"
        filters={filters}
        views={[...usualViews, ...views]}
      />
      <List
        label="מסמכי מס"
        columns={columns}
        page={page}
        href={({ uuid }) => `/documents/${uuid}`}
        emptyAtFirst={{
          title: 'אין עדיין מסמכים',
          text: 'חשבונית, קבלה או זיכוי מופקים מעצמם כשהזמנה משולמת או מזוכה. מכאן מורידים אותם, שולחים שוב ומייצאים להנהלת החשבונות.',
        }}
        empty={{ title: 'אין מסמכים כאלה', text: 'מסמך מופק מעצמו כשהזמנה משולמת או מזוכה.' }}
      />
    </>
  );
}
