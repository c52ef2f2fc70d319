import { useContext, useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PasskeyButton } from '../../components/factors/passkey-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { OnRefusal, useCall } from '../../components/use-call.ts';
import type { Proof } from './prove-dialog.tsx';

type Passkey = { id: string; name: string; created_at: Date; last_used_at: Date | null };

/** Passkeys by name: add, rename, remove. */
export function PasskeysPanel({ passkeys, proof }: { passkeys: Passkey[]; proof: Proof }) {
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  return (
    <Panel
      title="מפתחות כניסה"
      actions={
        <Button size="sm" variant="secondary" onClick={() => proof.first(() => setAdding(true))}>
          הוספת מפתח
        </Button>
      }
    >
      {passkeys.length === 0 && (
        <p className="text-ink-2">אין עדיין. מפתח נכנס בטביעת אצבע או בזיהוי פנים, בלי סיסמה.</p>
      )}
      <ul className="grid divide-y divide-line">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex flex-wrap items-center gap-2 py-2">
            <div className="min-w-0 grow">
              <p className="font-semibold">{passkey.name}</p>
              <p className="text-sm text-ink-3">
                נוסף ב־
                <Moment at={passkey.created_at} />
                {passkey.last_used_at && (
                  <>
                    , שימש לאחרונה ב־
                    <Moment at={passkey.last_used_at} />
                  </>
                )}
              </p>
            </div>
            <ActionDialog label="שינוי שם" call="renamePasskey" submit="שמירה" variant="quiet">
              <input type="hidden" name="passkey" value={passkey.id} />
              <TextField label="שם המפתח" name="name" defaultValue={passkey.name} required maxLength={40} />
            </ActionDialog>
            <Button size="sm" variant="quiet" onClick={() => proof.first(() => setRemoving(passkey))}>
              הסרה
            </Button>
          </li>
        ))}
      </ul>
      <Dialog open={isAdding} onClose={() => setAdding(false)} title="הוספת מפתח כניסה">
        {isAdding && <NewPasskey onDone={() => setAdding(false)} />}
      </Dialog>
      <Dialog open={removing !== null} onClose={() => setRemoving(null)} title={`הסרת ״${removing?.name ?? ''}״`}>
        <div className="p-5">
          {removing && (
            <ActionForm
              call="removePasskey"
              submit="הסרה"
              danger
              onDone={() => setRemoving(null)}
              onCancel={() => setRemoving(null)}
            >
              <input type="hidden" name="passkey" value={removing.id} />
              <p>אי אפשר יהיה להיכנס עם המפתח הזה. אפשר למחוק אותו גם מהמכשיר עצמו.</p>
            </ActionForm>
          )}
        </div>
      </Dialog>
    </Panel>
  );
}

function NewPasskey({ onDone }: { onDone: () => void }) {
  const call = useCall();
  const onRefusal = useContext(OnRefusal);
  const [name, setName] = useState('');
  const reply = call.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (reply?.ok) onDone();
  }, [reply]);
  return (
    <div className="grid gap-4 p-5">
      <p role="alert" className="text-danger empty:hidden">
        {reply?.ok === false && reply.message}
      </p>
      <TextField
        label="שם המפתח"
        hint="כדי להבדיל ביניהם: הטלפון שלי, המחשב במשרד"
        value={name}
        onChange={(event) => setName(event.target.value)}
        required
        maxLength={40}
      />
      <PasskeyButton
        label="יצירת המפתח"
        purpose="add"
        variant="primary"
        busy={call.state !== 'idle'}
        onRefusal={onRefusal}
        onAnswer={(response) =>
          call.submit(
            { _call: 'addPasskey', name: name.trim() || 'מפתח כניסה', response },
            { method: 'post', action: '/account' },
          )
        }
      />
    </div>
  );
}
