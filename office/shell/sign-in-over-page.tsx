import { type ReactNode, useCallback, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toasts.tsx';
import { OnRefusal, SignIns } from '../components/use-call.ts';
import { SignInForm } from '../routes/entry/sign-in-form.tsx';

const TITLES = {
  UNAUTHORIZED: 'החיבור הסתיים, נכנסים שוב',
  PROVE_AGAIN: 'לפני שינוי כזה מזדהים שוב',
};

/**
 * Where the session ended while a form was open, or what it does needs a fresh proof of who one is: the sign-in stands
 * over the page, which keeps all that was typed.
 */
export function SignInOverPage({ children }: { children: ReactNode }) {
  const [why, setWhy] = useState<keyof typeof TITLES | null>(null);
  const [signIns, setSignIns] = useState(0);
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const onRefusal = useCallback((code: string) => {
    if (code === 'UNAUTHORIZED' || code === 'PROVE_AGAIN') setWhy(code);
  }, []);
  return (
    <OnRefusal value={onRefusal}>
      <SignIns value={signIns}>{children}</SignIns>
      <Dialog open={why !== null} onClose={() => setWhy(null)} title={TITLES[why ?? 'UNAUTHORIZED']}>
        <div className="grid gap-4 p-5">
          <p className="text-ink-2">מה שהקלדתם נשאר בדף. אחרי הכניסה אפשר לשלוח אותו שוב.</p>
          <SignInForm
            back="/"
            onDone={() => {
              setWhy(null);
              setSignIns((times) => times + 1);
              toast({ kind: 'success', title: 'נכנסתם. אפשר לשלוח שוב את מה שהקלדתם' });
              void revalidate();
            }}
          />
        </div>
      </Dialog>
    </OnRefusal>
  );
}
