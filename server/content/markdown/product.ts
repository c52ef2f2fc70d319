import type { Product } from '#contract/catalogue/products.ts';
import { licenceNames } from '#domain/catalogue/kind-names.ts';
import { chassisText, isAnyChassis } from '#domain/catalogue/parts/chassis.ts';
import { roadPrice } from '#domain/catalogue/road-price.ts';
import { branchesText, stockText } from '#domain/catalogue/stock-text.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { categoryPath, productPath } from '#domain/text/links.ts';
import { getProduct } from '../../catalogue/products/product.ts';
import type { RequestContext } from '../../context.ts';
import { homeOrigin, siteOrigin } from '../seo/urls.ts';
import { fromHtml, joinParts, link, type MarkdownPage, plain, table } from './write-markdown.ts';

/** What a product's page says, with every variant's price and stock. @throws NOT_FOUND */
export async function productMarkdown(ctx: RequestContext, slug: string): Promise<MarkdownPage> {
  const product = await getProduct(ctx, slug);
  const path = productPath(product.slug.name);
  const origin = (await homeOrigin(ctx, product.id)) ?? siteOrigin(ctx);
  const body = joinParts([
    `# ${plain(product.name)}`,
    product.subtitle && `> ${plain(product.subtitle)}`,
    // Category and prices are this store's, and so is the order; the product may be at home in another one.
    factsOf(product, siteOrigin(ctx)).join('\n'),
    'כל המחירים בשקלים וכוללים מע״מ.',
    variantsOf(product),
    product.description && `## תיאור\n\n${fromHtml(product.description, origin)}`,
    ...product.specifications.map(({ name, values }) =>
      joinParts([
        `## ${plain(name)}`,
        table(
          ['נתון', 'ערך'],
          values.map(({ name, value, unit }) => [name, unit ? `${value} ${unit}` : value]),
        ),
      ]).trimEnd(),
    ),
    product.fits.length > 0 && `## לאילו דגמים זה מתאים\n\n${product.fits.map(fitLine).join('\n')}`,
    ...product.faqs.map(({ question, answer }) => `## ${plain(question)}\n\n${fromHtml(answer, origin)}`),
    link('דף המוצר והזמנה', `${siteOrigin(ctx)}${path}`),
  ]);
  return { path, origin, body };
}

function fitLine({ vehicle, year_from, year_to, chassis }: Product['fits'][number]): string {
  const years = year_from === year_to ? year_from : `${year_from}–${year_to}`;
  const numbers = isAnyChassis(chassis) ? '' : `, מספר שלדה ${plain(chassisText(chassis))}`;
  return `- ${plain(vehicle.name)} ${years}${numbers}`;
}

function factsOf(product: Product, origin: string): string[] {
  const { price, deleted_price: before, road_fees: fees } = product;
  const category = product.breadcrumbs.at(-1);
  const facts: (readonly [string, string | number | null | false | undefined])[] = [
    ['מחיר', price === null ? 'לפי פנייה' : `${product.starting_from ? 'החל מ־' : ''}${formatExactPrice(price)}`],
    ['מחיר קודם', before !== null && formatExactPrice(before)],
    [
      'כולל הוצאות המסירה',
      price !== null &&
        fees.length > 0 &&
        `${product.starting_from ? 'החל מ־' : ''}${formatExactPrice(roadPrice(price, fees))}`,
    ],
    ['דמי שריון', product.deposit !== null && formatExactPrice(product.deposit)],
    ['מותג', product.brand && `${product.brand.name} (${product.brand.name_en})`],
    ['שנת דגם', product.year],
    ['רישיון', product.licence_class && (licenceNames[product.licence_class] ?? product.licence_class)],
    ['אחריות', product.warranty],
  ];
  return [
    ...facts.flatMap(([name, value]) => (value ? [`- ${name}: ${plain(String(value))}`] : [])),
    ...(category ? [`- קטגוריה: ${link(category.name, `${origin}${categoryPath(category.slug.name)}.md`)}`] : []),
  ];
}

function variantsOf(product: Product): string {
  const rows = product.variants.map((variant) => [
    variant.sku,
    variant.types.map(({ value_name }) => value_name).join(', '),
    variant.price === null ? 'לפי פנייה' : formatExactPrice(variant.price),
    [stockText(product, variant), branchesText(product, variant)].filter(Boolean).join('; '),
  ]);
  return rows.length === 0 ? '' : `## גרסאות\n\n${table(['מק״ט', 'גרסה', 'מחיר', 'זמינות'], rows)}`;
}
