import { inArray } from 'drizzle-orm';
import type { Product, ProductPreview, Variant } from '#contract/catalogue/products.ts';
import { variants } from '#db/schema/index.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import { toAgorot, toShekels } from '#domain/money/money.ts';
import { decodeEntities } from '#domain/text/entities.ts';
import { productPath } from '#domain/text/links.ts';
import { readProducts } from '../../catalogue/products/read-products.ts';
import { escapeXml } from '../../content/seo/escape-xml.ts';
import { productPaths, siteOrigin } from '../../content/seo/urls.ts';
import type { RequestContext } from '../../context.ts';
import { suitableDeliveries } from './delivery.ts';

/** Products read at once: fifteen queries and some hundred kilobytes. */
const BATCH = 100;
const LONGEST_TITLE = 150;
const LONGEST_DESCRIPTION = 5_000;
const MOST_PICTURES = 10;

/**
 * Every variant that has a price, as merchant centres read it (RSS 2.0 with Google's attributes), in pieces: a catalogue of
 * 100,000 products is never whole in memory. A product that is at home in another store is in that one's feed. Pre-orders
 * are left out, since the attributes demand the date on which they arrive.
 */
export async function* productFeed(ctx: RequestContext): AsyncGenerator<string> {
  const origin = siteOrigin(ctx);
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${escapeXml(ctx.store.name)}</title>
<link>${origin}/</link>
<description>${escapeXml(ctx.store.seoDescription)}</description>
`;
  let batch = await productPaths(ctx, { limit: BATCH });
  while (batch.length > 0) {
    const products = await readProducts(
      ctx,
      batch.map(({ uid }) => uid),
    );
    const weights = await weightsOf(ctx, products);
    const items = await Promise.all(products.map((product) => itemsOf(ctx, origin, product, weights)));
    yield items.flat().join('');
    batch = await productPaths(ctx, { after: batch.at(-1)?.slug ?? '', limit: BATCH });
  }
  yield '</channel>\n</rss>\n';
}

/** Grams by variant; one without a weight goes at the price of the lightest. */
async function weightsOf(ctx: RequestContext, products: Product[]): Promise<Map<string, number>> {
  const uids = products.flatMap(({ variants }) => variants.map(({ id }) => id));
  const rows = await ctx.db
    .select({ uuid: variants.uuid, weightG: variants.weightG })
    .from(variants)
    .where(inArray(variants.uuid, uids));
  return new Map(rows.map(({ uuid, weightG }) => [uuid, weightG ?? 0]));
}

async function itemsOf(
  ctx: RequestContext,
  origin: string,
  product: Product,
  weights: Map<string, number>,
): Promise<string[]> {
  if (product.stock_policy === 'PRE_ORDER' || product.stock_policy === 'ON_REQUEST') return [];
  return Promise.all(
    product.variants
      .filter(({ price }) => price !== null)
      .map(async (variant) => {
        const attributes = attributesOf(origin, product, variant);
        const parcel = { sumAgorot: toAgorot(variant.price as number), weightG: weights.get(variant.id) ?? 0 };
        const shipping = await shippingOf(ctx, product.kind, parcel);
        return `<item>\n${attributes.map(([name, value]) => `<g:${name}>${escapeXml(value)}</g:${name}>\n`).join('')}${shipping}</item>\n`;
      }),
  );
}

function attributesOf(origin: string, product: Product, variant: Variant): [string, string][] {
  const { price, deleted_price: before } = variant;
  const pictures = picturesOf(product, variant).map((media) => `${origin}${mediaPath(media)}/share.jpg`);
  const [first, ...further] = pictures;
  const nameOf = (type: string) => variant.types.find((value) => value.type === type)?.value_name;
  const all: [string, string | false | null | undefined][] = [
    ['id', variant.sku],
    ['item_group_id', product.variants.length > 1 && product.id],
    ['title', titleOf(product, variant).slice(0, LONGEST_TITLE)],
    ['description', descriptionOf(product).slice(0, LONGEST_DESCRIPTION)],
    ['link', `${origin}${productPath(product.slug.name)}?variant=${encodeURIComponent(variant.sku)}`],
    ['image_link', first],
    ...further.slice(0, MOST_PICTURES).map((picture): [string, string] => ['additional_image_link', picture]),
    ['availability', variant.available ? 'in_stock' : 'out_of_stock'],
    ['price', ils(before ?? (price as number))],
    ['sale_price', before !== null && ils(price as number)],
    ['condition', 'new'],
    ['brand', product.brand?.name_en],
    ['mpn', metaOf(product, 'part_number') ?? variant.sku],
    ['color', nameOf('COLOR')],
    ['size', nameOf('SIZE')],
    ['product_type', product.breadcrumbs.map(({ name }) => name).join(' > ')],
  ];
  return all.filter((one): one is [string, string] => Boolean(one[1]));
}

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

/** What it costs to have it sent, as far as one knows without the address. */
async function shippingOf(
  ctx: RequestContext,
  kind: Product['kind'],
  parcel: { sumAgorot: number; weightG: number },
): Promise<string> {
  const suitable = await suitableDeliveries(ctx, [kind], { ...parcel, city: '', postalCode: '' }, false);
  return suitable
    .filter((type) => type.kind === 'COURIER')
    .map(
      ({ name, finalAgorot }) =>
        `<g:shipping><g:country>IL</g:country><g:service>${escapeXml(name)}</g:service><g:price>${ils(toShekels(finalAgorot))}</g:price></g:shipping>\n`,
    )
    .join('');
}
