import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';

type Purpose = 'sign-in' | 'prove' | 'enrol' | 'add';
type Props = {
  label: string;
  purpose: Purpose;
  /** Of an invitation. */
  ticket?: string;
  variant?: 'primary' | 'secondary';
  busy?: boolean;
  /** What the passkey answered, as JSON. */
  onAnswer: (response: string) => void;
  onRefusal?: (code: string) => void;
};

/** Asks the browser for a passkey, or to make one. */
export function PasskeyButton({
  label,
  purpose,
  ticket = '',
  variant = 'secondary',
  busy,
  onAnswer,
  onRefusal,
}: Props) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  // A press before the page's scripts have come would be lost.
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);

  async function ask() {
    setAsking(true);
    setProblem('');
    try {
      const reply = await fetch('/passkey-options', {
        method: 'POST',
        body: new URLSearchParams({ for: purpose, ticket }),
      });
      const optionsJSON = await reply.json();
      if (!reply.ok) {
        setProblem(optionsJSON.message ?? 'משהו השתבש. אפשר לנסות שוב');
        onRefusal?.(optionsJSON.code);
        return;
      }
      const isNew = purpose === 'enrol' || purpose === 'add';
      const answer = isNew ? await startRegistration({ optionsJSON }) : await startAuthentication({ optionsJSON });
      onAnswer(JSON.stringify(answer));
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setAsking(false);
    }
  }

  return (
    <div className="grid gap-2">
      <Button variant={variant} wide disabled={!isAlive} busy={isAsking || busy === true} onClick={ask}>
        <KeyRound aria-hidden className="size-5" />
        {label}
      </Button>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
    </div>
  );
}

function problemOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'המפתח הזה כבר רשום אצלכם.';
  if (name === 'NotAllowedError') return 'לא התקבל אישור מהמכשיר. אפשר לנסות שוב.';
  return 'הדפדפן או המכשיר אינם תומכים במפתחות כניסה. היכנסו בדרך אחרת.';
}
