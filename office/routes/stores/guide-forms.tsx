import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { kindNames } from '#domain/catalogue/kind-names.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { AskingDialog } from '../../components/dialogs/asking-dialog.tsx';
import { fieldError } from '../../components/refused-reply.tsx';
import type { OpeningData } from './opening.tsx';

type Props = { data: OpeningData };

/** A button, and what it opens. */
function StepDialog({
  label,
  title,
  children,
}: {
  label: string;
  title: string;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <AskingDialog open={open} onClose={close} title={title}>
        <div className="p-5">{open && children(close)}</div>
      </AskingDialog>
    </>
  );
}

export function CategoryForm({ data }: Props) {
  return (
    <ActionDialog label="קטגוריה ראשונה" call="category" submit="יצירה">
      {(reply) => (
        <>
          <TextField label="שם הקטגוריה" name="name" required maxLength={60} {...fieldError(reply?.errors, 'name')} />
          <TextField
            label="כתובת באתר"
            name="slug"
            required
            dir="ltr"
            hint="אותיות קטנות וספרות, מחוברות במקפים"
            {...fieldError(reply?.errors, 'slug')}
          />
          <SelectField
            label="אילו מוצרים"
            name="kind"
            required
            defaultValue={data.sellsVehicles ? 'VEHICLE' : 'ACCESSORY'}
            hint="כל מוצר מהסוג הזה נכנס לקטגוריה"
            {...fieldError(reply?.errors, 'kind')}
          >
            {Object.entries(kindNames).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </ActionDialog>
  );
}

/** Details that only the shopkeeper knows, and the pages themselves, to be read before the opening. */
export function LegalForm({ data: { legal } }: Props) {
  const blanks = [...new Set(legal.flatMap((page) => page.blanks))];
  return (
    <>
      {blanks.length > 0 && (
        <ActionDialog label="השלמת פרטים" title="פרטים לדפים המשפטיים" call="pages" submit="כתיבה בדפים">
          {(reply) => (
            <>
              <p className="text-ink-2">אפשר למלא חלק מהפרטים עכשיו. החנות נפתחת כשכולם מלאים.</p>
              {blanks.map((what, index) => (
                <div key={what}>
                  <input type="hidden" name={`blanks[${index}].what`} value={what} />
                  <TextArea
                    label={what}
                    name={`blanks[${index}].text`}
                    rows={2}
                    maxLength={600}
                    {...fieldError(reply?.errors, `blanks.${index}.text`)}
                  />
                </div>
              ))}
            </>
          )}
        </ActionDialog>
      )}
      <StepDialog label="קריאת הדפים" title="הדפים המשפטיים">
        {() => (
          <div className="grid gap-3">
            <p className="text-ink-2">
              הטקסטים הם נקודת פתיחה, ואינם ייעוץ משפטי. קראו אותם, התאימו אותם לעסק, ובקשו מעורכי דין לעבור עליהם.
            </p>
            <ul className="grid">
              {legal.map(({ uuid, title }) => (
                <li key={uuid}>
                  <Link
                    to={`/content/pages/${uuid}`}
                    className="inline-flex min-h-11 items-center text-action-ink underline"
                  >
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
      </StepDialog>
    </>
  );
}
