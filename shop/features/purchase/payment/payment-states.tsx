// The component that shows one of these has the live region that announces it: one that comes with its text is not
// read.
import { CircleAlert, RotateCw } from 'lucide-react';
import { Button } from '#ui/button.tsx';

export const Declined = () => (
  <p className="flex items-start gap-3 rounded-lg bg-danger-wash p-4 font-medium text-danger">
    <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
    התשלום לא אושר. אפשר לנסות שוב או לשלם בכרטיס אחר. ההזמנה שמורה ולא חויבתם.
  </p>
);

/** The frame is back, and the gateway has not decided yet. */
export function Processing({ onBack }: { onBack: () => void }) {
  return (
    <div className="grid min-h-64 content-center justify-items-center gap-4 rounded-lg bg-ground-2 p-6 text-center">
      <span aria-hidden className="size-8 animate-spin rounded-full border-3 border-action-ink border-e-transparent" />
      <p className="font-semibold">מעבדים את התשלום… אין לסגור את החלון</p>
      <Button variant="quiet" onClick={onBack}>
        חזרה לדף התשלום
      </Button>
    </div>
  );
}

/** The shopper has left the gateway's page without paying. */
export function Stopped({ onBack }: { onBack: () => void }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-lg bg-ground-2 p-8 text-center">
      <p className="font-semibold">התשלום הופסק ולא חויבתם. ההזמנה עדיין שמורה.</p>
      <Button onClick={onBack}>חזרה לתשלום</Button>
    </div>
  );
}

/** The gateway's answer does not fit the order: a person looks at it. */
export const InDoubt = () => (
  <div className="grid justify-items-center gap-2 rounded-lg bg-warning-wash p-8 text-center">
    <p className="font-semibold text-warning">התשלום בבדיקה</p>
    <p>ההזמנה שמורה. נבדוק את התשלום ונעדכן אתכם בהקדם. אין צורך לשלם שוב.</p>
  </div>
);

export function PageProblem({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4 rounded-lg bg-warning-wash p-6">
      <p className="text-warning">{message}</p>
      <Button variant="secondary" onClick={onRetry}>
        <RotateCw aria-hidden className="size-5" /> ניסיון נוסף
      </Button>
    </div>
  );
}
