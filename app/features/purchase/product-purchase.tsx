import { useSearchParams } from 'react-router';
import type { Product } from '#contract/products.ts';
import type { PurchaseSettings } from '#server/areas/stores/purchase-settings.ts';
import { Checkout } from './checkout.tsx';
import { ProductStep } from './product-step.tsx';
import { UpsellStep } from './upsell-step.tsx';
import { useProductBasket } from './use-product-basket.ts';

type Props = { product: Product; upsells: Product[]; settings: PurchaseSettings };

/** `/purchase?uid=`: a product and what goes well with it. `variant` picks one of its variants beforehand. */
export function ProductPurchase({ product, upsells, settings }: Props) {
  const [search] = useSearchParams();
  const basket = useProductBasket(product, search.get('variant'));
  return (
    <Checkout
      basket={basket}
      offer={{ settings, deposit: product.deposit }}
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
