import { useEffect, useRef } from 'react';
import type { DeliveryOption } from '#contract/checkout/sales.ts';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';
import type { CustomerForm } from '../basket/purchase-storage.ts';

const PAUSE = 500;

/** Asks for the delivery's true price once the shopper pauses in typing where to. */
export function useDeliveryPlace(basket: PurchaseBasket, delivery: DeliveryOption | null, form: CustomerForm): void {
  const { city, postal_code } = form;
  const { change } = basket;
  const byPlace = delivery?.by_place ?? false;
  const lastSent = useRef('');

  useEffect(() => {
    const place = { city: city.trim(), postal_code: /^\d{7}$/.test(postal_code.trim()) ? postal_code.trim() : '' };
    const key = place.city.length < 2 && !place.postal_code ? '' : `${place.city}/${place.postal_code}`;
    if (!byPlace || key === lastSent.current) return;
    const timer = setTimeout(() => {
      lastSent.current = key;
      void change({ place });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [byPlace, city, postal_code, change]);
}
