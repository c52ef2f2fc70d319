import { ChevronRight, Star } from 'lucide-react';
import type { MetaDescriptor } from 'react-router';
import type { Order } from '#contract/checkout/orders.ts';
import { buyersStatus } from '#domain/orders/states.ts';
import { formatLongDate, formatTime, isolate } from '#domain/text/format.ts';
import { isUuid } from '#domain/text/uuid.ts';
import { linkSecretById } from '#server/checkout/order-secret.ts';
import { readCancelling } from '#server/checkout/orders/cancellation-notices.ts';
import { findOrder, readOrder } from '#server/checkout/orders/read.ts';
import { readBuyerTasks } from '#server/leads/bookings/handover-date.ts';
import { readSeller } from '#server/stores/seller.ts';
import { Accordion } from '#ui/accordion.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { OrderBill } from '~/features/account/orders/order-bill.tsx';
import { OrderHelp } from '~/features/account/orders/order-help.tsx';
import { OrderStatus } from '~/features/account/orders/order-status.tsx';
import { OwnOrderLines } from '~/features/account/orders/own-order-lines.tsx';
import { personalContext, privateHeaders } from '~/features/account/private-page.ts';
import { CancellationNotices } from '~/features/order/cancellation-notices.tsx';
import { BusinessDetail, ContactDetail, CourierRemarks, Detail } from '~/features/order/detail-rows.tsx';
import { endOf } from '~/features/order/ended.ts';
import { HandoverSteps } from '~/features/order/handover-steps.tsx';
import { OrderDocuments } from '~/features/order/order-documents.tsx';
import { Parcels } from '~/features/order/parcels.tsx';
import { SellerOnPaper } from '~/features/order/seller-on-paper.tsx';
import { TaskSummary } from '~/features/order/tasks/task-summary.tsx';
import { Timeline } from '~/features/order/timeline.tsx';
import { headOf } from '~/features/seo/head.ts';
import { notFoundOr } from '~/not-found.ts';
import type { Route } from './+types/order-details.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = personalContext({ context, request });
  const id = new URL(request.url).searchParams.get('id') ?? '';
  if (!isUuid(id)) throw new Response('order not found', { status: 404 });
  const uuid = await findOrder(ctx, { id }).catch(notFoundOr);
  const order = await readOrder(ctx, uuid);
  const cancelling = await readCancelling(ctx, order);
  const secret = await linkSecretById(ctx.secret, ctx.db, uuid);
  const payPath = order.balance?.path ?? (order.amount_to_pay > 0 ? `/order/${secret}` : null);
  return {
    order,
    cancelling,
    tasks: await readBuyerTasks(ctx, uuid),
    seller: await readSeller(ctx),
    tasksPath: `/order/${secret}/tasks`,
    payPath: cancelling || order.returned ? null : payPath,
    reviewPath: order.status === 'provided' && !order.returned ? `/review/${secret}` : null,
    head: headOf(ctx.store, {
      title: `הזמנה ${isolate(order.number)}`,
      path: '/personal-area/orders/order-details',
      noindex: true,
    }),
  };
}

export default function OrderDetails({
  loaderData: { order, cancelling, tasks, seller, tasksPath, payPath, reviewPath },
}: Route.ComponentProps) {
  const ended = endOf(order);
  const bill = (
    <div className="roomy:col-start-2 roomy:row-start-1">
      <OrderBill order={order} cancelling={cancelling} payPath={payPath} />
    </div>
  );
  const pieces = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  return (
    <>
      <SellerOnPaper seller={seller} />
      <Link
        to="/personal-area/orders/accessories"
        className="inline-flex min-h-11 items-center gap-1 text-ink-2 hover:text-ink print:hidden"
      >
        <ChevronRight aria-hidden className="size-5" />
        כל ההזמנות
      </Link>
      <header className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-3xl font-black">
          הזמנה <bdi dir="ltr">{order.number}</bdi>
        </h1>
        <OrderStatus
          status={buyersStatus(order)}
          due={order.amount_to_pay}
          atBranch={order.delivery.branch !== null}
          cancelling={cancelling}
        />
      </header>
      <p className="mt-2 text-ink-2">
        הוזמנה ב־{formatLongDate(order.created_at)}, <bdi dir="ltr">{formatTime(order.created_at)}</bdi>
      </p>
      <CancellationNotices
        notices={order.cancellation_notices}
        pending={cancelling}
        className="mt-4 w-fit rounded-md bg-warning-wash px-4 py-3"
      />
      <div className="my-10">
        {ended ? (
          <section aria-label="שלבי ההזמנה" className="rounded-lg bg-ground-2 p-6">
            <p className="font-semibold">{ended.title}</p>
            <p className="mt-1">{ended.text}</p>
          </section>
        ) : (
          <Timeline order={order} />
        )}
      </div>
      <div className="grid items-start gap-10 roomy:grid-cols-[minmax(0,1fr)_22rem] roomy:grid-rows-[auto_1fr]">
        {payPath && bill}
        <div className="roomy:col-start-1 roomy:row-span-2 roomy:row-start-1">
          <div className="mb-8 empty:hidden">
            <TaskSummary tasks={tasks} cancelling={cancelling} to={tasksPath} />
          </div>
          <Accordion open title={`מוצרים (${pieces})`}>
            <OwnOrderLines lines={order.lines} />
          </Accordion>
          {reviewPath && (
            <ButtonLink to={reviewPath} variant="secondary" size="sm" className="mt-6">
              <Star aria-hidden className="size-5" /> כתיבת ביקורת
            </ButtonLink>
          )}
          <Delivery order={order} />
          <div className="mt-10 grid gap-10">
            <Parcels parcels={order.parcels} />
            {!ended && order.status !== 'provided' && !cancelling && <HandoverSteps order={order} tasks={tasks} />}
            <OrderDocuments documents={order.documents} />
          </div>
        </div>
        {!payPath && bill}
        <div className="roomy:-mt-4 roomy:col-start-2">
          <OrderHelp order={order} />
        </div>
      </div>
    </>
  );
}

function Delivery({ order: { delivery, customer, business } }: { order: Order }) {
  return (
    <section className="mt-8">
      <h2 className="text-lg">פרטי מסירה</h2>
      <dl className="mt-3 grid gap-4 text-ink-2 sm:grid-cols-2">
        <Detail title={delivery.name || 'מסירה'}>
          <bdi>{delivery.address ?? delivery.branch ?? ''}</bdi>
          {delivery.branch_address && (
            <>
              <br />
              <bdi>{delivery.branch_address}</bdi>
            </>
          )}
          <CourierRemarks delivery={delivery} />
        </Detail>
        <ContactDetail title="פרטי קשר" customer={customer} />
        <BusinessDetail business={business} />
      </dl>
    </section>
  );
}
