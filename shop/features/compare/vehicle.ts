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
  const cheapest = bestOf(
    products.map(({ price }) => price),
    'least',
  );
  return products.map((product, index) => {
    const { id, slug, name, subtitle, main_image, price, deleted_price, starting_from } = product;
    const { road_fees, finance_plans, licence_class, deposit } = product;
    const [variant] = product.variants
      .filter(({ available, price: own }) => available && own !== null)
      .toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0));
    return {
      ...{ id, slug, name, subtitle, main_image, price, deleted_price, starting_from },
      ...{ road_fees, finance_plans, licence_class, deposit },
      cheapest: cheapest.has(index),
      order: variant ? `/purchase?${new URLSearchParams({ uid: id, variant: variant.sku })}` : null,
      state: product.stock_policy === 'ON_REQUEST' || price === null ? 'להזמנה אישית' : 'אזל מהמלאי',
    };
  });
}
