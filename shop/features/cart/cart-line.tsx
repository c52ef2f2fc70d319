import { Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import type { CartItem } from '#contract/checkout/cart-pricing.ts';
import { linePriceCeil } from '#domain/money/money.ts';
import { MAX_LINE_QUANTITY } from '#domain/orders/cart-limits.ts';
import { keepNumber } from '#domain/text/format.ts';
import { productPath, variantQuery } from '#domain/text/links.ts';
import { IconButton } from '#ui/button.tsx';
import { Quantity } from '#ui/form/quantity.tsx';
import { Link } from '#ui/link.tsx';
import { PriceWithOld } from '#ui/price.tsx';
import { LineParts } from './line-parts.tsx';
import { LinePicture } from './line-picture.tsx';

/** Opens as it lies in the cart: as it was put together, or in its colour and size where there are several. */
function linkOf({ slug, configuration, types, sku }: CartItem): string {
  const chosen = types.length > 0 ? variantQuery(sku) : '';
  return productPath(slug.name) + (configuration ? `?config=${configuration}` : chosen);
}

/** Whether a part fits the shopper's vehicles: of another feature, passed in by the page that opens the cart. */
export type LineFit = ComponentType<{ slug: string; onLeave: () => void }>;

type Props = {
  item: CartItem;
  Fit: LineFit;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
  onLeave: () => void;
};

export function CartLine({ item, Fit, onQuantity, onRemove, onLeave }: Props) {
  const { name, quantity, price, discount, deleted_price } = item;
  const currentPrice = linePriceCeil(quantity, price, discount);
  const formerPrice = linePriceCeil(quantity, deleted_price ?? price, 0);
  return (
    <li className="grid grid-cols-[5rem_1fr] gap-3 py-5 sm:grid-cols-[7.5rem_1fr] sm:gap-4">
      <LinePicture item={item} sizes="120px" className="w-full self-start" />
      <div className="grid min-w-0 content-start gap-2">
        <div className="flex items-start gap-2">
          <Link to={linkOf(item)} onClick={onLeave} className="line-clamp-2 grow font-semibold hover:underline">
            <bdi>{keepNumber(name)}</bdi>
          </Link>
          <IconButton
            label={`הסרת ${name} מהסל`}
            className="-me-2.5 -mt-2 -mb-3 text-ink-3 hover:text-danger"
            onClick={onRemove}
          >
            <Trash2 aria-hidden className="size-5" />
          </IconButton>
        </div>
        <LineParts types={item.types} choices={item.choices} price={price} />
        {item.kind === 'SPARE_PART' && <Fit slug={item.slug.name} onLeave={onLeave} />}
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-2">
          <Quantity value={quantity} onChange={onQuantity} max={item.max_quantity} label={`כמות של ${name}`} />
          <span className="ms-auto *:flex-col-reverse *:flex-nowrap *:items-end">
            <PriceWithOld
              value={currentPrice}
              old={formerPrice > currentPrice ? formerPrice : null}
              className="text-lg font-bold"
              oldClassName="text-sm"
            />
          </span>
        </div>
        {quantity >= item.max_quantity && item.max_quantity < MAX_LINE_QUANTITY && (
          <p className="text-sm text-ink-3">
            {item.max_quantity === 1 ? 'נותרה יחידה אחת במלאי' : `נותרו ${item.max_quantity} יחידות במלאי`}
          </p>
        )}
      </div>
    </li>
  );
}
