import { CircleCheck, CircleX, Clock } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import { REFUND_DAYS } from '#domain/orders/cancellation.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { endOf } from '~/features/order/ended.ts';
import { isOrderInDoubt } from '~/features/order/order-in-doubt.ts';
import { OrderNumber } from '~/features/order/order-number.tsx';
import { type Seller, SellerOnPaper } from '~/features/order/seller-on-paper.tsx';

/** How the order stands, in one sentence, and its number. */
export function OrderHeading({
  order,
  cancelling,
  seller,
  thanks,
  titleRef,
}: {
  order: Order;
  /** Staff deal with a notice of its cancellation. */
  cancelling: boolean;
  seller: Seller | null;
  /** This is the page right after the order was placed. */
  thanks: boolean;
  titleRef: RefObject<HTMLHeadingElement | null>;
}) {
  const { icon: Icon, look, title, text } = stateOf(order, cancelling, thanks);
  return (
    <header className="grid justify-items-center gap-3 text-center">
      <SellerOnPaper seller={seller} />
      <Icon aria-hidden className={classNames('size-14', look)} strokeWidth={1.5} />
      <h1 ref={titleRef} tabIndex={-1} className="text-3xl outline-none">
        {title}
      </h1>
      <p className="max-w-xl text-lg text-ink-2">{text}</p>
      <OrderNumber>{order.number}</OrderNumber>
    </header>
  );
}

type State = { icon: typeof Clock; look: string; title: ReactNode; text: ReactNode };

function stateOf(order: Order, cancelling: boolean, thanks: boolean): State {
  const good = { icon: CircleCheck, look: 'text-success' };
  const waiting = { icon: Clock, look: 'text-warning' };
  const { email, phone, first_name } = order.customer;
  const ended = endOf(order);
  if (ended) return { ...(ended.isInDoubt ? waiting : { icon: CircleX, look: 'text-ink-3' }), ...ended };
  if (isOrderInDoubt(order))
    return {
      ...waiting,
      title: 'התשלום בבדיקה',
      text: 'ההזמנה שמורה. נבדוק את התשלום ונעדכן אתכם בהקדם. אין צורך לשלם שוב.',
    };
  if (cancelling && order.status === 'payment')
    return { ...waiting, title: 'הביטול בטיפול', text: 'בינתיים אין צורך לשלם.' };
  if (cancelling)
    return {
      ...waiting,
      title: 'הודעת הביטול התקבלה',
      text:
        order.payment_status === 'paid'
          ? `ניצור קשר להשלמת הביטול. ההחזר יבוצע בתוך ${REFUND_DAYS} ימים לכל היותר.`
          : 'ניצור קשר להשלמת הביטול.',
    };
  if (order.amount_to_pay > 0)
    return {
      ...waiting,
      title: 'ההזמנה ממתינה לתשלום',
      text: 'הפריטים שמורים עבורכם. ההזמנה נכנסת לטיפול מיד אחרי התשלום.',
    };
  // Nothing is to be paid online: it waits for the lender, not for the buyer.
  if (order.status === 'payment') {
    return {
      ...good,
      title: thanks ? <Thanks name={first_name} rest="הבקשה התקבלה" /> : 'הבקשה התקבלה',
      text: 'הפריטים שמורים עבורכם ולא חויבתם בדבר. ניצור קשר עם הצעת מימון.',
    };
  }
  if (!thanks || order.status !== 'accepted') return { ...good, title: titleOf(order), text: nextOf(order) };
  return {
    ...good,
    title: <Thanks name={first_name} rest="ההזמנה התקבלה" />,
    text: (
      <>
        אישור יישלח ל־
        <bdi dir="ltr" className="font-semibold wrap-anywhere">
          {email}
        </bdi>{' '}
        ול־
        <bdi dir="ltr" className="font-semibold">
          {phone}
        </bdi>
      </>
    ),
  };
}

const Thanks = ({ name, rest }: { name: string; rest: string }) => (
  <>
    תודה, <bdi>{name}</bdi>. {rest}
  </>
);

const titles: Partial<Record<Order['status'], string>> = {
  accepted: 'ההזמנה התקבלה',
  in_process: 'ההזמנה בטיפול',
  delivery_in_process: 'ההזמנה בדרך אליכם',
  provided: 'ההזמנה נמסרה',
};
/** Those that have none here are ended (`endOf`) or wait for payment. */
const titleOf = ({ status, delivery }: Order): string | undefined =>
  status === 'delivery_in_process' && delivery.branch ? 'ההזמנה מחכה לכם בסניף' : titles[status];

/** What comes next, for who comes back to the order. */
function nextOf({ status, delivery, handover }: Order): ReactNode {
  const hasVehicle = handover.length > 0;
  if (status === 'provided')
    return !hasVehicle ? (
      'תודה שקניתם אצלנו.'
    ) : (
      <>
        תודה שקניתם אצלנו. הטיפולים, התאריכים והמסמכים נמצאים{' '}
        <Link to="/personal-area/garage" className="underline">
          במוסך שלי
        </Link>
        .
      </>
    );
  if (status !== 'delivery_in_process') return 'נעדכן אתכם בדוא״ל וב־SMS בכל שלב עד המסירה.';
  return delivery.branch ? 'מומלץ לתאם את ההגעה מראש.' : 'היא יצאה לדרך אל הכתובת שמסרתם.';
}
