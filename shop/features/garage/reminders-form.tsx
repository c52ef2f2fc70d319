import { Form, useNavigation } from 'react-router';
import type { FormReply } from '#domain/forms/parse-form.ts';
import { REMINDERS_TEXT } from '#domain/people/consent-texts.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { MessageWays, type Ways, waysValues } from '#ui/form/message-ways.tsx';
import { useForm } from '#ui/form/use-form.ts';

const schema = () => import('#contract/customers/vehicle-form.ts').then(({ remindersForm }) => remindersForm);

type Props = {
  reminders: Ways & { days: number };
  reply: FormReply | undefined;
  saved: boolean;
};

const ahead = { 7: 'שבוע לפני', 14: 'שבועיים לפני', 30: 'חודש לפני', 60: 'חודשיים לפני' };

/** Reminders of all vehicles in the garage; without a ticked box none are sent. */
export function RemindersForm({ reminders, reply, saved }: Props) {
  const { by_sms, by_email, days } = reminders;
  const form = useForm(schema, {
    reply,
    values: { ...waysValues(reminders), days: String(days) },
    busy: useNavigation().formData?.get('form') === 'reminders',
  });
  return (
    <section
      id="messages"
      aria-labelledby="reminders-title"
      className="scroll-mt-24 mt-12 max-w-2xl rounded-lg bg-ground-2 p-5 sm:p-6"
    >
      <h2 id="reminders-title" className="text-xl">
        תזכורות
      </h2>
      <p className="mt-2 text-ink-2">{REMINDERS_TEXT}</p>
      <Form {...form.props} preventScrollReset className="mt-5 grid gap-4">
        <FormErrors form={form} />
        <input type="hidden" name="form" value="reminders" />
        <MessageWays form={form} ways={reminders} prove="/personal-area/prove-email?for=garage" />
        <SelectField label="מתי להזכיר?" {...form.field('days')} required className="max-w-60">
          {Object.entries(ahead).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap items-center gap-4">
          <Button {...form.button} variant="secondary">
            שמירת התזכורות
          </Button>
          <p role="status" className="font-semibold text-success">
            {saved && (by_sms || by_email ? 'התזכורות נשמרו' : 'לא יישלחו תזכורות')}
          </p>
        </div>
      </Form>
    </section>
  );
}
