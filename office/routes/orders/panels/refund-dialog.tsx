import { useEffect, useState } from 'react';
import { allocate } from '#domain/money/allocate.ts';
import { shareOfPieces } from '#domain/money/line-share.ts';
import { nearestAgorot, toShekels } from '#domain/money/money.ts';
import { CANCELLATION_DAYS, cancellationFee, feeLeft } from '#domain/orders/cancellation.ts';
import { goodsOfRefunded, waitsAt } from '#domain/orders/transitions.ts';
import { isolate } from '#domain/text/format.ts';
import type { OrderPage, OrderPageLine } from '#server/office/orders/read-order.ts';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../../components/dialogs/action-dialog.tsx';
import { LimitHint, Money } from '../../../components/shown-values.tsx';
import { VehicleChoice } from './returned-vehicles.tsx';

type Choice = { quantity: number; amount: string; restock: boolean; units: number[] };

/** How many of so many pieces may be ones that had been sent: a line may have both kinds left. */
function sentBounds(line: OrderPageLine, quantity: number): [least: number, most: number] {
  const sentLeft = Math.max(0, line.shipped - line.refundedSent);
  const unsentLeft = Math.max(0, line.quantity - line.refunded - sentLeft);
  return [Math.max(0, quantity - unsentLeft), Math.min(quantity, sentLeft)];
}

/**
 * A refund by line: pieces, money and stock are decided apart; whatever is more (delivery, amends) is added as a sum.
 */
export function RefundDialog({ page }: { page: OrderPage }) {
  const { sums, refundLeftAgorot } = page;
  const [total, setTotal] = useState(0);
  const waits = refundLeftAgorot !== null && total > refundLeftAgorot;
  return (
    <ActionDialog
      label="זיכוי"
      title={`זיכוי הזמנה ${isolate(page.order.number)}`}
      call="refund"
      submit={waits ? 'לשלוח לאישור' : 'לזכות'}
      danger
      width="w-full sm:w-[44rem]"
    >
      <RefundFields page={page} onTotal={setTotal} />
      {refundLeftAgorot !== null && refundLeftAgorot < sums.left && (
        <LimitHint waits={waits}>
          {refundLeftAgorot > 0 ? (
            <>
              מעל <Money agorot={refundLeftAgorot} /> תידרש הסכמה של אדם נוסף
            </>
          ) : (
            'לזיכוי תידרש הסכמה של אדם נוסף'
          )}
        </LimitHint>
      )}
    </ActionDialog>
  );
}

const sumOf = (sums: number[]): number => sums.reduce((total, sum) => total + sum, 0);
const agorotOf = (shekels: string): number => nearestAgorot(Number(shekels || 0));

type FieldsProps = { page: OrderPage; onTotal: (agorot: number) => void };

