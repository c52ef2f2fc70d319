import { Form, useNavigation } from 'react-router';
import type { FormReply } from '#domain/forms/parse-form.ts';
import { FAVORITE_ALERTS_TEXT } from '#domain/people/consent-texts.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { MessageWays, type Ways, waysValues } from '#ui/form/message-ways.tsx';
import { useForm } from '#ui/form/use-form.ts';

const schema = () => import('#contract/customers/message-ways-form.ts').then(({ waysForm }) => waysForm);

type Props = { alerts: Ways; reply: FormReply | undefined; saved: boolean };

/** Alerts of lower prices and returned stock among the favourites. */
export function AlertsForm({ alerts, reply, saved }: Props) {
  const form = useForm(schema, {
    reply,
    values: waysValues(alerts),
    busy: useNavigation().formMethod === 'POST',
  });
  return (
    <section
      id="messages"
      aria-labelledby="alerts-title"
      className="scroll-mt-24 mt-12 max-w-2xl rounded-lg bg-ground-2 p-5 sm:p-6"
    >
      <h2 id="alerts-title" className="text-xl">
        לעדכן אותי כשהמחיר יורד או כשחוזר למלאי
      </h2>
      <p className="mt-2 text-ink-2">{FAVORITE_ALERTS_TEXT}</p>
      <Form {...form.props} preventScrollReset className="mt-5 grid gap-4">
        <FormErrors form={form} />
        <MessageWays form={form} ways={alerts} prove="/personal-area/prove-email?for=favorites" />
        <div className="flex flex-wrap items-center gap-4">
          <Button {...form.button} variant="secondary">
            שמירת הבחירה
          </Button>
          <p role="status" className="font-semibold text-success">
            {saved && (alerts.by_sms || alerts.by_email ? 'העדכונים הופעלו' : 'לא יישלחו עדכונים')}
          </p>
        </div>
      </Form>
    </section>
  );
}
