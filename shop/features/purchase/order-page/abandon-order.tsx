import { useState } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toasts.tsx';
import { messageOf } from '~/api.ts';
import { abandonOrder, readOrder } from '../place-order.ts';

type Props = { secret: string; onOrder: (order: Order) => void };

/** Cancels an order that is not paid; a paid one is cancelled by a notice (docs/rules/cancellation.md). */
export function AbandonOrder({ secret, onOrder }: Props) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const toast = useToast();

  async function abandon() {
    setBusy(true);
    try {
      const stays = await abandonOrder(secret);
      setAsking(false);
      onOrder(stays?.order ?? (await readOrder(secret)));
      if (stays) toast({ kind: 'danger', title: 'ההזמנה שולמה בינתיים, או שהתשלום בבדיקה. היא לא בוטלה' });
    } catch (error) {
      toast({ kind: 'danger', title: messageOf(error) });
    }
    setBusy(false);
  }

  return (
    <>
      <Button size="lg" variant="quiet" onClick={() => setAsking(true)}>
        ביטול ההזמנה
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title="לבטל את ההזמנה?" width="w-full sm:w-[26rem]">
        <div className="grid gap-6 p-5">
          <p className="text-ink-2">ההזמנה עוד לא שולמה. הפריטים ישוחררו, ולא תחויבו.</p>
          <div className="grid gap-2">
            <Button wide variant="secondary" busy={busy} className="text-danger!" onClick={() => void abandon()}>
              ביטול ההזמנה
            </Button>
            <Button wide onClick={() => setAsking(false)}>
              חזרה להזמנה
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
