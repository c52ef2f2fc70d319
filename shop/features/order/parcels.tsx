import { Truck } from 'lucide-react';
import type { Order } from '#contract/checkout/orders.ts';
import { formatLongDate } from '#domain/text/format.ts';

/** What was sent of an order, and how to follow it. */
export function Parcels({ parcels }: { parcels: Order['parcels'] }) {
  if (parcels.length === 0) return null;
  return (
    <section aria-labelledby="parcels-title" className="grid gap-3">
      <h2 id="parcels-title" className="text-xl">
        מה נשלח
      </h2>
      <ul className="grid gap-2">
        {parcels.map(({ carrier, tracking_number, shipped_at, lines }) => (
          <li key={`${shipped_at} ${tracking_number}`} className="flex gap-4 rounded-lg bg-ground-2 px-5 py-4">
            <Truck aria-hidden className="size-6 shrink-0 text-ink-3" />
            <div className="grid min-w-0 gap-1">
              <p className="font-semibold">נשלח ב־{formatLongDate(shipped_at)}</p>
              {(carrier || tracking_number) && (
                <p>
                  {carrier && <bdi>{carrier}</bdi>}
                  {carrier && tracking_number && ', '}
                  {tracking_number && (
                    <>
                      מספר מעקב{' '}
                      <bdi dir="ltr" className="inline-block select-all wrap-anywhere">
                        {tracking_number}
                      </bdi>
                    </>
                  )}
                </p>
              )}
              <ul className="text-sm text-ink-2">
                {lines.map(({ name, quantity }) => (
                  <li key={name}>
                    <bdi>{name}</bdi>
                    {quantity > 1 && `, ${quantity} יחידות`}
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Below a line's quantity. */
export const ReturnedPieces = ({ line: { quantity, returned } }: { line: Order['lines'][number] }) =>
  returned > 0 && (
    <span className="block font-medium text-ink-2">
      {returned >= quantity ? 'הכסף הוחזר' : `הכסף הוחזר על ${returned} מתוך ${quantity}`}
    </span>
  );
