import { toShekels } from '#domain/money/money.ts';
import { documentSum, documentTitle } from '#domain/money/tax-document.ts';
import { walletNames } from '#domain/money/wallets.ts';
import { paymentStateNames } from '#domain/orders/states.ts';
import { reasonInWords } from '#domain/orders/system-reasons.ts';
import { isolate } from '#domain/text/format.ts';
import type { OrderPage } from '#server/office/orders/read-order.ts';
import { CheckboxField, SelectField, TextField } from '#ui/form/field.tsx';
import { CopyLink } from '../../../components/copy-link.tsx';
import { ActionDialog } from '../../../components/dialogs/action-dialog.tsx';
import { Badge, Facts, Panel, type Tone } from '../../../components/panel.tsx';
import { Moment, Money, paymentTones } from '../../../components/shown-values.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { ReturnedDialog } from './returned-vehicles.tsx';

const refundStates: Record<OrderPage['refunds'][number]['status'], [string, Tone]> = {
  due: ['ממתין לשליחה', 'wait'],
  asked: ['נשלח, ממתין לתשובה', 'wait'],
  unknown: ['בבירור', 'bad'],
  done: ['הוחזר', 'good'],
  refused: ['נדחה', 'bad'],
};

type Props = {
  page: OrderPage;
  /** What is missing online of an order that grew after it was paid. */
  balanceAgorot: number;
};

