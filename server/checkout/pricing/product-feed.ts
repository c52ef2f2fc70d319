import type { Product, ProductPreview, Variant } from '#contract/catalogue/products.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import { decodeEntities, escapeMarkup } from '#domain/text/entities.ts';
import { productPath } from '#domain/text/links.ts';
import { readProducts } from '../../catalogue/products/read-products.ts';
import { productPaths, siteOrigin } from '../../content/seo/urls.ts';
import type { RequestContext } from '../../context.ts';
import { type Shipping, shippingOf } from './product-shipping.ts';

/** Products read at once, by a bounded number of queries: some hundred kilobytes. */
const BATCH = 100;
const LONGEST_TITLE = 150;
const LONGEST_DESCRIPTION = 5_000;
const MAX_PICTURES = 10;
/** Where Google shows no motor vehicles (its unsupported content); other merchant centres and its remarketing do. */
const WITHOUT_VEHICLES = ['Shopping_ads', 'Local_inventory_ads', 'Free_listings', 'Free_local_listings'];

/**
 * Every variant that has a price, as merchant centres read it (RSS 2.0 with Google's attributes), in pieces: a
 * catalogue of 100,000 products is never whole in memory. A product that is at home in another store is in that one's
 * feed. Pre-orders are left out, since the attributes demand the date on which they arrive, and so is what is sold on
 * request, which nobody can order. It stands here and not in `content/seo`, as it needs prices and shipping.
 */
export async function* productFeed(ctx: RequestContext): AsyncGenerator<string> {
  const origin = siteOrigin(ctx);
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${escapeMarkup(ctx.store.name)}</title>
<link>${origin}/</link>
<description>${escapeMarkup(ctx.store.seoDescription)}</description>
`;
  let batch = await productPaths(ctx, { limit: BATCH });
  while (batch.length > 0) {
    const products = await readProducts(
      ctx,
      batch.map(({ uid }) => uid),
    );
    const shipping = await shippingOf(ctx, products);
    yield products.flatMap((product) => itemsOf(origin, product, shipping)).join('');
    batch = await productPaths(ctx, { after: batch.at(-1)?.slug ?? '', limit: BATCH });
  }
  yield '</channel>\n</rss>\n';
}

function itemsOf(origin: string, product: Product, shipping: Map<string, Shipping[]>): string[] {
  if (product.stock_policy === 'PRE_ORDER' || product.stock_policy === 'ON_REQUEST') return [];
  return product.variants
    .filter(({ price }) => price !== null)
    .map((variant) => {
      const attributes = attributesOf(origin, product, variant).map(
        ([name, value]) => `<g:${name}>${escapeMarkup(value)}</g:${name}>\n`,
      );
      const ways = (shipping.get(variant.id) ?? []).map(
        ({ name, price }) =>
          `<g:shipping><g:country>IL</g:country><g:service>${escapeMarkup(name)}</g:service><g:price>${ils(price)}</g:price></g:shipping>\n`,
      );
      return `<item>\n${[...attributes, ...ways].join('')}</item>\n`;
    });
}

function attributesOf(origin: string, product: Product, variant: Variant): [string, string][] {
  // A struck-through price is Google's `price`, and what is paid its `sale_price`.
  const { price, deleted_price: before } = variant;
  const pictures = picturesOf(product, variant).map((media) => `${origin}${mediaPath(media)}/plain.jpg`);
  const [first, ...further] = pictures;
  const nameOf = (type: string) => variant.types.find((value) => value.type === type)?.value_name;
  const all: [string, string | false | null | undefined][] = [
    ['id', variant.sku],
    ['item_group_id', product.variants.length > 1 && product.id],
    ['title', titleOf(product, variant).slice(0, LONGEST_TITLE)],
    ['description', descriptionOf(product).slice(0, LONGEST_DESCRIPTION)],
    ['link', `${origin}${productPath(product.slug.name)}?variant=${encodeURIComponent(variant.sku)}`],
    ['image_link', first],
    ...further.slice(0, MAX_PICTURES).map((picture): [string, string] => ['additional_image_link', picture]),
    ...(isMotorVehicle(product) ? WITHOUT_VEHICLES : []).map((place): [string, string] => [
      'excluded_destination',
      place,
    ]),
    ['availability', variant.available ? 'in_stock' : 'out_of_stock'],
    ['price', ils(before ?? (price as number))],
    ['sale_price', before !== null && ils(price as number)],
    // Used vehicles are taken in exchange, and never sold here.
    ['condition', 'new'],
    ['brand', product.brand?.name_en],
    ['mpn', metaOf(product, 'part_number')],
    ['identifier_exists', !metaOf(product, 'part_number') && 'no'],
    ['color', nameOf('COLOR')],
    ['size', nameOf('SIZE')],
    ['product_type', product.breadcrumbs.map(({ name }) => name).join(' > ')],
  ];
  return all.filter((one): one is [string, string] => Boolean(one[1]));
}

/** What needs no licence, such as a mobility scooter, isn't one to Google. */
const isMotorVehicle = ({ kind, licence_class }: Product): boolean => kind === 'VEHICLE' && licence_class !== 'none';

const ils = (shekels: number): string => `${shekels.toFixed(2)} ILS`;

const metaOf = ({ meta }: ProductPreview, key: string) => meta.find((one) => one.key === key)?.value;

const titleOf = ({ brand, name }: Product, { types }: Variant): string =>
  [brand && !name.includes(brand.name_en) ? brand.name_en : '', name, ...types.map(({ value_name }) => value_name)]
    .filter((part) => part !== '')
    .join(' ');

const descriptionOf = ({ description, subtitle, seo }: Product): string =>
  decodeEntities(description.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim() ||
  seo.description ||
  subtitle;

/** The variant's own first: a red helmet is shown red. */
const picturesOf = (product: Product, variant: Variant): string[] => [
  ...new Set(
    [...variant.product_images, product.main_image, ...product.product_images].flatMap(
      (image) => image?.image_url ?? [],
    ),
  ),
];
