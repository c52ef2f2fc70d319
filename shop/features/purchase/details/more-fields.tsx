import { MARKETING_TEXT, TERMS_TEXT } from '#domain/people/consent-texts.ts';
import { NUMBER_LABEL } from '#domain/people/identity-number.ts';
import { CheckboxField, TextArea, TextField } from '#ui/form/field.tsx';
import { Link } from '#ui/link.tsx';
import { TermsText } from '../terms-text.tsx';
import { bind } from './contact-fields.tsx';
import type { FormState } from './use-customer-form.ts';

/** An invoice in a business's name, and remarks. */
export function MoreFields({ state }: { state: FormState }) {
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

/** The terms, and apart from them and never ticked beforehand, consent to marketing. */
export function Consents({ state }: { state: FormState }) {
  const { form, set } = state;
  return (
    <div className="grid gap-1">
      <CheckboxField
        name="terms"
        required
        checked={form.terms}
        error={state.errors.terms}
        onChange={(event) => set({ terms: event.target.checked })}
        label={<TermsText text={TERMS_TEXT} />}
      />
      <CheckboxField
        name="marketing"
        checked={form.marketing}
        onChange={(event) => set({ marketing: event.target.checked })}
        label={MARKETING_TEXT}
      />
      <p className="mt-1 text-xs text-ink-3">
        אין חובה חוקית למסור את הפרטים, אבל בלעדיהם לא נוכל לספק את ההזמנה. נשתמש בהם לטיפול בהזמנה ונעביר לשליח ולחברת
        הסליקה את מה שדרוש להם בלבד. פירוט מלא וזכויות העיון והתיקון:{' '}
        <Link to="/page/privacy" target="_blank" className="underline">
          מדיניות הפרטיות
        </Link>
        .
      </p>
    </div>
  );
}
