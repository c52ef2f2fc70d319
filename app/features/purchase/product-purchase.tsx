import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Customer } from '#contract/customers.ts';
import type { Product } from '#contract/products.ts';
import { Checkout } from './checkout.tsx';
import type { PurchaseSettings } from './payment-methods.ts';
import { ProductStep } from './product-step.tsx';
import { UpsellStep } from './upsell-step.tsx';
import { useProductBasket } from './use-product-basket.ts';

type Props = { product: Product; upsells: Product[]; settings: PurchaseSettings; customer: Customer | null };

/** `/purchase?uid=`: a product and what goes well with it. `variant` (a SKU) picks one of its variants beforehand. */
export function ProductPurchase({ product, upsells, settings, customer }: Props) {
  const [search, setSearch] = useSearchParams();
  const [wanted] = useState(search.get('variant'));
  const basket = useProductBasket(product, wanted);

  // It has done its work; left in the address it would undo another choice at every reload.
  useEffect(() => {
    if (wanted === null) return;
    const rest = (query: URLSearchParams) => new URLSearchParams([...query].filter(([key]) => key !== 'variant'));
    setSearch(rest, { replace: true, preventScrollReset: true });
  }, [wanted, setSearch]);

  return (
    <Checkout
      basket={basket}
      offer={{ settings, deposit: product.deposit, customer }}
      early={(step, onNext) =>
        step === 1 ? (
          <ProductStep product={product} basket={basket} onNext={onNext} />
        ) : (
          <UpsellStep products={upsells} basket={basket} onNext={onNext} />
        )
      }
    />
  );
}