function RefundFields({ page: { order, lines, branches, sums, reviews, refunds }, onTotal }: FieldsProps) {
  const { left, over } = sums;
  const { stockHeld } = order;
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const [other, setOther] = useState('');
  /** Kept by the button that leaves it out, until a sum is changed. */
  const [fee, setFee] = useState(0);
  const open = lines.filter((line) => line.quantity > line.refunded);
  const choiceOf = (line: OrderPageLine): Choice =>
    choices[line.uuid] ?? { quantity: 0, amount: '', restock: stockHeld, units: [] };
  const shareOf = (line: OrderPageLine, quantity: number) => shareOfPieces(line, quantity, line.returned);
  const total =
    open.reduce((sum, line) => {
      const { quantity, amount } = choiceOf(line);
      return quantity > 0 ? sum + agorotOf(amount) : sum;
    }, 0) + agorotOf(other);
  useEffect(() => onTotal(total), [total, onTotal]);
  // What an edit has made too much ends no order, and what a lender pays for ends by being cancelled.
  const ends = total > 0 && total === left && total > over && order.paymentMethod !== 'financing';
  const change = (line: OrderPageLine, part: Partial<Choice>) => {
    if (!('restock' in part)) setFee(0);
    setChoices({ ...choices, [line.uuid]: { ...choiceOf(line), ...part } });
  };
  const take = (line: OrderPageLine, pieces: number, units: number[] = []) => {
    const amount = String(toShekels(shareOf(line, Math.min(line.quantity - line.refunded, pieces))));
    change(line, { quantity: pieces, amount, units });
  };
  const takeAll = ({ lessFee }: { lessFee: boolean }) => {
    const shares = open.map((line) => shareOf(line, line.quantity - line.refunded));
    const ofLines = sumOf(shares);
    // Of an order that has grown since it was paid there is less to give back than its lines cost.
    const keptBefore = lessFee
      ? sumOf(refunds.map(({ status, feeAgorot }) => (status === 'refused' ? 0 : feeAgorot)))
      : 0;
    const keptFee = lessFee ? Math.min(cancellationFee(ofLines), feeLeft(order.totalAgorot, keptBefore)) : 0;
    setFee(keptFee);
    const most = left - keptBefore;
    const back = Math.max(0, Math.min(most, ofLines) - keptFee);
    const amounts = allocate(back, shares);
    setChoices(
      Object.fromEntries(
        open.map((line, at) => {
          const amount = String(toShekels(amounts[at] ?? 0));
          const units = line.vehicles.map(({ unit }) => unit);
          return [line.uuid, { quantity: line.quantity - line.refunded, amount, restock: stockHeld, units }];
        }),
      ),
    );
    setOther(most > ofLines ? String(toShekels(most - ofLines)) : '');
  };
  /** What an edit has made too much is for no piece. */
  const takeOver = () => {
    setFee(0);
    setChoices({});
    setOther(String(toShekels(Math.min(over, left))));
  };
  return (
    <>
      <p className="flex flex-wrap items-center gap-3">
        <span>
          אפשר להחזיר עד <Money agorot={left} />.
        </span>
        <button type="button" className="min-h-6 text-action-ink underline" onClick={() => takeAll({ lessFee: false })}>
          הכול
        </button>
        <button type="button" className="min-h-6 text-action-ink underline" onClick={() => takeAll({ lessFee: true })}>
          הכול, פחות דמי ביטול
        </button>
        {/* A sum without pieces goes to the payment in doubt, where there is one. */}
        {over > 0 && reviews.length === 0 && (
          <button type="button" className="min-h-6 text-action-ink underline" onClick={takeOver}>
            מה ששולם ביתר (<Money agorot={over} />)
          </button>
        )}
      </p>
      <p className="text-xs text-ink-3">
        ביטול עסקה בתוך {CANCELLATION_DAYS} ימים מקבלת הפריט: דמי ביטול של 5% או ₪100, לפי הנמוך, ובלעדיהם כשיש פגם,
        אי־התאמה או איחור.
      </p>
      <ul className="grid gap-3">
        {open.map((line, at) => {
          const { quantity, amount, restock, units } = choiceOf(line);
          const most = line.quantity - line.refunded;
          const [leastSent, mostSent] = sentBounds(line, quantity);
          return (
            <li key={line.uuid} className="grid gap-2 border-t border-line pt-3">
              <p className="font-semibold">
                <bdi>{line.name}</bdi>
              </p>
              <input type="hidden" name={`lines[${at}].line`} value={line.uuid} />
              {line.vehicles.length > 0 && (
                <>
                  <VehicleChoice
                    legend="אילו כלי רכב חוזרים?"
                    name={`lines[${at}].units[]`}
                    vehicles={line.vehicles}
                    chosen={units}
                    onChange={(chosen) => take(line, chosen.length, chosen)}
                  />
                  <input type="hidden" name={`lines[${at}].quantity`} value={units.length} />
                </>
              )}
              <div className="flex flex-wrap items-end gap-3">
                {line.vehicles.length === 0 && (
                  <label className="grid gap-1 text-sm text-ink-3">
                    כמות (מתוך {most})
                    <input
                      type="number"
                      name={`lines[${at}].quantity`}
                      min={0}
                      max={most}
                      value={quantity}
                      // More than there are stays as it was typed, for the form to refuse.
                      onChange={({ target }) => take(line, Math.max(0, Number(target.value)))}
                      className="office-field w-24"
                    />
                  </label>
                )}
                <label className="grid gap-1 text-sm text-ink-3">
                  סכום בש״ח
                  <input
                    type="number"
                    name={`lines[${at}].amount`}
                    min={0}
                    step="0.01"
                    max={toShekels(shareOf(line, Math.min(most, quantity)))}
                    value={amount}
                    disabled={quantity === 0}
                    onChange={({ target }) => change(line, { amount: target.value })}
                    className="office-field w-32"
                  />
                </label>
                {leastSent < mostSent && (
                  <label key={quantity} className="grid gap-1 text-sm text-ink-3">
                    כמה מהן כבר נשלחו
                    <input
                      type="number"
                      name={`lines[${at}].sent`}
                      required
                      min={leastSent}
                      max={mostSent}
                      className="office-field w-32"
                    />
                  </label>
                )}
                <label className="flex min-h-10 items-center gap-2">
                  <input
                    type="checkbox"
                    name={`lines[${at}].restock`}
                    checked={restock && quantity > 0}
                    disabled={quantity === 0 || !stockHeld}
                    onChange={({ target }) => change(line, { restock: target.checked })}
                    className="size-5 accent-action-ink"
                  />
                  חוזר למלאי
                </label>
              </div>
            </li>
          );
        })}
      </ul>
      {branches.length > 0 && open.some((line) => choiceOf(line).quantity > 0 && choiceOf(line).restock) && (
        <SelectField label="לאן חוזרות היחידות" name="restock_to" required>
          <option value="origin">{waitsAt(order) ? 'למלאי הסניף שבו הן מחכות' : 'למקום שיצאו ממנו'}</option>
          <option value="warehouse">מחסן מרכזי</option>
          {branches.map(({ uuid, name }) => (
            <option key={uuid} value={uuid}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <label className="grid justify-items-start gap-1 border-t border-line pt-3 text-sm text-ink-3">
        סכום נוסף בש״ח (משלוח, פיצוי)
        <input
          type="number"
          min={0}
          max={toShekels(left)}
          step="0.01"
          value={other}
          onChange={({ target }) => {
            setFee(0);
            setOther(target.value);
          }}
          className="office-field w-32"
        />
      </label>
      <TextField label="סיבה" name="reason" required maxLength={300} />
      <input type="hidden" name="total" value={toShekels(total)} />
      <input type="hidden" name="fee" value={toShekels(fee)} />
      <p role="status" className="font-semibold">
        סך הזיכוי: <Money agorot={total} />
        {fee > 0 && (
          <>
            , אחרי דמי ביטול של <Money agorot={fee} />
          </>
        )}
        {ends && (
          <span className="block font-normal">
            {goodsOfRefunded(
              order,
              open.every((line) => choiceOf(line).quantity === line.quantity - line.refunded),
            )}
          </span>
        )}
      </p>
    </>
  );
}