/** The money trail: what came, what went back, what is left and what is still due. */
export function MoneyPanel({ page, balanceAgorot }: Props) {
  const { order, payments, refunds, documents, sums, may } = page;
  return (
    <Panel title="תשלומים" actions={<MoneyActions page={page} balanceAgorot={balanceAgorot} />}>
      <Facts
        facts={[
          ['שולם אונליין', <Money key="paid" agorot={sums.paid} />],
          ['תפוס בכרטיס', sums.held > 0 && <Money key="held" agorot={sums.held} />],
          ['זוכה', sums.back > 0 && <Money key="back" agorot={sums.back} />],
          ['נותר אצלנו', sums.back > 0 && <Money key="left" agorot={sums.left} />],
          [
            'שולם יותר מסכום ההזמנה',
            sums.over > 0 && (
              <b key="over" className="text-warning">
                <Money agorot={sums.over} />
              </b>
            ),
          ],
          [
            'יתרה לתשלום',
            sums.unpaid > 0 && (
              <b key="unpaid" className="text-warning">
                <Money agorot={sums.unpaid} />
              </b>
            ),
          ],
        ]}
      />
      <ul className="grid gap-2">
        {payments.map((payment) => (
          <li key={payment.uuid} className="flex flex-wrap items-center gap-2 border-t border-line pt-2">
            <Money agorot={payment.takenAgorot ?? payment.amountAgorot} />
            <Badge tone={paymentTones[payment.status]}>{paymentStateNames[payment.status]}</Badge>
            {payment.reviewReason && !payment.reviewResolvedAt && <Badge tone="bad">בבירור</Badge>}
            {payment.reviewOutcome === 'closed' && payment.status !== 'failed' && <Badge>טופל מחוץ למערכת</Badge>}
            {payment.wallet && <bdi className="text-sm text-ink-3">{walletNames[payment.wallet]}</bdi>}
            {payment.last4 && (
              <bdi className="text-sm text-ink-3">
                {payment.cardBrand} {payment.last4}
              </bdi>
            )}
            {(payment.paymentsCount ?? 1) > 1 && (
              <span className="text-sm text-ink-3">ב־{payment.paymentsCount} תשלומים</span>
            )}
            <span className="ms-auto text-sm text-ink-3">
              <Moment at={payment.settledAt ?? payment.createdAt} />
            </span>
          </li>
        ))}
        {refunds.map((refund) => (
          <li key={refund.uuid} className="flex flex-wrap items-center gap-2 border-t border-line pt-2">
            <Money agorot={-refund.amountAgorot} />
            <Badge tone={refundStates[refund.status][1]}>{refundStates[refund.status][0]}</Badge>
            <span className="min-w-0 text-sm text-ink-3">
              {refund.lines.some(({ quantity }) => quantity > 0) &&
                `${refund.lines.reduce((sum, { quantity }) => sum + quantity, 0)} יח׳ · `}
              <bdi>{refund.reason}</bdi>
            </span>
            <span className="ms-auto text-sm text-ink-3">
              <Moment at={refund.createdAt} />
            </span>
            {may.includes('orders.refund') &&
              refund.lines
                .filter(({ correctable }) => correctable.length > 0)
                .map((line) => <ReturnedDialog key={line.orderLineUid} number={order.number} {...{ refund, line }} />)}
          </li>
        ))}
      </ul>
      {documents.length > 0 && (
        <ul className="grid gap-1 border-t border-line pt-2">
          {documents.map(({ uuid, kind, number, totalAgorot }) => (
            <li key={uuid} className="flex justify-between gap-3">
              <a href={`/documents/${uuid}`} className="text-action-ink underline">
                {documentTitle[kind]} <bdi>{number}</bdi>
              </a>
              <Money agorot={documentSum(kind, totalAgorot)} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function MoneyActions({ page, balanceAgorot }: Props) {
  const { order, may, sums, reviews } = page;
  const inDoubt = reviews.some(({ kind }) => kind === 'payment');
  const unpaid = order.status === 'payment' && order.dueAgorot > 0 && order.holdUntil !== null;
  const { number } = order;
  return (
    <div className="flex flex-wrap gap-2">
      {may.includes('orders.review') &&
        reviews.map((review) => (
          <ActionDialog
            key={review.uuid}
            label={review.kind === 'payment' ? 'הכרעה בתשלום' : 'הכרעה בזיכוי'}
            title={`${review.kind === 'payment' ? 'תשלום' : 'זיכוי'} בבירור בהזמנה ${isolate(number)}`}
            call="review"
            submit="להכריע"
            variant="primary"
          >
            <input type="hidden" name="review" value={review.uuid} />
            <p>
              לפי הסיבה שנרשמה: <bdi>{reasonInWords(review.reason)}</bdi>. בדקו בספרים של חברת האשראי לפני ההכרעה.
            </p>
            <SelectField label="הכרעה" name="outcome" required defaultValue="">
              <option value="" disabled>
                בחרו
              </option>
              {review.outcomes.map((outcome) => (
                <option key={outcome} value={outcome}>
                  {outcomeNames[outcome]}
                </option>
              ))}
            </SelectField>
            <TextField label="סיבה" name="reason" required maxLength={300} />
          </ActionDialog>
        ))}
      {may.includes('orders.contact') && (unpaid || balanceAgorot > 0) && !inDoubt && (
        <ActionDialog
          label="קישור לתשלום"
          title={`קישור לתשלום ${unpaid ? '' : 'היתרה '}של הזמנה ${isolate(number)}`}
          call="payLink"
          submit={unpaid ? 'הכנת הקישור' : 'הצגת הקישור'}
          stays
        >
          {(reply) => (
            <>
              {unpaid ? (
                <TextField label="תקף לשעות" name="hours" type="number" min={1} max={72} defaultValue="24" required />
              ) : (
                <p>
                  לתשלום <Money agorot={balanceAgorot} />. זה הקישור שנשלח ללקוח, והוא תקף עד שהיתרה תשולם.
                </p>
              )}
              <CheckboxField label="לשלוח ללקוח בדוא״ל ובמסרון" name="send" />
              {reply?.ok && reply.result !== undefined && <CopyLink url={(reply.result as { url: string }).url} />}
            </>
          )}
        </ActionDialog>
      )}
      {may.includes('orders.capture') && sums.held > 0 && (
        <>
          <ActionDialog
            label="חיוב דמי השריון"
            title={`חיוב דמי השריון של הזמנה ${isolate(number)}`}
            call="capture"
            submit="לחייב"
          >
            <TextField
              label="סכום בש״ח"
              name="amount"
              type="number"
              step="0.01"
              min={1}
              max={toShekels(sums.held)}
              defaultValue={toShekels(Math.max(0, sums.held - sums.over))}
              required
            />
          </ActionDialog>
          <ActionDialog
            label="שחרור דמי השריון"
            title={`שחרור דמי השריון של הזמנה ${isolate(number)}`}
            call="release"
            submit="לשחרר"
            danger
          >
            <p>
              <Money agorot={sums.held} /> ישתחררו בכרטיס של הלקוח, וההזמנה תיסגר.
            </p>
            <TextField label="סיבה" name="reason" required maxLength={300} />
          </ActionDialog>
        </>
      )}
      {may.includes('orders.refund') && sums.left > 0 && <RefundDialog page={page} />}
    </div>
  );
}

const outcomeNames: Record<string, string> = {
  accept: 'לקבל את התשלום להזמנה',
  refund: 'להחזיר את הכסף ללקוח',
  close: 'לסגור: טופל מחוץ למערכת, או לא היה תשלום (למה שעוד מחכה לתשלום יישלח קישור ללקוח)',
  done: 'הזיכוי בוצע',
  'not-done': 'הזיכוי לא בוצע',
};
