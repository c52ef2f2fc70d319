import { useState } from 'react';
import { isolate } from '#domain/text/format.ts';
import type { OrderPage, OrderPageLine } from '#server/office/orders/read-order.ts';
import { TextField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../../components/dialogs/action-dialog.tsx';

type ChoiceProps = {
  legend: string;
  name: string;
  vehicles: OrderPageLine['vehicles'];
  chosen: number[];
  /** One alone is chosen in place of another. */
  isSingle?: boolean;
  onChange: (chosen: number[]) => void;
};

/** Which of a line's vehicles come back, instead of how many: each has numbers of its own. */
export function VehicleChoice({ legend, name, vehicles, chosen, isSingle = false, onChange }: ChoiceProps) {
  const choose = (unit: number, isChosen: boolean) =>
    onChange(isSingle ? [unit] : isChosen ? [...chosen, unit] : chosen.filter((one) => one !== unit));
  return (
    <fieldset>
      <legend className="text-sm text-ink-3">{legend}</legend>
      {vehicles.map(({ unit, number }) => (
        <label key={unit} className="flex min-h-10 items-center gap-2">
          <input
            type={isSingle ? 'radio' : 'checkbox'}
            name={name}
            value={unit}
            checked={chosen.includes(unit)}
            onChange={({ target }) => choose(unit, target.checked)}
            className="size-5 accent-action-ink"
          />
          {number ? (
            <bdi dir="ltr" className="font-mono break-all">
              {number}
            </bdi>
          ) : (
            `רכב ${unit}, בלי מספרים`
          )}
        </label>
      ))}
    </fieldset>
  );
}

type Refund = OrderPage['refunds'][number];
type Props = { number: string; refund: Refund; line: Refund['lines'][number] };

/** Corrects which vehicles a refund brought back; another correction takes it back. */
export const ReturnedDialog = ({ number, refund, line }: Props) => (
  <ActionDialog
    label="תיקון הרכב שחזר"
    about={isolate(line.name)}
    title={`הרכב שחזר בזיכוי בהזמנה ${isolate(number)}`}
    call="returned"
    submit="לתקן"
    variant="quiet"
  >
    <ReturnedFields {...{ refund, line }} />
  </ActionDialog>
);

function ReturnedFields({ refund, line: { orderLineUid, quantity, units, correctable, name } }: Omit<Props, 'number'>) {
  const [chosen, setChosen] = useState(units);
  const isSingle = quantity === 1;
  return (
    <>
      <input type="hidden" name="refund" value={refund.uuid} />
      <input type="hidden" name="line" value={orderLineUid} />
      <p className="text-sm text-ink-3">הכסף והמלאי נשארים כפי שהם. במוסך של הלקוח יופיע הרכב שנשאר אצלו.</p>
      <VehicleChoice
        legend={isSingle ? `איזה ${isolate(name)} חזר?` : `אילו ${quantity} כלי רכב ${isolate(name)} חזרו?`}
        name="units[]"
        vehicles={correctable}
        {...{ chosen, isSingle }}
        onChange={setChosen}
      />
      <TextField label="סיבה" name="reason" required maxLength={300} />
    </>
  );
}
