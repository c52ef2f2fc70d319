import { useState } from 'react';
import { permissions as permissionNames } from '#domain/people/permissions.ts';
import { formatDate } from '#domain/text/format.ts';
import { apiCalls } from '#server/office/api-keys/api-calls.ts';
import { describeCall } from '#server/office/api-keys/describe-api.ts';
import { type ApiKeyRow, createKey, listKeys, revokeKey } from '#server/office/api-keys/keys.ts';
import { CALLS_OF_A_KEY_A_MINUTE } from '#server/platform/limit-policies.ts';
import { Button } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { AskingDialog } from '../../components/dialogs/asking-dialog.tsx';
import { OneTimeValue } from '../../components/fields/one-time-value.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Facts, Panel, type Tone } from '../../components/panel.tsx';
import { Moment, Money } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/keys.ts';
import { KeyFields } from './key-fields.tsx';
import { Reference } from './reference.tsx';

export const loader = load(async (ctx) => ({
  ...(await listKeys(ctx, {})),
  origin: ctx.origin,
  aMinute: CALLS_OF_A_KEY_A_MINUTE,
  calls: apiCalls.map((one) => {
    const { method, path, permission, hebrew, fields, inPath } = describeCall(one);
    return {
      method,
      path,
      permission,
      hebrew,
      inPath,
      fields: fields.map(({ name, required }) => ({ name, required })),
    };
  }),
}));

export type KeysData = Route.ComponentProps['loaderData'];

export const action = act({ createKey, revokeKey }, { says: { revokeKey: 'המפתח בוטל, ושום קריאה לא תעבור בו' } });

const states: Record<ApiKeyRow['state'], { name: string; tone: Tone }> = {
  active: { name: 'פעיל', tone: 'good' },
  revoked: { name: 'בוטל', tone: 'neutral' },
  ended: { name: 'פג תוקפו', tone: 'wait' },
  orphan: { name: 'מושבת: מי שיצר אותו אינו בצוות', tone: 'bad' },
};

/** Keys by which other programs (an ERP, a warehouse) call the office, and what they can call. */
export default function Keys({ loaderData: data }: Route.ComponentProps) {
  const [isMaking, setMaking] = useState(false);
  const make = (
    <Button size="sm" onClick={() => setMaking(true)}>
      מפתח חדש
    </Button>
  );
  return (
    <>
      <PageHead title="מפתחות API" actions={data.keys.length > 0 && make} />
      <div className="grid gap-4">
        <Panel title="המפתחות">
          {data.keys.length === 0 ? (
            <Empty title="אין עדיין מפתחות" action={make}>
              במפתח API מערכת אחרת, כמו ERP או מחסן, קוראת הזמנות, מעדכנת מלאי ומחירים ורושמת משלוחים. כל מה שהיא משנה
              נרשם ביומן בשם המפתח.
            </Empty>
          ) : (
            <ul className="grid divide-y divide-line">
              {data.keys.map((key) => (
                <li key={key.uuid} className="grid gap-2 py-3 first:pt-0 last:pb-0">
                  <KeyRow apiKey={key} />
                </li>
              ))}
            </ul>
          )}
        </Panel>
        <Reference {...data} />
      </div>
      <AskingDialog open={isMaking} onClose={() => setMaking(false)} title="מפתח API חדש" width="w-full sm:w-[40rem]">
        <div className="p-5">{isMaking && <Make data={data} onDone={() => setMaking(false)} />}</div>
      </AskingDialog>
    </>
  );
}

function KeyRow({ apiKey: key }: { apiKey: ApiKeyRow }) {
  const { name, tone } = states[key.state];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-base font-semibold">{key.name}</h3>
        <Badge tone={tone}>{name}</Badge>
        <bdi dir="ltr" className="text-sm text-ink-3">
          …{key.hint}
        </bdi>
        {key.state !== 'revoked' && (
          <span className="ms-auto">
            <ActionDialog
              label="ביטול"
              about={key.name}
              title={`ביטול המפתח ״${key.name}״`}
              call="revokeKey"
              submit="ביטול המפתח"
              danger
            >
              <input type="hidden" name="key" value={key.uuid} />
              <p>המערכת שמשתמשת במפתח תיעצר מיד. אי אפשר להחזיר מפתח שבוטל, רק ליצור חדש.</p>
            </ActionDialog>
          </span>
        )}
      </div>
      <Facts
        facts={[
          ['חנויות', key.stores.join(', ')],
          ['הרשאות', key.permissions.map((permission) => permissionNames[permission]).join(', ')],
          ['זיכוי של הזמנה, עד', key.refund_limit_agorot > 0 && <Money agorot={key.refund_limit_agorot} />],
          ['בתוקף עד', <bdi key="until">{formatDate(lastMoment(key.expires_at))}</bdi>],
          ['שימוש אחרון', key.last_used_at ? <Moment key="used" at={key.last_used_at} /> : 'עוד לא היה'],
          [
            'נוצר',
            <span key="made">
              {key.made_by}, <Moment at={key.created_at} />
            </span>,
          ],
        ]}
      />
    </>
  );
}

/** It ends with a day's last moment. */
const lastMoment = (end: Date): Date => new Date(new Date(end).getTime() - 1);

function Make({ data, onDone }: { data: KeysData; onDone: () => void }) {
  const [secret, setSecret] = useState('');
  if (secret)
    return (
      <OneTimeValue label="המפתח" value={secret} copied="המפתח הועתק" onDone={onDone}>
        <p>
          העתיקו את המפתח עכשיו אל המערכת שתשתמש בו, ואל תשלחו אותו בדוא״ל. הוא לא יוצג שוב. מי שמחזיק בו יכול לעשות
          בשמו כל מה שהורשה לו.
        </p>
      </OneTimeValue>
    );
  return (
    <ActionForm
      call="createKey"
      submit="יצירת מפתח"
      onDone={({ result }) => (result ? setSecret((result as { key: string }).key) : onDone())}
      onCancel={onDone}
    >
      <KeyFields {...data} />
    </ActionForm>
  );
}
