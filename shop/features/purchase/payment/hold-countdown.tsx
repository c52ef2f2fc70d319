import { Clock } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import { clockText } from '#domain/calendar/wait.ts';
import { formatLongDate, formatTime } from '#domain/text/format.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { useToast } from '#ui/toasts.tsx';
import { call, messageOf } from '~/api.ts';
import { useHoldSeconds } from '~/features/order/use-hold-seconds.ts';

/** From here on more time is offered. Seconds. */
const EXTENDABLE = 10 * 60;
/** From here on it is announced to screen readers. */
const SOON = 5 * 60;

export const Until = ({ at }: { at: string }) => (
  <>
    עד {formatLongDate(at)}{' '}
    <span className="whitespace-nowrap">
      בשעה <bdi dir="ltr">{formatTime(at)}</bdi>
    </span>
  </>
);

type Props = { order: Order; secret: string; onExtended: (order: Order) => void };

/** How long the goods are still held, and a way to hold them longer. */
export function HoldCountdown({ order, secret, onExtended }: Props) {
  const secondsLeft = useHoldSeconds(order);
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const text = useRef<HTMLParagraphElement>(null);
  const isExtensionOffered = busy || secondsLeft <= EXTENDABLE;
  const notePress = useFocusAfterRemoval([isExtensionOffered], text);

  async function extend() {
    notePress();
    setBusy(true);
    try {
      onExtended(await call('POST /api/orders/extend-hold', { body: { secret } }));
      toast({ kind: 'success', title: 'הפריטים שמורים עבורכם עוד חצי שעה' });
    } catch (error) {
      toast({ kind: 'danger', title: messageOf(error) });
    }
    setBusy(false);
  }

  const time = clockText(secondsLeft);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-sm">
      <p
        ref={text}
        tabIndex={-1}
        className={classNames(
          'flex items-center gap-2 focus:outline-none',
          secondsLeft <= SOON ? 'font-semibold text-warning' : 'text-ink-2',
        )}
      >
        <Clock aria-hidden className="size-4" />
        <span>
          הפריטים שמורים עבורכם{' '}
          {time === null && order.hold_until ? (
            <Until at={order.hold_until} />
          ) : (
            <>
              עוד{' '}
              <bdi role="timer" dir="ltr" className="tabular font-semibold">
                {time}
              </bdi>
            </>
          )}
        </span>
      </p>
      {isExtensionOffered && (
        <Button size="sm" variant="quiet" busy={busy} onClick={extend} className="-mx-4">
          הארכה בחצי שעה
        </Button>
      )}
      <p role="status" className="sr-only">
        {secondsLeft > 0 && secondsLeft <= SOON ? 'נותרו פחות מחמש דקות לתשלום. אפשר להאריך' : ''}
      </p>
    </div>
  );
}
