import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const ChangePhoneDialog = lazyPart(() => import('./change-phone-dialog.tsx'));

type Props = {
  phone: string | null;
  /** Signed in a short while ago. */
  fresh: boolean;
  /** The page that asks. */
  to: string;
};

/** The phone, which signs in to the account, and what replaces it. */
export function OwnPhone({ phone, ...dialog }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  return (
    <section aria-labelledby="own-phone" className="mt-8 grid max-w-2xl gap-3 border-t border-line pt-8">
      <h2 id="own-phone" className="text-xl">
        טלפון
      </h2>
      <p className="text-ink-2">
        {phone ? (
          <>
            <bdi dir="ltr" className="font-semibold text-ink">
              {phone}
            </bdi>
            . המספר אומת ומזהה את החשבון.
          </>
        ) : (
          'אין מספר בחשבון.'
        )}
      </p>
      <div>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => {
            setWanted(true);
            setOpen(true);
          }}
        >
          {phone ? 'החלפת המספר' : 'הוספת מספר'}
        </Button>
      </div>
      {isWanted && <ChangePhoneDialog {...dialog} open={isOpen} onClose={() => setOpen(false)} />}
    </section>
  );
}
