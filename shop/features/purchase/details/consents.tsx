import { MARKETING_TEXT, TERMS_TEXT } from '#domain/people/consent-texts.ts';
import { CheckboxField } from '#ui/form/field.tsx';
import { Link } from '#ui/link.tsx';
import { TermsText } from '../terms-text.tsx';
import type { FormState } from './use-customer-form.ts';

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
