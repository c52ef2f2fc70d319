import type { Product } from '#contract/catalogue/products.ts';
import { bestOf } from '#domain/catalogue/product-page/key-figures.ts';
import { productPath } from '#domain/text/links.ts';
import type { PricedProduct, PricedVariant } from '../finance/offer.ts';
import type { Compared } from './compared-list.ts';

/** What the head of a column shows; all else of a product is in the rows. */
export type ComparedVehicle = Pick<Product, 'id' | 'slug' | 'name' | 'subtitle' | 'main_image'> &
  Pick<Compared, 'of'> &
  PricedProduct &
  PricedVariant & {
    /** Its colour and what was added to it, where one was chosen. */
    chosen: string;
    cheapest: boolean;
    /** Its own page, in that colour or configuration. */
    page: string;
    /** Where it is ordered; `null`: not to be ordered here and now. */
    order: string | null;
    /** Why not, or what its page offers instead. */
    state: string;
  };

/** A colour of a vehicle, or a configuration in it. */
type Chosen = {
  variant: Product['variants'][number];
  configured: { code: string; price: number; extras: string[] } | null;
};

/** `of`: the requested variant or configuration, also where it is gone: the device keeps it by that. */
export type Asked = Pick<Compared, 'of'> & { product: Product; chosen?: Chosen | null };

export function toVehicles(requested: Asked[]): ComparedVehicle[] {
  const priced = requested.map((one) => ({
    ...one,
    ...(one.chosen ? inChoice(one.product, one.chosen) : atLeast(one)),
  }));
  const cheapest = bestOf(
    priced.map(({ cost }) => cost.price),
    'least',
  );
  return priced.map(({ product, of, chosen, cost, order, query }, index) => {
    const { id, slug, name, subtitle, main_image, stock_policy } = product;
    const { road_fees, finance_plans, licence_class, deposit } = product;
    return {
      ...{ id, slug, name, subtitle, ...cost },
      ...{ road_fees, finance_plans, licence_class, deposit },
      ...(of && { of }),
      main_image: chosen?.variant.product_images[0] ?? main_image,
      chosen: chosen ? wordsOf(chosen) : '',
      cheapest: cheapest.has(index),
      page: `${productPath(slug.name)}${query && `?${new URLSearchParams(query)}`}`,
      order: order && `/purchase?${new URLSearchParams(order)}`,
      state: stock_policy === 'ON_REQUEST' || cost.price === null ? 'להזמנה אישית' : 'אזל מהמלאי',
    };
  });
}

type Costed = {
  cost: PricedVariant & { price: number | null };
  order: Record<string, string> | null;
  query: Record<string, string> | '';
};

const wordsOf = ({ variant, configured }: Chosen): string =>
  [...variant.types.map(({ value_name }) => value_name), ...(configured?.extras ?? [])].join(', ');

/** What its own page says of that colour or configuration. */
function inChoice({ id }: Product, { variant, configured }: Chosen): Costed {
  const { sku, price, deleted_price, available } = variant;
  const isOpen = available && price !== null;
  return configured
    ? {
        cost: { label: 'ההרכבה שבחרתם', price: configured.price, available: isOpen },
        order: isOpen ? { uid: configured.code } : null,
        query: { config: configured.code },
      }
    : {
        cost: { price, deleted_price, available: isOpen },
        order: isOpen ? { uid: id, variant: sku } : null,
        query: { variant: sku },
      };
}

/** What the cheapest variant costs that can be ordered; where none can, the product's price. */
function atLeast({ product: { id, variants, price, deleted_price, starting_from } }: Asked): Costed {
  const open = variants
    .filter((variant) => variant.available && variant.price !== null)
    .toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0));
  const [first] = open;
  if (!first) return { cost: { price, deleted_price, starting_from, available: false }, order: null, query: '' };
  const others = open.some((variant) => variant.price !== first.price);
  return {
    cost: { price: first.price, deleted_price: first.deleted_price, starting_from: others, available: true },
    order: { uid: id, variant: first.sku },
    query: '',
  };
}
