import { RotateCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';

type Props = { message: string; earlier?: true; onRetry: () => void; onEdit: () => void };

/**
 * The order may have reached the server or not; sending it again is safe either way. `earlier`: of another purchase, or
 * long ago.
 */
export function Unanswered({ message, earlier, onRetry, onEdit }: Props) {
  const online = useOnline();
  const title = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone, here or on the step before.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="page max-w-3xl py-10">
      <section className="grid gap-4 rounded-xl bg-warning-wash p-5 lg:p-7">
        <h1 ref={title} tabIndex={-1} className="text-xl focus:outline-none">
          {online ? 'ההזמנה עוד לא הושלמה' : 'אין חיבור לאינטרנט'}
        </h1>
        <div role="alert" className="grid gap-4">
          <p>{message}</p>
          <p className="text-sm text-ink-2">
            {earlier
              ? 'ניסיון נוסף ישלח את ההזמנה הקודמת כפי שהייתה; חזרה לפרטים תוותר עליה.'
              : 'הפרטים נשמרו. ניסיון נוסף ימשיך את אותה הזמנה ולא ייצור הזמנה כפולה.'}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button onClick={onRetry}>
            <RotateCw aria-hidden className="size-5" /> ניסיון נוסף
          </Button>
          <Button variant="quiet" onClick={onEdit}>
            חזרה לפרטים
          </Button>
        </div>
      </section>
    </div>
  );
}
