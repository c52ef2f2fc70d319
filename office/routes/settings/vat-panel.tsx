import { toPercent } from '#domain/money/money.ts';
import { formatLongDate } from '#domain/text/format.ts';
import type { VatRow } from '#server/office/settings/vat.ts';
import { TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { Badge, Panel } from '../../components/panel.tsx';

type Props = { rates: VatRow[]; mayEdit: boolean };

const percent = (bp: number): string => `${toPercent(bp)}%`;
const formatDay = (day: string): string => formatLongDate(`${day}T12:00:00Z`);

/** Rates by the day that they begin on. What an invoice bears stays. */
export function VatPanel({ rates, mayEdit }: Props) {
  return (
    <Panel title="מע״מ">
      <ul className="grid gap-2">
        {rates.map((row) => (
          <li key={row.from} className="flex min-h-11 flex-wrap items-center gap-x-3">
            <span className="font-semibold">
              <bdi dir="ltr">{percent(row.bp)}</bdi>
            </span>
            <span className="grow">מ־{formatDay(row.from)}</span>
            {row.current && <Badge tone="good">היום</Badge>}
            {mayEdit && row.uuid && !row.used && (
              <ActionDialog
                label="הסרה"
                title={`להסיר את השיעור מ־${formatDay(row.from)}?`}
                call="removeVat"
                submit="להסיר את השיעור"
                danger
                variant="quiet"
              >
                <input type="hidden" name="rate" value={row.uuid} />
                <p>החשבוניות מהיום הזה יישאו את השיעור שלפניו.</p>
              </ActionDialog>
            )}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-3">
        חשבונית נושאת את השיעור של היום שבו היא מופקת, וזיכוי את של החשבונית שהוא מזכה. שיעור שכבר יש חשבונית מיומו או
        אחריו אינו משתנה. המחירים באתר כוללים מע״מ ואינם משתנים מעצמם.
      </p>
      {mayEdit && (
        <ActionForm call="addVat" submit="הוספת שיעור" variant="secondary">
          <div className="grid grid-cols-2 items-start gap-2">
            <DateField label="מיום" name="from" required />
            <TextField label="אחוז" name="percent" inputMode="decimal" maxLength={6} autoComplete="off" required />
          </div>
        </ActionForm>
      )}
    </Panel>
  );
}
