import { isBeingHandled, orderStateNames } from '#domain/orders/states.ts';
import { canMove, goodsOfCancelled, nextStatus } from '#domain/orders/transitions.ts';
import { isolate } from '#domain/text/format.ts';
import type { OrderPage } from '#server/office/orders/read-order.ts';
import { TextField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../../components/dialogs/action-dialog.tsx';
import { Money } from '../../../components/shown-values.tsx';

/** What can be done with the whole order now. */
export function OrderActions({ page }: { page: OrderPage }) {
  const { order, may, lines, shipments, sums, courierRemarks, isAllRefunded } = page;
  const { number, status, dueAgorot } = order;
  const next = isAllRefunded ? null : nextStatus(status);
  const unpaid = status === 'payment' && dueAgorot > 0;
  const left = lines.map((line) => ({
    ...line,
    left: Math.max(0, line.quantity - line.shipped - line.refunded + line.refundedSent),
  }));
  const sendable = isBeingHandled(status) && left.some((line) => line.left > 0);
  const open = shipments.some(({ deliveredAt }) => deliveredAt === null);
  // The rest went back, or was edited out.
  const isSentWhole = isBeingHandled(status) && shipments.length > 0 && !sendable;
  const isLast = !isAllRefunded && (status === 'delivery_in_process' || isSentWhole);
  const hasMoney = sums.left + sums.held > 0;
  const cancellable = canMove(status, 'cancelled') && !(status === 'provided' && hasMoney);
  return (
    <>
      {may.includes('orders.advance') && next && !unpaid && !isLast && (
        <ActionDialog
          label={`קידום: ${orderStateNames[next]}`}
          title={`קידום הזמנה ${isolate(number)}`}
          call="advance"
          submit="לקדם"
          variant="primary"
        >
          <input type="hidden" name="from" value={status} />
          <p>ההזמנה תעבור למצב ״{orderStateNames[next]}״, והלקוח יקבל הודעה.</p>
        </ActionDialog>
      )}
      {may.includes('orders.advance') && (isLast || open) && (
        <ActionDialog
          label="נמסרה"
          title={`הזמנה ${isolate(number)} נמסרה`}
          call="deliver"
          submit="נמסרה"
          variant={isLast ? 'primary' : 'secondary'}
        >
          <p>{isLast ? 'ההזמנה תיסגר כנמסרה, והלקוח יקבל הודעה.' : 'מה שנשלח עד כה יסומן שהגיע.'}</p>
          {isLast && <HeldWarning agorot={sums.held} />}
          {isLast && sums.unpaid > 0 && (
            // A deposit's rest is paid at the branch, of which nothing is known here.
            <p className="font-semibold text-warning">
              יתרה של <Money agorot={sums.unpaid} /> לא שולמה באתר. ודאו שהיא התקבלה לפני שסוגרים את ההזמנה.
            </p>
          )}
        </ActionDialog>
      )}
      {may.includes('orders.advance') && sendable && order.postalAddress !== null && (
        <ActionDialog
          label="משלוח"
          title={`משלוח של הזמנה ${isolate(number)}`}
          call="ship"
          submit="נשלח"
          width="w-full sm:w-[36rem]"
        >
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-sm text-ink-3">מה נשלח עכשיו</legend>
            {left
              .filter((line) => line.left > 0)
              .map((line, at) => (
                <label key={line.uuid} className="flex items-center gap-3">
                  <input type="hidden" name={`lines[${at}].line`} value={line.uuid} />
                  <input
                    type="number"
                    name={`lines[${at}].quantity`}
                    defaultValue={line.left}
                    min={0}
                    max={line.left}
                    className="office-field w-20"
                  />
                  <span className="min-w-0 grow">
                    {line.name} <span className="text-ink-3">(מתוך {line.left})</span>
                  </span>
                </label>
              ))}
          </fieldset>
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField label="חברת משלוחים" name="carrier" maxLength={60} />
            <TextField label="מספר מעקב" name="tracking" maxLength={60} dir="ltr" />
          </div>
          {courierRemarks && (
            <p>
              הערות לשליח: <bdi>{courierRemarks}</bdi>
            </p>
          )}
          <HeldWarning agorot={sums.held} />
          <p className="text-sm text-ink-3">הלקוח יקבל הודעה עם מספר המעקב.</p>
        </ActionDialog>
      )}
      {may.includes('orders.cancel') && cancellable && (
        <ActionDialog
          label="ביטול ההזמנה"
          title={`ביטול הזמנה ${isolate(number)}`}
          call="cancel"
          submit="לבטל את ההזמנה"
          danger
        >
          <p>
            {goodsOfCancelled(order, shipments.length > 0)}
            {hasMoney && ' הכסף ששולם לא חוזר מעצמו: אחרי הביטול בצעו זיכוי.'}
          </p>
          <TextField label="סיבה" name="reason" required maxLength={300} />
        </ActionDialog>
      )}
    </>
  );
}

/** A hold lapses at the card's issuer: goods leave only once it was captured. */
function HeldWarning({ agorot }: { agorot: number }) {
  if (agorot === 0) return null;
  return (
    <p className="font-semibold text-warning">
      <Money agorot={agorot} /> תפוסים בכרטיס ולא חויבו. חייבו אותם קודם; שחרור סוגר את ההזמנה.
    </p>
  );
}
