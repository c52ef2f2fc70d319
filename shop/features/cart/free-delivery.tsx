import { Truck } from 'lucide-react';
import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import { Price } from '#ui/price.tsx';

/** How far the cart is from free delivery; nothing where there is no such offer. */
export function FreeDelivery({ offer }: { offer: CalcCart['free_delivery'] }) {
  if (!offer) return null;
  const reached = offer.missing <= 0;
  const share = reached ? 100 : Math.round((1 - offer.missing / offer.threshold) * 100);
  const where = offer.by_place && ' ברוב היישובים';
  return (
    <div className="grid gap-2 text-sm">
      <p className="flex items-center gap-2">
        <Truck aria-hidden className="size-5 shrink-0 text-ink-3 rtl:-scale-x-100" />
        {reached ? (
          <span className="font-semibold text-success">מגיע לכם משלוח חינם{where}</span>
        ) : (
          <span>
            עוד <Price value={offer.missing} className="font-bold" /> למשלוח חינם{where}
          </span>
        )}
      </p>
      <div className="h-1.5 overflow-hidden rounded-full bg-ground-3">
        <div
          className={`h-full rounded-full transition-[width] duration-300 ${reached ? 'bg-success' : 'bg-action'}`}
          style={{ width: `${share}%` }}
        />
      </div>
    </div>
  );
}
