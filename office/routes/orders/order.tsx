import { Link } from 'react-router';
import { refundBy } from '#domain/orders/cancellation.ts';
import { orderStateNames } from '#domain/orders/states.ts';
import { formatDate, isolate } from '#domain/text/format.ts';
import { readFulfilment } from '#server/office/fulfilment/read-fulfilment.ts';
import { addNote } from '#server/office/notes/notes.ts';
import { addTask, closeTask } from '#server/office/notes/tasks.ts';
import { assign } from '#server/office/orders/actions/assign.ts';
import { captureHeld, decideReview, payLink } from '#server/office/orders/actions/payments.ts';
import { advance, cancel, deliver, ship } from '#server/office/orders/actions/progress.ts';
import { refund, releaseDeposit } from '#server/office/orders/actions/refund.ts';
import { confirm, reject } from '#server/office/orders/actions/trade-in.ts';
import { changeDetails } from '#server/office/orders/change-details.ts';
import { type OrderPage, readOrder } from '#server/office/orders/read-order.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Panel } from '../../components/panel.tsx';
import {
  FinancingBadge,
  Moment,
  Money,
  orderTones,
  PaymentBadges,
  QuoteBadge,
} from '../../components/shown-values.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/order.ts';
import { fulfilmentCalls, fulfilmentSays } from './fulfilment/calls.ts';
import { FulfilmentPanels } from './fulfilment/fulfilment-panels.tsx';
import { CustomerPanel } from './panels/customer-panel.tsx';
import { FinancingPanel } from './panels/financing-panel.tsx';
import { LinesPanel } from './panels/lines-panel.tsx';
import { ConsentsPanel, MessagesPanel, ShipmentsPanel } from './panels/messages-and-shipments-panels.tsx';
import { MoneyPanel } from './panels/money-panel.tsx';
import { OrderActions } from './panels/order-actions.tsx';
import { NoteForm, PlanPanel, TasksPanel } from './panels/plan-and-tasks-panels.tsx';
import { TradeInPanel } from './panels/trade-in-panel.tsx';

export const loader = load(async (ctx, { params: { order } }: Route.LoaderArgs) => ({
  ...(await readOrder(ctx, { order })),
  fulfilment: await readFulfilment(ctx, { order }),
}));

export const action = act(
  {
    details: changeDetails,
    ...fulfilmentCalls,
    advance,
    ship,
    deliver,
    cancel,
    refund,
    confirmTradeIn: confirm,
    rejectTradeIn: reject,
    release: releaseDeposit,
    capture: captureHeld,
    review: decideReview,
    payLink,
    assign,
    note: addNote.order,
    task: addTask.order,
    closeTask: closeTask.order,
  },
  {
    says: {
      details: 'הפרטים נשמרו',
      ...fulfilmentSays,
      advance: 'ההזמנה התקדמה, והלקוח קיבל הודעה',
      ship: 'המשלוח נרשם, והלקוח קיבל הודעה',
      deliver: 'המסירה נרשמה',
      cancel: 'ההזמנה בוטלה',
      refund: 'הכסף בדרך חזרה ללקוח',
      rejectTradeIn: 'הטרייד־אין נדחה, והלקוח קיבל הודעה',
      release: 'דמי השריון שוחררו',
      capture: 'דמי השריון חויבו',
      review: 'ההכרעה נרשמה',
      payLink: 'הקישור מוכן',
      note: 'ההערה נוספה',
      task: 'המשימה נוספה',
      closeTask: 'המשימה נסגרה',
    },
  },
);

