import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import type { FormReply } from '#domain/forms/parse-form.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { TextField } from '#ui/form/field.tsx';
import { useForm } from '#ui/form/use-form.ts';

const schema = () => import('#contract/leads/trade-in-form.ts').then(({ plateForm }) => plateForm);

type Props = {
  /** What the form does, for screen readers. */
  label: string;
  button: string;
  reply: FormReply | undefined;
  /** Once the plate led somewhere. */
  onFound?: () => void;
};

/** Model and year by the plate; it is sent, as it is nothing for an address. */
export function PlateFinder({ label, button, reply, onFound }: Props) {
  const busy = useNavigation().formData?.get('form') === 'plate';
  const form = useForm(schema, { reply, values: {}, busy });
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && !reply) onFound?.();
    wasBusy.current = busy;
  }, [busy, reply, onFound]);
  return (
    <Form {...form.props} preventScrollReset aria-label={label} className="grid content-start gap-4">
      <FormErrors form={form} />
      <input type="hidden" name="form" value="plate" />
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
        {button}
      </Button>
    </Form>
  );
}
