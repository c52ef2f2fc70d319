import { Link, useSearchParams } from 'react-router';
import { formatNumber } from '#domain/text/format.ts';
import { countStock, receiveStock, setLowStock, transferStock } from '#server/office/stock/change-stock.ts';
import { listStock, type StockRow } from '#server/office/stock/list-stock.ts';
import type { Branch } from '#server/office/stock/stock-locations.ts';
import { listViews } from '#server/office/views.ts';
import { buttonLook } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { ExportMenu } from '../../components/export/export-menu.tsx';
import { type ListFilter, ListFilters, type ListView } from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { act, load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import { StockBadge, Thumbnail } from '../products/product-cells.tsx';
import type { Route } from './+types/stock.ts';
import { SplitLine } from './pieces-by-place.tsx';
import { piecesAt, StockForms } from './stock-forms.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  ...(await listStock(ctx, queryOf(request))),
  views: await listViews(ctx, 'stock'),
}));

export const action = act({ count: countStock, receive: receiveStock, transfer: transferStock, low: setLowStock });

const usualViews: ListView[] = [
  { name: 'הכול', query: '' },
  { name: 'אזלו', query: 'left=none' },
  { name: 'עד שלוש יחידות', query: 'left=few' },
  { name: 'הגיעו לסף', query: 'left=low' },
];

/** For the warehouse: what is left of each variant, the fewest first; also on a phone. */
export default function Stock({ loaderData: { page, views, branches, mayEdit } }: Route.ComponentProps) {
  const { stores } = useShell();
  const [search] = useSearchParams();
  const at = search.get('at') || undefined;
  const filters: ListFilter[] = [
    {
      kind: 'choice',
      name: 'store',
      label: 'חנות',
      options: stores.map(({ uuid, name }) => ({ value: uuid, label: name })),
    },
    ...(branches.length > 0
      ? [
          {
            kind: 'choice' as const,
            name: 'at',
            label: 'איפה',
            options: [
              { value: 'warehouse', label: 'מחסן מרכזי' },
              ...branches.map(({ uuid, name }) => ({ value: uuid, label: name })),
            ],
          },
        ]
      : []),
  ];
  const next = new URLSearchParams(search);
  if (page.next) next.set('after', page.next);
  const first = new URLSearchParams(search);
  first.delete('after');
  return (
    <>
      <PageHead title="מלאי" actions={<ExportMenu path="/stock/export" />} />
      <ListFilters list="stock" searchLabel="מק״ט או שם" filters={filters} views={[...usualViews, ...views]} />
      {page.rows.length === 0 ? (
        <div className="panel">
          <Empty title="אין גרסאות כאלה">נסו סינון אחר, או חפשו לפי מק״ט או שם.</Empty>
        </div>
      ) : (
        <ul aria-label="מלאי" className="panel divide-y divide-line">
          {page.rows.map((row) => (
            <StockItem key={row.uuid} row={row} at={at} branches={mayEdit ? branches : null} />
          ))}
        </ul>
      )}
      <nav aria-label="דפי הרשימה" className="mt-3 flex flex-wrap items-center gap-3 text-sm text-ink-3">
        <p role="status">{page.total === 1 ? 'גרסה אחת' : `${formatNumber(page.total)} גרסאות`}</p>
        <span className="ms-auto flex gap-2">
          {search.has('after') && (
            <Link to={`?${first}`} className={buttonLook({ variant: 'secondary', size: 'sm' })}>
              להתחלה
            </Link>
          )}
          {page.next && (
            <Link to={`?${next}`} className={buttonLook({ variant: 'secondary', size: 'sm' })}>
              הבאים
            </Link>
          )}
        </span>
      </nav>
    </>
  );
}

/** `branches`: `null` for who may not change the stock. */
function StockItem({ row, at, branches }: { row: StockRow; at: string | undefined; branches: Branch[] | null }) {
  const { uuid, product, sku, details, policy, stock, media, moved_at } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
      <Thumbnail media={media} />
      <div className="grid min-w-48 flex-1">
        <Link to={`/stock/${uuid}`} className="font-semibold hover:underline">
          <bdi>{product}</bdi>
        </Link>
        <span className="text-sm text-ink-3">
          <bdi dir="ltr">{sku}</bdi>
          {details && (
            <>
              {' · '}
              <bdi>{details}</bdi>
            </>
          )}
        </span>
        <SplitLine row={row} />
        {moved_at && (
          <span className="text-xs text-ink-3">
            תנועה אחרונה: <Moment at={moved_at} />
          </span>
        )}
      </div>
      <StockBadge policy={policy} stock={at ? piecesAt(row, at) : stock} />
      {branches && <StockForms {...{ row, branches, at }} />}
    </li>
  );
}
