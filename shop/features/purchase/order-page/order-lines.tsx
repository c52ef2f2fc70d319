import type { Order } from '#contract/checkout/orders.ts';
import { keepNumber } from '#domain/text/format.ts';
import { productPath } from '#domain/text/links.ts';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/price.tsx';
import { LineParts } from '../../cart/line-parts.tsx';
import { LinePicture } from '../../cart/line-picture.tsx';
import { DiscountRows, TotalRow } from '../../cart/totals.tsx';
import { DueAtHandover } from '../../order/due-at-handover.tsx';
import { OrderRefunds } from '../../order/order-refunds.tsx';
import { OrderTradeIn } from '../../order/order-trade-in.tsx';
import { ReturnedPieces } from '../../order/parcels.tsx';

/**
 * What was ordered, and the sums as they were then. `cancelling`: staff deal with a notice of its cancellation, and
 * nothing is asked for.
 */
export function OrderLines({ order, cancelling = false }: { order: Order; cancelling?: boolean }) {
  return (
    <section
      aria-labelledby="order-lines-title"
      className="print-flow grid content-start gap-6 self-start rounded-xl bg-ground-2 p-5 lg:p-7 print:border print:border-line"
    >
      <h2 id="order-lines-title" className="text-xl">
        מה הזמנתם
      </h2>
      <ul className="print-flow grid gap-5">
        {order.lines.map((line) => (
          <li key={line.id} className="grid grid-cols-[5rem_1fr] items-start gap-4 sm:grid-cols-[7rem_1fr]">
            <LinePicture item={line} sizes="112px" onGrey className="w-full" />
            <div className="grid min-w-0 gap-1">
              <div className="flex flex-wrap items-start gap-x-4 text-sm font-semibold">
                {line.slug ? (
                  <Link to={productPath(line.slug.name)} className="line-clamp-2 min-w-0 grow basis-24 hover:underline">
                    <bdi>{keepNumber(line.name)}</bdi>
                  </Link>
                ) : (
                  <p className="line-clamp-2 min-w-0 grow basis-24">
                    <bdi>{keepNumber(line.name)}</bdi>
                  </p>
                )}
                <Price value={line.quantity * line.price} />
              </div>
              <LineParts types={line.types} choices={line.choices} price={line.price} />
              <p className="text-xs text-ink-3">
                <span className="whitespace-nowrap">
                  מק״ט <bdi dir="ltr">{line.sku}</bdi>
                </span>
                {line.quantity > 1 && <> · כמות: {line.quantity}</>}
                <ReturnedPieces line={line} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      <dl className="grid gap-2 border-t border-line pt-5 text-sm print:break-inside-avoid">
        <TotalRow label="סכום ביניים">
          <Price value={order.total_cart_price} />
        </TotalRow>
        <DiscountRows discounts={order.order_discounts} />
        <TotalRow label="משלוח ומסירה">
          {order.delivery.final_price === 0 ? (
            <span className="font-medium text-success">חינם</span>
          ) : (
            <Price value={order.delivery.final_price} />
          )}
        </TotalRow>
        <TotalRow label={totalLabel} className="mt-2 text-xl font-bold">
          <Price value={order.total_order_price} />
        </TotalRow>
        {order.amount_to_pay > 0 && !order.in_doubt && order.amount_to_pay !== order.total_order_price && (
          <TotalRow label="לתשלום עכשיו" className="text-base font-bold">
            <Price value={order.amount_to_pay} />
          </TotalRow>
        )}
        <DepositRow order={order} />
      </dl>
      <OrderRefunds order={order} />
      <OrderTradeIn order={order} cancelling={cancelling} />
      {!order.returned && !cancelling && <DueAtHandover order={order} />}
    </section>
  );
}

/** What of a reserved vehicle's price the shop has. */
function DepositRow({ order: { deposit, payment_status } }: { order: Order }) {
  const isAuthorised = payment_status === 'authorised';
  if (deposit === null || (!isAuthorised && payment_status !== 'paid')) return null;
  return (
    <TotalRow label={isAuthorised ? 'דמי שריון שמורים בכרטיס' : 'דמי שריון ששולמו'}>
      <Price value={deposit} />
    </TotalRow>
  );
}

const totalLabel = (
  <>
    סה״כ <span className="text-xs font-normal whitespace-nowrap text-ink-3">כולל מע״מ</span>
  </>
);
