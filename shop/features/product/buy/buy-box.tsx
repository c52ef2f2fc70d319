import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import { Button } from '#ui/button.tsx';
import { useGo } from '#ui/hooks/use-go.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { PriceWithOld } from '#ui/price.tsx';
import { useCart, useCartDrawer } from '../../cart/cart.tsx';

const FromMonthly = lazyPart(() => import('../../finance/from-monthly.tsx'));
const RoadPrice = lazyPart(() => import('./buy-box-road-price.tsx'));
const Unavailable = lazyPart(() => import('./unavailable.tsx'));
const StockLine = lazyPart(() => import('./stock-line.tsx'));

/** The buy buttons; the sticky bar replaces them while they are out of sight. */
export const BUY_ACTIONS_ID = 'buy-actions';

/** Actions for this variant: buy now, add to cart, or a lead where it can't be bought. */
export function useBuying(product: Product, variant: Variant) {
  const cart = useCart();
  const { setOpen } = useCartDrawer();
  const go = useGo();
  const quote = useSearchParams()[0].get('quote');
  const [adding, setAdding] = useState(false);

  async function add() {
    setAdding(true);
    const added = await cart.add(variant.id);
    setAdding(false);
    if (added) setOpen(true);
  }
  const buy = () =>
    go(`/purchase?${new URLSearchParams({ uid: product.id, variant: variant.sku, ...(quote && { quote }) })}`);
  return { add, adding, buy };
}

type Props = {
  product: Product;
  variant: Variant;
  /** Price of the configuration chosen below; `null`: the plain vehicle. Shekels. */
  configured: number | null;
};

export function BuyBox({ product, variant, configured }: Props) {
  const { add, adding, buy } = useBuying(product, variant);
  return (
    <div className="product-buy grid content-start gap-4">
      <div className="grid gap-1">
        <PriceWithOld
          value={variant.price}
          old={variant.deleted_price}
          className="text-3xl font-bold"
          oldClassName="text-lg"
        />
        {variant.price !== null && (
          <p className="text-sm text-ink-3">
            כולל מע״מ{product.kind === 'VEHICLE' && product.road_fees.length > 0 && ', לפני עלויות המסירה'}
          </p>
        )}
        {(variant.monthly_from || configured !== null) && (
          <FromMonthly from={variant.monthly_from} configured={configured} plans={product.finance_plans} />
        )}
      </div>
      <div id={BUY_ACTIONS_ID}>
        {variant.available ? (
          <div className="grid gap-2">
            <noscript>
              <p className="rounded-md bg-warning-wash px-4 py-3 font-medium text-warning">
                כדי לקנות באתר יש להפעיל <bdi>JavaScript</bdi> בדפדפן. אפשר גם להזמין בטלפון
              </p>
            </noscript>
            <Button size="lg" wide onClick={buy}>
              {product.kind === 'VEHICLE' ? 'להזמנה' : 'קנייה מיידית'}
            </Button>
            <Button size="lg" wide variant="secondary" busy={adding} onClick={add}>
              <ShoppingBag aria-hidden className="size-5" />
              הוספה לסל
            </Button>
          </div>
        ) : (
          <Unavailable product={product} variant={variant} />
        )}
      </div>
      <RoadPrice product={product} variant={variant} />
      <StockLine product={product} variant={variant} />
    </div>
  );
}
