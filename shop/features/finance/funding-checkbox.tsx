import { useRef, useState } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useToast } from '#ui/toasts.tsx';
import { messageOf } from '~/api.ts';
import { useProductInquiry } from '~/lead-banner-link.ts';
import { savedText, saveQuote } from '../favorites/save-thing.ts';
import type { Keeping } from './use-kept-quote.ts';

type Props = {
  funded: boolean;
  onFunded: (checked: boolean) => void;
  keeping: Keeping;
  onAgain: () => void;
  /** URL of the purchase; the quote's uid is appended. `null`: a lead instead. */
  purchase: string | null;
};

/** 'Funding': the calculated quote accompanies the purchase and the lead. */
export function FundingCheckbox({ funded, onFunded, keeping, onAgain, purchase }: Props) {
  const leaveDetails = useProductInquiry();
  const box = useRef<HTMLInputElement>(null);
  const retry = () => {
    // The button goes as it is pressed.
    box.current?.focus();
    onAgain();
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg bg-ground p-5 noscript:hidden">
      <div className="grid gap-1">
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          <input
            ref={box}
            type="checkbox"
            checked={funded}
            onChange={(event) => onFunded(event.target.checked)}
            className="size-5 shrink-0 accent-action-ink"
          />
          מעניין אותי לרכוש במימון
        </label>
        <p role="status" className="ps-8 text-sm text-ink-2">
          {statusText(keeping)}
        </p>
      </div>
      {keeping.name === 'failed' && (
        <Button variant="secondary" onClick={retry}>
          ניסיון נוסף
        </Button>
      )}
      {keeping.name === 'kept' && (
        <div className="grid grow grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-2">
          <SaveQuote uid={keeping.uid} />
          {purchase ? (
            <ButtonLink to={`${purchase}${keeping.uid}`}>המשך לרכישה במימון</ButtonLink>
          ) : (
            <Button onClick={leaveDetails}>דברו איתנו</Button>
          )}
        </div>
      )}
    </div>
  );
}

function SaveQuote({ uid }: { uid: string }) {
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  async function save() {
    setBusy(true);
    try {
      await saveQuote(uid);
      toast({ kind: 'success', title: 'הצעת המימון נשמרה', text: savedText() });
    } catch (error) {
      toast({ kind: 'danger', title: messageOf(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="secondary" busy={busy} onClick={() => void save()}>
      שמירת ההצעה
    </Button>
  );
}

function statusText(keeping: Keeping): string {
  switch (keeping.name) {
    case 'off':
      return 'התנאים שקבעתם יצורפו לרכישה או לפרטים שתשאירו. אין בכך התחייבות.';
    case 'keeping':
      return 'שומרים את התנאים…';
    case 'kept':
      return 'התנאים נשמרו ויצורפו לרכישה או לפרטים שתשאירו. אין בכך התחייבות.';
    case 'failed':
      return `התנאים לא נשמרו. ${keeping.message}`;
  }
}