export default function Order({ loaderData: page }: Route.ComponentProps) {
  const { order, store } = page;
  const isFinanced = order.paymentMethod === 'financing';
  const kind = page.isQuote ? 'הצעת מחיר' : 'הזמנה';
  return (
    <>
      <title>{`${kind} ${isolate(order.number)} | המשרד`}</title>
      <PageHead
        back={{ to: '/orders', label: 'הזמנות' }}
        title={
          <>
            {kind} <bdi>{order.number}</bdi>
          </>
        }
        badges={
          <>
            {page.isQuote && <QuoteBadge />}
            {isFinanced && <FinancingBadge status={order.status} />}
            <Badge tone={orderTones[order.status]}>{orderStateNames[order.status]}</Badge>
            <PaymentBadges
              state={order.paymentStatus}
              rest={order.status === 'payment' ? 0 : page.sums.unpaid}
              financed={isFinanced}
            />
            {page.reviews.length > 0 && <Badge tone="bad">תשלום בבירור</Badge>}
          </>
        }
        actions={<OrderActions page={page} />}
      />
      <p className="-mt-4 mb-5 flex flex-wrap gap-x-4 text-sm text-ink-3">
        <span>{store.name}</span>
        <Moment at={order.createdAt} />
        <span className="font-semibold text-ink">
          <Money agorot={order.totalAgorot} />
        </span>
      </p>
      {page.approvals.length > 0 && (
        <p className="mb-4 rounded-md bg-warning-wash p-3 text-warning">
          מחכה לאישור של אדם נוסף:{' '}
          {page.approvals.map(({ summary, by }, at) => (
            <span key={summary}>
              {at > 0 && ' · '}
              <bdi>{summary}</bdi> (<bdi>{by}</bdi>)
            </span>
          ))}
          .{' '}
          <Link to="/approvals" className="underline">
            לאישורים
          </Link>
        </p>
      )}
      {page.isAllRefunded && (
        <p className="mb-4 rounded-md bg-warning-wash p-3 text-warning">
          כל הפריטים זוכו, ואין עוד מה להכין או למסור. סגרו את ההזמנה ב״ביטול ההזמנה״.
        </p>
      )}
      {order.status !== 'refunded' && page.notices.length > 0 && <Notices page={page} />}
      <div className="grid items-start gap-4 lg:@min-[40rem]:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-4">
          <LinesPanel page={page} />
          <FulfilmentPanels
            order={order}
            fulfilment={page.fulfilment}
            mayEdit={page.may.includes('orders.edit')}
            isAllRefunded={page.isAllRefunded}
          />
          <TradeInPanel page={page} />
          {isFinanced && <FinancingPanel page={page} />}
          <MoneyPanel page={page} balanceAgorot={page.fulfilment.balanceAgorot} />
          <Panel title="מה קרה">
            {page.may.includes('notes.write') && <NoteForm page={page} />}
            <Timeline entries={page.timeline} />
          </Panel>
        </div>
        <div className="grid gap-4">
          <CustomerPanel page={page} />
          <PlanPanel page={page} />
          <TasksPanel page={page} />
          <ShipmentsPanel page={page} />
          <MessagesPanel page={page} />
          <ConsentsPanel page={page} />
        </div>
      </div>
    </>
  );
}

/** Notices of cancellation, with the last day of the refund by law (docs/rules/cancellation.md). */
function Notices({ page: { notices, order, lines, sums, refunds } }: { page: OrderPage }) {
  const isBack =
    sums.back > 0 && (order.status === 'cancelled' || lines.every(({ quantity, refunded }) => refunded >= quantity));
  const fee = refunds.reduce((sum, { status, feeAgorot }) => sum + (status === 'done' ? feeAgorot : 0), 0);
  const isSettled = isBack && sums.left <= fee;
  return (
    <ul className="mb-4 grid gap-1 rounded-md bg-warning-wash p-3 text-warning">
      {notices.map(({ number, at, lead }) => (
        <li key={number}>
          הלקוח שלח הודעת ביטול <bdi>{number}</bdi>, <Moment at={at} />.{' '}
          {isBack && (
            <>
              הוחזרו לו <Money agorot={sums.back} />
              {sums.left > 0 && (
                <>
                  , ונשארו <Money agorot={sums.left} />
                  {isSettled && ' דמי ביטול'}
                </>
              )}
              .{' '}
            </>
          )}
          {!isSettled && (
            <>
              כסף שמגיע לו חוזר עד <bdi>{formatDate(refundBy(new Date(at)))}</bdi>.{' '}
            </>
          )}
          {lead && (
            <Link to={`/leads/${lead}`} className="underline">
              לפנייה
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
