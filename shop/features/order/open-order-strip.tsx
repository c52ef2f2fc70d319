import { Clock } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { OpenOrder } from '#contract/checkout/orders.ts';
import { clockText } from '#domain/calendar/wait.ts';
import { Link } from '#ui/link.tsx';
import { askOpenOrder, useOpenOrder } from './open-order.ts';
import { useHoldSeconds } from './use-hold-seconds.ts';

/** Shows an order that waits for payment with the rest of its hold, and links to it; not on that order's own pages. */
export default function OpenOrderStrip({ account = null, onLeave }: { account?: string | null; onLeave?: () => void }) {
  const order = useOpenOrder(account);
  const { pathname } = useLocation();
  if (!order || pathname.startsWith(`/order/${order.secret}`)) return null;
  return (
    <section
      aria-label="הזמנה פתוחה"
      className="flex items-center justify-between gap-x-4 bg-warning-wash px-4 py-1 text-sm text-ink sm:justify-center print:hidden"
    >
      <p className="flex min-w-0 items-center gap-2">
        <Clock aria-hidden className="size-4 shrink-0 text-warning max-sm:hidden" />
        <span>
          {words[order.state]} <Goods order={order} />
          {order.state === 'open' && order.hold_seconds !== null && <TimeLeft order={order} />}
        </span>
      </p>
      <Link
        to="/purchase"
        prefetch="none"
        onClick={onLeave}
        className="inline-flex min-h-11 shrink-0 items-center font-semibold text-action-ink underline underline-offset-4"
      >
        {order.state === 'open' ? 'המשך לתשלום' : 'לפרטי ההזמנה'}
      </Link>
    </section>
  );
}

const words: Record<OpenOrder['state'], string> = {
  open: 'הזמנה מחכה לתשלום:',
  cancelling: 'הביטול בטיפול, ואין צורך לשלם:',
  review: 'התשלום בבדיקה, ואין צורך לשלם שוב:',
  done: 'ההזמנה התקבלה:',
};

const Goods = ({ order: { name, lines_count } }: { order: OpenOrder }) => (
  <>
    <bdi className="font-semibold">{name}</bdi>
    {lines_count === 2 && ' ועוד פריט'}
    {lines_count > 2 && ` ועוד ${lines_count - 1} פריטים`}
  </>
);

function TimeLeft({ order }: { order: OpenOrder }) {
  const secondsLeft = useHoldSeconds(order);
  const over = secondsLeft === 0;
  useEffect(() => {
    if (over) void askOpenOrder();
  }, [over]);
  const text = clockText(secondsLeft);
  if (text === null) return null;
  return (
    <>
      {' · שמורה עוד '}
      <bdi role="timer" dir="ltr" className="tabular font-semibold">
        {text}
      </bdi>
    </>
  );
}
