import { ChevronLeft } from 'lucide-react';
import type { OrderPreview } from '#contract/customers/customers.ts';
import { buyersStatus } from '#domain/orders/states.ts';
import { formatDate } from '#domain/text/format.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import { CancellationNotices } from '~/features/order/cancellation-notices.tsx';
import { OrderStatus } from './order-status.tsx';

export const orderPath = (uuid: string): string => `/personal-area/orders/order-details?id=${uuid}`;

/** An order in the list; the whole row is a link. */
export function OrderRow({ order, heading: Heading = 'h2' }: { order: OrderPreview; heading?: 'h2' | 'h3' }) {
  const more = order.lines_count - order.lines.length;
  return (
    <article className="group relative grid gap-4 rounded-lg bg-ground-2 p-4 transition-colors hover:bg-ground-3 sm:p-6">
      <div className="flex items-center gap-4">
        <div className="flex grow flex-wrap items-center gap-x-4 gap-y-1">
          <Heading className="text-lg font-bold">
            <Link
              to={orderPath(order.uuid)}
              className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-action-ink"
            >
              הזמנה <bdi dir="ltr">{order.number}</bdi>
            </Link>
          </Heading>
          <OrderStatus
            status={buyersStatus(order)}
            due={order.amount_to_pay}
            atBranch={order.at_branch}
            cancelling={order.cancelling}
            inDoubt={order.in_doubt}
          />
          <span className="text-sm text-ink-2">
            <bdi dir="ltr">{formatDate(order.created_at)}</bdi>
          </span>
        </div>
        <ChevronLeft
          aria-hidden
          className="size-5 shrink-0 text-ink-3 transition-transform group-hover:-translate-x-1"
        />
      </div>
      <CancellationNotices notices={order.cancellation_notices} pending={order.cancelling} className="text-sm" />
      <div className="flex flex-wrap items-center gap-4">
        <ul aria-hidden className="flex gap-2">
          {order.lines.map((line) => (
            <li
              key={line.id}
              className="grid size-16 place-items-center overflow-hidden rounded-md bg-ground sm:size-20"
            >
              {line.image_url && (
                <Picture
                  image={{ image_url: line.image_url }}
                  alt=""
                  sizes="80px"
                  className="aspect-4/3 object-contain p-1"
                />
              )}
            </li>
          ))}
        </ul>
        <p className="min-w-40 grow basis-0 text-sm text-ink-2">
          {order.lines.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <bdi>{name}</bdi>
            </span>
          ))}
          {more > 0 && ` ועוד ${more}`}
        </p>
        <div className="text-end max-sm:w-full">
          {(order.cancelling || order.amount_to_pay !== order.total_order_price) && (
            <Price value={order.total_order_price} className="text-lg font-bold" />
          )}
          {order.amount_to_pay > 0 && !order.cancelling && (
            <p className="font-bold text-warning">
              לתשלום: <Price value={order.amount_to_pay} />
            </p>
          )}
        </div>
      </div>
    </article>
  );
}
