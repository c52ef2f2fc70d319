import { Form, useNavigation } from 'react-router';
import type { FormReply } from '#domain/forms/parse-form.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { TextField } from '#ui/form/field.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Link } from '#ui/link.tsx';
import { useFormDraft } from '~/forms/draft.ts';

const schema = () => import('#contract/leads/trade-in-form.ts').then(({ plateForm }) => plateForm);

/** The first step: a plate, or the details by hand. */
export function PlateForm({ byHand, reply }: { byHand: string; reply: FormReply | undefined }) {
  const form = useForm(schema, { reply, values: {}, busy: useNavigation().formMethod === 'POST' });
  useFormDraft('trade-in', form.id);
  return (
    <Form {...form.props} preventScrollReset className="mt-8 grid max-w-xl gap-4 rounded-xl bg-ground-2 p-5 sm:p-8">
      <FormErrors form={form} />
      <input type="hidden" name="step" value="find" />
      <TextField
        label="מספר הרישוי של הרכב שלכם"
        {...form.field('plate')}
        required
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        hint="היצרן, הדגם והשנה יתמלאו לפי מאגר הרכב של משרד התחבורה"
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button {...form.button}>המשך</Button>
        <Link
          to={byHand}
          preventScrollReset
          className="inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4"
        >
          אין לוחית רישוי? מילוי ידני
        </Link>
      </div>
    </Form>
  );
}
