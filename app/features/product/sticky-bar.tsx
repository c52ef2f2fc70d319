import type { Product, Variant } from '#contract/products.ts';
import { Button } from '~/ui/button.tsx';
import { Price } from '~/ui/price.tsx';
import { useBuying } from './buy-box.tsx';

/** On a phone the price and the main action stay at hand; above the bottom bar. */
export function StickyBar({ product, variant }: { product: Product; variant: Variant }) {
  const { buy } = useBuying(product, variant);
  if (!variant.available) return null;
  return (
    <div className="sticky bottom-14 z-20 flex items-center justify-between gap-4 border-t border-line bg-ground px-4 py-2 md:hidden">
      <div className="min-w-0">
        <p className="truncate text-sm text-ink-2">
          <bdi>{product.name}</bdi>
        </p>
        <Price value={variant.price} className="text-lg font-bold" />
      </div>
      <Button onClick={buy}>קנייה מיידית</Button>
    </div>
  );
}
