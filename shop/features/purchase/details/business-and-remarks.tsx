import { NUMBER_LABEL } from '#domain/people/identity-number.ts';
import { CheckboxField, TextArea, TextField } from '#ui/form/field.tsx';
import { bind } from './contact-fields.tsx';
import type { FormState } from './use-customer-form.ts';

/** An invoice in a business's name, and remarks. */
export function BusinessAndRemarks({ state }: { state: FormState }) {
  const { form, set } = state;
  return (
    <div className="grid gap-5">
      <div className="grid gap-3">
        <CheckboxField
          label="חשבונית על שם עסק"
          checked={form.business}
          onChange={(event) => set({ business: event.target.checked })}
          aria-expanded={form.business}
        />
        {form.business && (
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
            <TextField
              {...bind(state, 'business_name')}
              label="שם העסק"
              required
              autoComplete="organization"
              maxLength={120}
            />
            <TextField
              {...bind(state, 'business_number')}
              label={NUMBER_LABEL}
              required
              inputMode="numeric"
              maxLength={20}
            />
          </div>
        )}
      </div>
      <TextArea {...bind(state, 'remarks')} label="הערות להזמנה" rows={3} maxLength={500} />
    </div>
  );
}
