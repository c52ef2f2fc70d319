import { toPercent, toShekels } from '#domain/money/money.ts';
import { type Permission, permissions } from '#domain/people/permissions.ts';
import { CheckboxField, TextField } from '#ui/form/field.tsx';

/** The part of a permission's name before its dot, in the order of the list. */
const groups: Record<string, string> = {
  orders: 'הזמנות',
  documents: 'מסמכים',
  leads: 'פניות',
  bookings: 'תורים',
  customers: 'לקוחות',
  notes: 'הערות ומשימות',
  messages: 'הודעות',
  products: 'קטלוג',
  stock: 'מלאי',
  promotions: 'מבצעים',
  content: 'תוכן',
  imports: 'ייבוא וייצוא',
  insight: 'נתונים',
  changes: 'יומן השינויים',
  approvals: 'אישורים',
  jobs: 'משימות רקע',
  settings: 'הגדרות',
  staff: 'צוות',
  keys: 'מפתחות API',
};
const entries = Object.entries(permissions) as [Permission, string][];

type Role = {
  name: string;
  permissions: Permission[];
  refund_limit_agorot: number | null;
  discount_limit_bp: number | null;
};

/** A role's name, permissions by subject, and what money it moves alone. */
export function PermissionFields({ role }: { role?: Role }) {
  return (
    <>
      <TextField label="שם התפקיד" name="name" defaultValue={role?.name} required maxLength={60} />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField
          label="זיכוי בלי אדם נוסף, עד כמה שקלים"
          name="refund"
          inputMode="decimal"
          dir="ltr"
          hint="ריק: בלי הגבלה"
          defaultValue={role?.refund_limit_agorot == null ? '' : toShekels(role.refund_limit_agorot)}
        />
        <TextField
          label="הנחה בלי אדם נוסף, עד כמה אחוזים"
          name="discount"
          inputMode="decimal"
          dir="ltr"
          hint="ריק: בלי הגבלה"
          defaultValue={role?.discount_limit_bp == null ? '' : toPercent(role.discount_limit_bp)}
        />
      </div>
      <div className="grid items-start gap-x-6 gap-y-3 sm:grid-cols-2">
        {Object.entries(groups).map(([prefix, label]) => (
          <fieldset key={prefix} className="border-t border-line pt-2">
            <legend className="sr-only">{label}</legend>
            <p aria-hidden className="font-semibold">
              {label}
            </p>
            {entries
              .filter(([name]) => name.startsWith(`${prefix}.`))
              .map(([name, text]) => (
                <CheckboxField
                  key={name}
                  label={text}
                  name="permissions[]"
                  value={name}
                  defaultChecked={role?.permissions.includes(name)}
                />
              ))}
          </fieldset>
        ))}
      </div>
    </>
  );
}
