import { orderStateNames, paymentStateNames } from '#domain/people/order-states.ts';
import { changeDetails } from '#server/office/orders/change-details.ts';
import { readOrder } from '#server/office/orders/read-order.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Badge } from '../../components/panel.tsx';
import { Moment, Money, orderTones, paymentTones } from '../../components/texts.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/order.ts';
import { CustomerPanel } from './panels/customer-panel.tsx';
import { LinesPanel } from './panels/lines-panel.tsx';
import { MoneyPanel } from './panels/money-panel.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readOrder(ctx, { order: params.order }));

export const action = act({ details: changeDetails }, { says: { details: 'הפרטים נשמרו' } });

export default function Order({ loaderData: page }: Route.ComponentProps) {
  const { order, store } = page;
  return (
    <>
      <title>{`הזמנה ${order.number} | המשרד`}</title>
      <PageHead
        back={{ to: '/orders', label: 'הזמנות' }}
        title={
          <>
            הזמנה <bdi>{order.number}</bdi>
          </>
        }
        badges={
          <>
            <Badge tone={orderTones[order.status]}>{orderStateNames[order.status]}</Badge>
            <Badge tone={paymentTones[order.paymentStatus]}>{paymentStateNames[order.paymentStatus]}</Badge>
          </>
        }
      />
      <p className="-mt-4 mb-5 flex flex-wrap gap-x-4 text-sm text-ink-3">
        <span>{store.name}</span>
        <Moment at={order.createdAt} />
        <span className="font-semibold text-ink">
          <Money agorot={order.totalAgorot} />
        </span>
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-4">
          <LinesPanel page={page} />
          <MoneyPanel page={page} />
        </div>
        <div className="grid gap-4">
          <CustomerPanel page={page} />
        </div>
      </div>
    </>
  );
}
