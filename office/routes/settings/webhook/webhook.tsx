import { useState } from 'react';
import { webhookEventNames } from '#domain/people/webhook-events.ts';
import {
  editWebhook,
  newWebhookSecret,
  readWebhook,
  resendDelivery,
  testWebhook,
} from '#server/office/webhooks/webhooks.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField, TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../../components/action-form.tsx';
import { AskingDialog } from '../../../components/dialogs/asking-dialog.tsx';
import { OneTimeValue } from '../../../components/fields/one-time-value.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Badge, Panel } from '../../../components/panel.tsx';
import { StoredForm } from '../../../components/stored-form.tsx';
import { act, load, queryOf } from '../../../load.ts';
import type { Route } from './+types/webhook.ts';
import { Deliveries } from './deliveries.tsx';

export const loader = load((ctx, { request, params }: Route.LoaderArgs) =>
  readWebhook(ctx, { ...queryOf(request), store: params.store }),
);

export type WebhookData = Route.ComponentProps['loaderData'];

export const action = act(
  { edit: editWebhook, secret: newWebhookSecret, test: testWebhook, resend: resendDelivery },
  { says: { test: 'הודעת ניסיון בדרך. רעננו את הדף בעוד כמה שניות', resend: 'ההודעה נשלחת שוב' } },
);

/** Where a store tells other systems what happens in it, and what was delivered there. */
export default function Webhook({ loaderData: data }: Route.ComponentProps) {
  const { store, url } = data;
  return (
    <>
      <PageHead
        title={`Webhook של ${store.name}`}
        back={{ to: `/settings/stores/${store.uuid}`, label: `הגדרות ${store.name}` }}
        badges={<Badge tone={url ? 'good' : 'neutral'}>{url ? 'פועל' : 'כבוי'}</Badge>}
      />
      <div className="grid gap-4">
        <div className="grid items-start gap-4 lg:@min-[40rem]:grid-cols-2">
          <Target data={data} />
          <Secret data={data} />
        </div>
        <Deliveries data={data} />
      </div>
    </>
  );
}

function Target({ data: { store, url, events, may } }: { data: WebhookData }) {
  return (
    <Panel title="לאן ועל מה">
      <p className="text-ink-2">
        כשקורה משהו בחנות, נשלחת הודעת <bdi>JSON</bdi> לכתובת הזו. בהודעות על הזמנות אין פרטים אישיים: המערכת קוראת אותן
        במפתח API.
      </p>
      <StoredForm stored={JSON.stringify({ url, events })} call="edit" submit="שמירה">
        {(_, initial) => <TargetFields {...(JSON.parse(initial) as Target)} store={store.uuid} mayEdit={may.edit} />}
      </StoredForm>
    </Panel>
  );
}

type Target = Pick<WebhookData, 'url' | 'events'>;

function TargetFields({ url, events, store, mayEdit }: Target & { store: string; mayEdit: boolean }) {
  return (
    <>
      <input type="hidden" name="store" value={store} />
      <input type="hidden" name="was.url" value={url} />
      {events.map((event) => (
        <input key={event} type="hidden" name="was.events[]" value={event} />
      ))}
      <fieldset disabled={!mayEdit} className="grid gap-3">
        <legend className="sr-only">כתובת ואירועים</legend>
        <TextField
          label="כתובת"
          name="url"
          type="url"
          defaultValue={url}
          maxLength={500}
          autoComplete="off"
          hint="מתחילה ב־https. ריק: לא נשלח דבר"
        />
        <fieldset className="grid sm:grid-cols-2">
          <legend className="text-sm font-medium text-ink-2">על מה להודיע</legend>
          {Object.entries(webhookEventNames).map(([event, name]) => (
            <CheckboxField
              key={event}
              label={name}
              name="events[]"
              value={event}
              defaultChecked={events.some((one) => one === event)}
            />
          ))}
        </fieldset>
      </fieldset>
    </>
  );
}

function Secret({ data: { store, url, may } }: { data: WebhookData }) {
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState('');
  const close = () => {
    setOpen(false);
    setSecret('');
  };
  return (
    <Panel title="חתימה וניסיון">
      <p className="text-ink-2">
        כל הודעה חתומה לפי <bdi>Standard Webhooks</bdi> (<bdi dir="ltr">HMAC-SHA256</bdi>, עם שעת השליחה), כדי שהמערכת
        תדע שהיא מכאן. הודעה שמגיעה פעמיים נושאת אותו <bdi>webhook-id</bdi>. תשובה שאינה <bdi>2xx</bdi> גוררת ניסיונות
        נוספים במשך יממה.
      </p>
      {may.edit && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
            סוד חדש
          </Button>
          {url && (
            <ActionForm call="test" submit="שליחת ניסיון" variant="secondary">
              <input type="hidden" name="store" value={store.uuid} />
            </ActionForm>
          )}
        </div>
      )}
      <AskingDialog open={open} onClose={close} title="סוד חתימה חדש">
        <div className="p-5">
          {secret ? (
            <OneTimeValue label="סוד החתימה" value={secret} copied="הסוד הועתק" onDone={close}>
              <p>העתיקו את הסוד עכשיו אל המערכת שמקבלת את ההודעות. הוא לא יוצג שוב.</p>
            </OneTimeValue>
          ) : (
            open && (
              <ActionForm
                call="secret"
                submit="יצירת סוד"
                onDone={({ result }) => (result ? setSecret((result as { secret: string }).secret) : close())}
                onCancel={close}
              >
                <input type="hidden" name="store" value={store.uuid} />
                <p>הסוד הקודם מפסיק לחתום מיד, והמערכת תדחה הודעות עד שתקבל את החדש. הודעות שנדחו יישלחו שוב.</p>
              </ActionForm>
            )
          )}
        </div>
      </AskingDialog>
    </Panel>
  );
}
