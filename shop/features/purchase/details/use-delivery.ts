import { useEffect, useRef } from 'react';
import type { DeliveryOption } from '#contract/checkout/cart-pricing.ts';
import { withoutSeparators } from '#domain/text/without-marks.ts';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';
import type { CustomerForm } from '../basket/purchase-storage.ts';

/** The chosen delivery. Where there is no choice, of delivery or of branch, it is made. */
export function useDelivery(basket: PurchaseBasket): DeliveryOption | null {
  const { quote, calculating, failed, change, note, choice } = basket;
  const options = quote?.delivery_options ?? [];
  const chosen = options.find(({ id }) => id === quote?.delivery_type_id) ?? null;
  const only = options.length === 1 ? options[0]?.id : undefined;
  const onlyBranch = chosen?.branches.length === 1 ? chosen.branches[0]?.id : undefined;

  useEffect(() => {
    if (!chosen && only && !calculating && !failed) void change({ deliveryTypeId: only });
  }, [chosen, only, calculating, failed, change]);

  useEffect(() => {
    if (onlyBranch && choice.branch !== onlyBranch) note({ branch: onlyBranch });
  }, [onlyBranch, choice.branch, note]);

  return chosen;
}

const PAUSE_MS = 500;

/** Asks for the delivery's true price once the shopper pauses in typing where to. */
export function useDeliveryPlace(basket: PurchaseBasket, delivery: DeliveryOption | null, form: CustomerForm): void {
  const { city, postal_code } = form;
  const { change } = basket;
  const byPlace = delivery?.by_place ?? false;
  const lastSent = useRef('');

  useEffect(() => {
    const digits = withoutSeparators(postal_code);
    const place = { city: city.trim(), postal_code: /^\d{7}$/.test(digits) ? digits : '' };
    const key = place.city.length < 2 && !place.postal_code ? '' : `${place.city}/${place.postal_code}`;
    if (!byPlace || key === lastSent.current) return;
    const timer = setTimeout(() => {
      lastSent.current = key;
      void change({ place });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [byPlace, city, postal_code, change]);
}
