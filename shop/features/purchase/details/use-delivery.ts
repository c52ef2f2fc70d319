import { useEffect } from 'react';
import type { DeliveryOption } from '#contract/checkout/sales.ts';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';

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
