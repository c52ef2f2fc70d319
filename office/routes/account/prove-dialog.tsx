import { useContext, useEffect, useState } from 'react';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { PasskeyButton } from '../../components/factors/passkey-button.tsx';
import { OnRefusal, useCall } from '../../components/use-call.ts';

type Factors = { hasPassword: boolean; passkeys: number };

/** `first(work)`: does it, once the person has proved a factor a short while ago. */
export type Proof = {
  isAsking: boolean;
  first: (work: () => void) => void;
  ask: () => void;
  proved: () => void;
  cancel: () => void;
};

/**
 * Changing how one signs in needs a fresh proof; the page says at each load whether there is one.
 */
export function useProof({ fresh }: { fresh: boolean }): Proof {
  const [waiting, setWaiting] = useState<{ work: () => void } | null>(null);
  return {
    isAsking: waiting !== null,
    first: (work) => (fresh ? work() : setWaiting({ work })),
    ask: () => setWaiting({ work: () => {} }),
    proved: () => {
      waiting?.work();
      setWaiting(null);
    },
    cancel: () => setWaiting(null),
  };
}

/** By a code of the app, or by a passkey. Who has neither signs in anew. */
export function ProveDialog({ factors, proof }: { factors: Factors; proof: Proof }) {
  const call = useCall();
  const onRefusal = useContext(OnRefusal);
  const reply = call.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (reply?.ok) proof.proved();
  }, [reply]);
  const isBare = !factors.hasPassword && factors.passkeys === 0;
  return (
    <Dialog open={proof.isAsking} onClose={proof.cancel} title="רגע לפני, מזדהים שוב">
      <div className="grid gap-4 p-5">
        <p className="text-ink-2">עברו יותר מ־15 דקות מאז שהזדהיתם. זה מגן על החשבון כשהמחשב נשאר פתוח.</p>
        {factors.passkeys > 0 && (
          <div className="grid gap-2">
            <PasskeyButton
              label="הזדהות עם מפתח"
              purpose="prove"
              variant="primary"
              busy={call.state !== 'idle'}
              onRefusal={onRefusal}
              onAnswer={(response) =>
                call.submit({ _call: 'proveByPasskey', response }, { method: 'post', action: '/account' })
              }
            />
            <p role="alert" className="text-sm text-danger empty:hidden">
              {reply?.ok === false && reply.message}
            </p>
          </div>
        )}
        {factors.hasPassword && (
          <ActionForm call="proveByCode" action="/account" submit="אישור" onDone={proof.proved} onCancel={proof.cancel}>
            <TextField
              label="קוד מהאפליקציה"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              maxLength={20}
            />
          </ActionForm>
        )}
        {isBare && (
          <Form method="post" action="/sign-out">
            <Button type="submit">יציאה וכניסה מחדש</Button>
          </Form>
        )}
      </div>
    </Dialog>
  );
}
