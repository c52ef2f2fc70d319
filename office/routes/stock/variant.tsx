import { Link } from 'react-router';
import { actorKindNames } from '#domain/text/change-names.ts';
import { countStock, receiveStock, setLowStock, transferStock } from '#server/office/stock/change-stock.ts';
import { type MovementRow, readStock } from '#server/office/stock/list-stock.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Facts, Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import { StockBadge } from '../products/product-cells.tsx';
import type { Route } from './+types/variant.ts';
import { SplitTable } from './pieces-by-place.tsx';
import { LowStockForm, StockForms } from './stock-forms.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readStock(ctx, { variant: params.variant }));

/** The forms name their variant themselves. */
export const action = act({ count: countStock, receive: receiveStock, transfer: transferStock, low: setLowStock });

const kindNames: Record<MovementRow['kind'], string> = {
  sale: 'מכירה',
  return: 'חזרה למלאי',
  count: 'ספירה',
  receipt: 'קבלה',
  transfer: 'העברה',
  import: 'ייבוא',
  undo: 'ביטול שינוי',
  other: 'עדכון',
};

/** How the stock of a variant came to be what it is. */
export default function StockOfVariant({
  loaderData: { variant, movements, branches, mayEdit },
}: Route.ComponentProps) {
  const isSplit = variant.branches.length > 0;
  return (
    <>
      <PageHead
        title={variant.product}
        back={{ to: '/stock', label: 'מלאי' }}
        badges={<StockBadge policy={variant.policy} stock={variant.stock} />}
        actions={mayEdit && <StockForms row={variant} branches={branches} />}
      />
      <div className="grid items-start gap-4 @min-[50rem]:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Panel title="תנועות">
          {movements.length === 0 && <p className="text-ink-3">עוד לא היו תנועות.</p>}
          <ol className="divide-y divide-line">
            {movements.map(({ id, before, after, kind, branch, order, by, reason, created_at }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <Badge tone={after > before ? 'good' : 'neutral'}>{kindNames[kind]}</Badge>
                <bdi dir="ltr" className="min-w-12 font-semibold tabular-nums">
                  {after > before ? `+${after - before}` : `−${before - after}`}
                </bdi>
                <span className="text-ink-2">
                  {isSplit && (
                    <>
                      <bdi>{branch ?? 'מחסן מרכזי'}</bdi>
                      {': '}
                    </>
                  )}
                  נשארו {after}
                </span>
                {order && (
                  <Link to={`/orders/${order.uuid}`} className="text-action-ink underline">
                    <bdi dir="ltr">{order.number}</bdi>
                  </Link>
                )}
                <span className="ms-auto text-sm text-ink-3">
                  {kind !== 'sale' && (
                    <>
                      <bdi>{by.startsWith('database:') ? actorKindNames.database : by}</bdi> ·{' '}
                    </>
                  )}
                  <Moment at={created_at} />
                </span>
                {reason && (
                  <p dir="auto" className="w-full text-sm text-ink-2">
                    {reason}
                  </p>
                )}
              </li>
            ))}
          </ol>
        </Panel>
        <div className="grid gap-4">
          <Panel title="איפה המלאי" actions={mayEdit && <LowStockForm row={variant} branches={branches} />}>
            <SplitTable row={variant} />
          </Panel>
          <Panel title="הגרסה">
            <Facts
              facts={[
                [
                  'מק״ט',
                  <bdi key="sku" dir="ltr">
                    {variant.sku}
                  </bdi>,
                ],
                ['צבע ומידה', variant.details && <bdi key="details">{variant.details}</bdi>],
                [
                  'מוצר',
                  <Link key="product" to={`/products/${variant.product_uid}`} className="text-action-ink underline">
                    <bdi>{variant.product}</bdi>
                  </Link>,
                ],
              ]}
            />
          </Panel>
        </div>
      </div>
    </>
  );
}
