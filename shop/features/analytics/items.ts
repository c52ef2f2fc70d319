import type { ProductPreview } from '#contract/catalogue/products.ts';
import type { CartItem } from '#contract/checkout/cart-pricing.ts';
import type { OrderLine } from '#contract/checkout/orders.ts';
import { nearestAgorot, toShekels } from '#domain/money/money.ts';

/** An item in GA4's form. Prices are shekels per piece, after its discount. */
export type Item = {
  item_id: string;
  item_name: string;
  item_brand?: string;
  item_category?: string;
  item_variant?: string;
  item_list_name?: string;
  index?: number;
  price: number;
  discount?: number;
  quantity: number;
};

/** In whole agorot, so that sums show no floating-point noise. */
const round = (shekels: number): number => toShekels(nearestAgorot(shekels));

export const listedItem = (product: ProductPreview, list: string, index: number): Item => ({
  ...productItem(product),
  item_list_name: list,
  index,
});

export const productItem = ({ slug, name, brand, kind, price }: ProductPreview): Item => ({
  item_id: slug.name,
  item_name: name,
  ...(brand && { item_brand: brand.name_en }),
  item_category: kind,
  price: price ?? 0,
  quantity: 1,
});

type Line = Pick<CartItem, 'name' | 'sku' | 'price' | 'discount' | 'quantity'> & { slug: { name: string } | null };

/** A line of a cart or order; its discount is for the whole line. */
export function lineItem(line: Line | OrderLine, quantity = line.quantity): Item {
  const discount = line.quantity > 0 ? round(line.discount / line.quantity) : 0;
  return {
    item_id: line.slug?.name ?? line.sku,
    item_name: line.name,
    item_variant: line.sku,
    price: round(line.price - discount),
    ...(discount > 0 && { discount }),
    quantity,
  };
}

export const sumOf = (items: Item[]): number =>
  round(items.reduce((sum, { price, quantity }) => sum + price * quantity, 0));

const keyOf = ({ id, configuration }: CartItem): string => `${id}/${configuration ?? ''}`;

/** Pieces added to and removed from each line. */
export function changes(before: CartItem[], after: CartItem[]): { added: Item[]; removed: Item[] } {
  const itemsBefore = new Map(before.map((item) => [keyOf(item), item]));
  const itemsAfter = new Map(after.map((item) => [keyOf(item), item]));
  const added: Item[] = [];
  const removed: Item[] = [];
  for (const [key, item] of new Map([...itemsBefore, ...itemsAfter])) {
    const more = (itemsAfter.get(key)?.quantity ?? 0) - (itemsBefore.get(key)?.quantity ?? 0);
    if (more > 0) added.push(lineItem(item, more));
    if (more < 0) removed.push(lineItem(item, -more));
  }
  return { added, removed };
}
