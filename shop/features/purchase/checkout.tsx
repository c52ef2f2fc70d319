import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useTitle } from '#ui/hooks/use-title.ts';
import { useStore } from '~/store.ts';
import { track } from '~/track.ts';
import { useTradeIn } from '../finance/chosen-trade-in.ts';
import type { PurchaseBasket } from './basket/purchase-basket.ts';
import { usePurchaseState } from './basket/purchase-state.ts';
import { DetailsStep } from './details/details-step.tsx';
import { Loading } from './loading.tsx';
import { methodOf, type PaymentOffer } from './payment/payment-methods.ts';
import { PaymentStep } from './payment/payment-step.tsx';
import { Announcement, PurchaseSummary } from './purchase-summary.tsx';
import { StepBar } from './step-bar.tsx';
import { lastOpenStep, type Step, stepNames, stepsOf, useStep } from './steps.ts';

type Props = {
  basket: PurchaseBasket;
  offer: PaymentOffer;
  /** The steps took the place of a finished purchase, with what had the focus there. */
  begunAgain?: boolean;
  /** Steps 1 and 2, which only the purchase of a product has. */
  early?: (step: 1 | 2, onNext: () => void, summary: ReactNode) => ReactNode;
};

/** The steps of a purchase and the order's summary beside them. */
export function Checkout({ basket, offer, begunAgain = false, early }: Props) {
  const navigate = useNavigate();
  const { ready, quote, choice } = basket;
  const { step, isClosed, hrefOf } = useStep(basket);
  const { returned } = usePurchaseState();
  const before = useRef(returned || begunAgain ? null : step);
  const { store } = useStore();
  // Another one, or none, is other lines on every step.
  const tradeIn = useTradeIn();
  useTitle(`${stepNames[step]} – רכישה | ${store.name}`);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a step has its title once the basket is there
  useEffect(() => {
    const title = document.getElementById('step-title');
    if (before.current === step || !title) return;
    before.current = step;
    title.focus({ preventScroll: true });
  }, [step, ready, quote]);

  // The goods of a later step were sold meanwhile, or an old link names it.
  const open = hrefOf(step);
  useEffect(() => {
    if (isClosed) navigate(open, { replace: true });
  }, [isClosed, open, navigate]);

  const key = `${choice.uid ?? ''}/${quote?.cart.map(({ id }) => id).join() ?? ''}`;
  useEffect(() => {
    if (ready && quote)
      track('checkout', { key: choice.uid ?? key, items: quote.cart, value: quote.total_order_price });
  }, [ready, quote, choice.uid, key]);

  function next() {
    if (step === 3 && quote)
      track('payment', { key, items: quote.cart, value: quote.total_order_price, method: methodOf(basket, offer) });
    const to = (step + 1) as Step;
    basket.note({ reached: Math.max(basket.choice.reached, to) });
    navigate(hrefOf(to));
  }

  const summary = (
    <aside className="lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start lg:sticky lg:top-[calc(var(--header-height)+1.5rem)]">
      <PurchaseSummary key={step} basket={basket} offer={offer} folded={step < 4} />
    </aside>
  );

  return (
    // What takes the focus comes up above the way on at the screen's foot.
    <div className="page grid grid-cols-1 gap-6 pt-6 pb-12 lg:gap-10 lg:pt-10 lg:pb-24 [&_:is(a,button,input,select)]:scroll-mb-28">
      <div className="mx-auto w-full max-w-3xl">
        <StepBar
          steps={stepsOf(basket.choice.uid)}
          current={step}
          lastOpen={basket.ready ? lastOpenStep(basket) : step}
          hrefOf={hrefOf}
        />
      </div>
      {/* Step 1 has no summary beside it. */}
      {step === 1 && <Announcement basket={basket} />}
      {step === 1 && early?.(1, next, null)}
      {step > 1 && !basket.ready && <Loading />}
      {step > 1 && basket.ready && (
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_26rem] lg:grid-rows-[auto_1fr] lg:gap-x-16">
          {step === 4 && <DetailsStep basket={basket} offer={offer} tradeIn={tradeIn} summary={summary} />}
          {step === 3 && <PaymentStep basket={basket} offer={offer} onNext={next} summary={summary} />}
          {step === 2 && early?.(2, next, summary)}
        </div>
      )}
    </div>
  );
}
