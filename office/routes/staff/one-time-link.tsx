import { useState } from 'react';
import { Button } from '#ui/button.tsx';

/** Shown once, to be passed on by whoever made it: a mail would leave the secret where others read it. */
export function OneTimeLink({ link, onDone }: { link: string; onDone: () => void }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="grid gap-4">
      <p>מסרו את הקישור לאדם עצמו, ורק לו: מי שפותח אותו ראשון בוחר את דרך הכניסה. הוא לא יוצג שוב.</p>
      <input
        readOnly
        aria-label="קישור חד־פעמי"
        dir="ltr"
        value={link}
        className="office-field"
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          onClick={() => {
            void navigator.clipboard.writeText(link);
            setCopied(true);
          }}
        >
          העתקה
        </Button>
        <Button size="sm" variant="secondary" onClick={onDone}>
          סגירה
        </Button>
      </div>
      <p role="status" className="text-sm text-success empty:hidden">
        {isCopied && 'הקישור הועתק'}
      </p>
    </div>
  );
}
