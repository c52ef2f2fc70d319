import { useSearchParams } from 'react-router';
import type { PurchaseBasket } from './basket/purchase-basket.ts';

export type Step = 1 | 2 | 3 | 4;

export const stepNames: Record<Step, string> = { 1: 'המוצר', 2: 'תוספות', 3: 'אמצעי תשלום', 4: 'פרטים ותשלום' };

/** The cart's own checkout enters at the third step. */
export const stepsOf = (uid: string | null): Step[] => (uid === null ? [3, 4] : [1, 2, 3, 4]);

/** Said where extras are added, and where they have taken the deposit away. */
export const depositRule = (goods: string): string => `שריון אפשרי כשמזמינים רק את ${goods}, בלי תוספות`;

/** Later steps than the first that is not done are closed. */
export function lastOpenStep(basket: PurchaseBasket): Step {
  const { choice, quote, calculating } = basket;
  const bought = quote?.cart.some(({ id }) => choice.uid === null || id === choice.variant);
  // While the sums are on their way, what was reached before stays open.
  const sellable = calculating || quote === null ? choice.uid === null || choice.quantity > 0 : bought;
  const first = stepsOf(choice.uid)[0] ?? 1;
  return (sellable ? Math.min(4, Math.max(first, choice.reached)) : first) as Step;
}

/**
 * The step lives in the address, so that Back and reload work. `isClosed`: the address names a later step than is open.
 */
export function useStep(basket: PurchaseBasket): { step: Step; isClosed: boolean; hrefOf: (step: Step) => string } {
  const [search] = useSearchParams();
  const steps = stepsOf(basket.choice.uid);
  const first = steps[0] ?? 1;
  const requested = steps.find((step) => String(step) === search.get('step')) ?? first;
  const step = basket.ready ? (Math.min(requested, lastOpenStep(basket)) as Step) : requested;
  const hrefOf = (to: Step) => {
    const query = new URLSearchParams(search);
    query.set('step', String(to));
    return `/purchase?${query}`;
  };
  return { step, isClosed: step < requested, hrefOf };
}
