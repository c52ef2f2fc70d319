import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SavedConfiguration } from '#contract/catalogue/configurator.ts';
import type { Product, UpsellProduct } from '#contract/catalogue/products.ts';
import { ProductStep } from './basket/product-step.tsx';
import { PurchaseStateContext, usePurchaseState } from './basket/purchase-state.ts';
import { UpsellStep } from './basket/upsell-step.tsx';
import { useProductBasket } from './basket/use-product-basket.ts';
import { Checkout } from './checkout.tsx';
import { Finished, useFinished } from './open-order/finished.tsx';
import type { Buyer, PaymentOptions } from './payment/payment-methods.ts';
import { useLinkedFunding } from './payment/use-linked-funding.ts';

const LINKED = ['variant', 'quote', 'method'];

type Props = {
  product: Product;
  /** What was put together; `null` for the product as it is. */
  configuration: SavedConfiguration | null;
  upsells: UpsellProduct[];
  settings: PaymentOptions;
  /** What the store calls the product in a sentence: `הסירה`. */
  goods: string;
  buyer: Buyer;
};

/**
 * `/purchase?uid=`: a product and what goes well with it. `variant` (a SKU) picks one of its variants beforehand,
 * `quote` the financing, `method=deposit` a reservation.
 */
export function ProductPurchase(props: Props) {
  const { done, again, begunAgain } = useFinished(props.configuration?.code ?? props.product.id);
  const state = usePurchaseState();
  if (done) return <Finished done={done} onAgain={again} />;
  return (
    // Steps that a finished purchase replaces in a moment would replace the purchase that is in process by their own.
    <PurchaseStateContext value={done === undefined ? { ...state, isFree: false } : state}>
      <Steps {...props} begunAgain={begunAgain} />
    </PurchaseStateContext>
  );
}

function Steps({
  product,
  configuration,
  upsells,
  settings,
  goods,
  buyer,
  begunAgain,
}: Props & { begunAgain: boolean }) {
  const [search, setSearch] = useSearchParams();
  const [sku] = useState(search.get('variant'));
  const basket = useProductBasket({ product, sku, configuration });
  useLinkedFunding(basket);
  const [method] = useState(search.get('method'));
  const { ready, note } = basket;
  useEffect(() => {
    if (ready && method === 'deposit') note({ method: 'deposit', wallet: null });
  }, [ready, method, note]);

  // They have done their work; left in the address they would undo another choice at every reload.
  useEffect(() => {
    if (!LINKED.some((key) => search.has(key))) return;
    const rest = (query: URLSearchParams) => new URLSearchParams([...query].filter(([key]) => !LINKED.includes(key)));
    setSearch(rest, { replace: true, preventScrollReset: true });
  }, [search, setSearch]);

  return (
    <Checkout
      basket={basket}
      offer={{ settings, deposit: product.deposit, goods, buyer }}
      begunAgain={begunAgain}
      early={(step, onNext, summary) =>
        step === 1 ? (
          <ProductStep product={product} configuration={configuration} basket={basket} onNext={onNext} />
        ) : (
          <UpsellStep
            products={upsells}
            basket={basket}
            reserved={product.deposit === null ? null : goods}
            onNext={onNext}
            summary={summary}
          />
        )
      }
    />
  );
}
