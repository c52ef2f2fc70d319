import { useState } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ApiError, call } from '~/api.ts';
import { cancellationFrom, nameOfCancelling } from '~/features/order/cancellation-from.ts';
import { endOf } from '~/features/order/ended.ts';
import { NoticeDialog } from '../notice-dialog.tsx';
import { useChange } from '../use-change.ts';

const notCancelled = (paid: boolean) =>
  new ApiError(422, {
    error_code: 'ORDER_NOT_PAYABLE',
    message: paid
      ? 'ההזמנה שולמה בינתיים. אפשר לבטל אותה בהודעת ביטול'
      : 'התשלום על ההזמנה עדיין בבדיקה, ולכן היא לא בוטלה',
    request_id: '',
  });

/**
 * An unpaid order is cancelled directly; any other by the notice of cancellation (docs/rules/cancellation.md), or a
 * question is sent.
 */
export function OrderHelp({ order }: { order: Order }) {
  const [asking, setAsking] = useState(false);
  const { busy, change } = useChange();
  const number = encodeURIComponent(order.number);
  const ended = endOf(order) !== null;
  const unpaid = order.status === 'payment' && order.hold_until !== null;

  async function cancel() {
    setAsking(false);
    await change(
      'cancel',
      async () => {
        const { cancelled, paid } = await call('POST /customer/orders/cancel-order', { body: { id: order.uuid } });
        if (!cancelled) throw notCancelled(paid);
      },
      'ההזמנה בוטלה',
    );
  }

  return (
    <section aria-labelledby="help-title" className="grid gap-3 print:hidden">
      <h2 id="help-title" className="text-lg">
        צריכים עזרה?
      </h2>
      <ButtonLink to={`/contact?order=${number}`} variant="secondary" wide className="sm:max-w-96">
        שאלה על ההזמנה
      </ButtonLink>
      {unpaid && (
        <Button
          variant="quiet"
          wide
          className="sm:max-w-96"
          busy={busy.includes('cancel')}
          onClick={() => setAsking(true)}
        >
          ביטול ההזמנה
        </Button>
      )}
      {!unpaid && !ended && (
        <ButtonLink
          to={`/cancellation?order=${number}`}
          state={cancellationFrom(order, `/personal-area/orders/order-details?id=${order.uuid}`)}
          variant="quiet"
          wide
          className="sm:max-w-96"
        >
          {nameOfCancelling(order, 'ביטול ההזמנה')}
        </ButtonLink>
      )}
      <NoticeDialog
        notice={
          asking
            ? {
                title: 'לבטל את ההזמנה?',
                text: <p>ההזמנה עוד לא שולמה. הפריטים ישוחררו, ולא תחויבו.</p>,
                action: { label: 'ביטול ההזמנה', destroys: true, onPress: () => void cancel() },
                other: { label: 'חזרה להזמנה', onPress: () => setAsking(false) },
              }
            : null
        }
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
