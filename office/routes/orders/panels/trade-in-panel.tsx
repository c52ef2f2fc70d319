import { Link } from 'react-router';
import { toShekels } from '#domain/money/money.ts';
import type { OrderPage } from '#server/office/orders/read-order.ts';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../../components/dialogs/action-dialog.tsx';
import { Badge, Facts, Panel, type Tone } from '../../../components/panel.tsx';
import { Moment, Money } from '../../../components/shown-values.tsx';

const states: Record<NonNullable<OrderPage['tradeIn']>['state'], [string, Tone]> = {
  estimated: ['מחכה לבדיקה', 'wait'],
  confirmed: ['נרשם זיכוי בהזמנה', 'good'],
  rejected: ['לא נרשם זיכוי', 'bad'],
};

/** The used vehicle of the order: after the inspection its value becomes a discount. */
export function TradeInPanel({ page: { order, tradeIn, may } }: { page: OrderPage }) {
  if (!tradeIn) return null;
  const { state, tradeInUid, name, creditAgorot, lowAgorot, highAgorot, confirmedAgorot, reason, decidedAt } = tradeIn;
  const isOver = order.status === 'cancelled' || order.status === 'refunded';
  const mayDecide = state === 'estimated' && !isOver && may.includes('trade-ins.confirm');
  return (
    <Panel
      title="טרייד־אין"
      actions={
        mayDecide && (
          <>
            <ActionDialog
              label="אישור שווי"
              title="הרכב נבדק: מה שוויו?"
              call="confirmTradeIn"
              submit="רישום הזיכוי"
              variant="primary"
            >
              <TextField
                label="שווי בשקלים"
                name="sum"
                required
                dir="ltr"
                inputMode="decimal"
                defaultValue={String(toShekels(creditAgorot))}
                hint="נרשם כהנחה בהזמנה, לכל היותר מחיר הרכב שנקנה. מה ששולם ביתר מחזירים אחר כך בכפתור ״זיכוי״."
              />
              <TextArea
                label="מה נמצא בבדיקה"
                name="reason"
                required
                maxLength={300}
                rows={3}
                hint="הלקוח רואה את זה."
              />
            </ActionDialog>
            <ActionDialog label="דחייה" title="לא לקבל את הרכב" call="rejectTradeIn" submit="דחייה" danger>
              <TextArea label="למה" name="reason" required maxLength={300} rows={3} hint="הלקוח רואה את זה." />
            </ActionDialog>
          </>
        )
      }
    >
      <Facts
        facts={[
          [
            'הרכב',
            tradeInUid && may.includes('trade-ins.read') ? (
              <Link key="vehicle" to={`/trade-ins/${tradeInUid}`} className="text-action-ink underline">
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi key="vehicle">{name}</bdi>
            ),
          ],
          [
            'מצב',
            <Badge key="state" tone={states[state][1]}>
              {states[state][0]}
            </Badge>,
          ],
          [
            'הוצע',
            <span key="offer">
              <Money agorot={lowAgorot} />
              {highAgorot !== lowAgorot && (
                <>
                  {' – '}
                  <Money agorot={highAgorot} />
                </>
              )}
            </span>,
          ],
          ['הוצג ללקוח', <Money key="credit" agorot={creditAgorot} />],
          ['זוכה', confirmedAgorot !== null && <Money key="confirmed" agorot={confirmedAgorot} />],
          ['נכתב ללקוח', reason && <bdi key="reason">{reason}</bdi>],
          ['הוכרע', decidedAt && <Moment key="at" at={decidedAt} />],
        ]}
      />
      {state === 'estimated' && lowAgorot > creditAgorot && (
        <p className="text-sm text-ink-3">
          ההצעה גבוהה ממחיר הרכב שנקנה, ומזכים רק עד מחירו. הלקוח קרא שלגבי ההפרש,{' '}
          <Money agorot={lowAgorot - creditAgorot} />, פונים לסניף: ההזמנה אינה רושמת אותו.
        </p>
      )}
    </Panel>
  );
}
