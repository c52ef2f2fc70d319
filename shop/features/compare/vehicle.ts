import type { Product } from '#contract/catalogue/products.ts';
import { bestOf } from '#domain/catalogue/product-page/key-figures.ts';
import type { PricedProduct } from '../finance/offer.ts';

/** What the head of a column shows; all else of a product is in the rows. */
export type ComparedVehicle = Pick<
  Product,
  'id' | 'slug' | 'name' | 'subtitle' | 'main_image' | 'price' | 'deleted_price' | 'starting_from'
> &
  PricedProduct & {
    cheapest: boolean;
    /** Where it is ordered, in the cheapest variant that can be; `null`: not to be ordered here and now. */
    order: string | null;
    /** Why not, or what its page offers instead. */
    state: string;
  };

export function toVehicles(products: Product[]): ComparedVehicle[] {
  const priced = products.map((product) => ({ product, ...orderedPrice(product) }));
  const cheapest = bestOf(
    priced.map(({ cost }) => cost.price),
    'least',
  );
  return priced.map(({ product, cost, sku }, index) => {
    const { id, slug, name, subtitle, main_image, stock_policy } = product;
    const { road_fees, finance_plans, licence_class, deposit } = product;
    return {
      ...{ id, slug, name, subtitle, main_image, ...cost },
      ...{ road_fees, finance_plans, licence_class, deposit },
      cheapest: cheapest.has(index),
      order: sku ? `/purchase?${new URLSearchParams({ uid: id, variant: sku })}` : null,
      state: stock_policy === 'ON_REQUEST' || cost.price === null ? 'להזמנה אישית' : 'אזל מהמלאי',
    };
  });
}

/** What the cheapest variant costs that can be ordered; where none can, the product's price. */
function orderedPrice({ variants, price, deleted_price, starting_from }: Product) {
  const open = variants
    .filter((variant) => variant.available && variant.price !== null)
    .toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0));
  const [first] = open;
  return first
    ? {
        sku: first.sku,
        cost: {
          price: first.price,
          deleted_price: first.deleted_price,
          starting_from: open.some((variant) => variant.price !== first.price),
        },
      }
    : { sku: null, cost: { price, deleted_price, starting_from } };
}
