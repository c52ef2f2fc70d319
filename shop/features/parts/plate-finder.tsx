import { Form, useNavigation } from 'react-router';
import type { FormReply } from '#domain/forms/parse-form.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { TextField } from '#ui/form/field.tsx';
import { useForm } from '#ui/form/use-form.ts';

const schema = () => import('#contract/leads/trade-in-form.ts').then(({ plateForm }) => plateForm);

/** Model and year by the plate; it is sent, as it is nothing for an address. */
export function PlateFinder({ reply }: { reply: FormReply | undefined }) {
  const form = useForm(schema, { reply, values: {}, busy: useNavigation().formMethod === 'POST' });
  return (
    <Form
      {...form.props}
      aria-label="חיפוש לפי מספר רישוי"
      className="grid content-start gap-4 rounded-xl bg-ground p-5 md:p-7"
    >
      <h2 className="text-xl">לפי מספר רישוי</h2>
      <FormErrors form={form} />
      <TextField
        label="מספר הרישוי של הרכב"
        {...form.field('plate')}
        required
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        hint="הדגם והשנה יימצאו לפי מאגר הרכב של משרד התחבורה"
      />
      <Button {...form.button} className="justify-self-start">
        איתור הדגם
      </Button>
    </Form>
  );
}
