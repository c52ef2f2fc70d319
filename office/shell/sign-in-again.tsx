import { type ReactNode, useCallback, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toasts.tsx';
import { OnRefusal } from '../components/on-refusal.ts';
import { SignInForm } from '../routes/entry/sign-in-form.tsx';

/** Where the session ended while a form was open: the sign-in stands over the page, which keeps all that was typed. */
export function SignInAgain({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const onRefusal = useCallback((code: string) => {
    if (code === 'UNAUTHORIZED') setOpen(true);
  }, []);
  return (
    <OnRefusal value={onRefusal}>
      {children}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="החיבור הסתיים, נכנסים שוב">
        <div className="grid gap-4 p-5">
          <p className="text-ink-2">מה שהקלדתם נשאר בעמוד. אחרי הכניסה אפשר לשלוח אותו שוב.</p>
          <SignInForm
            back="/"
            onDone={() => {
              setOpen(false);
              toast({ kind: 'success', title: 'נכנסתם. אפשר לשלוח שוב את מה שהקלדתם' });
              void revalidate();
            }}
          />
        </div>
      </Dialog>
    </OnRefusal>
  );
}
