import { databaseOn } from '#db/client.ts';
import { toShekels } from '#domain/money/money.ts';
import { clearStoresFormerPrices } from '#server/catalogue/derived/former-prices.ts';
import { tally } from '#server/catalogue/derived/row-writer.ts';
import { sync, type Values } from '#server/catalogue/derived/sync.ts';
import { followToCategories } from '#server/content/redirects/retarget-redirects.ts';
import { REACHED } from '../../checks/former-prices.ts';
import { isUrl } from '../../pictures/references.ts';
import type { ProductRow } from '../../schemas/catalogue.ts';
import { ON_REQUEST } from '../../schemas/cells.ts';
import { picturesOf } from '../rich-text.ts';
import { renameProducts, writeFormerSlugs } from '../slug-history.ts';
import { uuidsBy, type Writer } from '../writer.ts';

/** URL path of media. Stored in rich text, so it must not change. */
const mediaUrl = (name: string): string => `/media/${name}`;

/** `null` for an empty cell, `undefined` for a missing column, as optional fields have it. */
const orText = (value: string | null | undefined): string | undefined => (value === null ? '' : value);
const orList = (value: string[] | null | undefined): string[] | undefined => (value === null ? [] : value);

export async function writeProducts(writer: Writer): Promise<void> {
  const { folder } = writer;
  await renameProducts(writer);
  const target = { table: 'products', key: ['company_uid', 'slug'], touch: 'updated_at' };
  const descriptions = new Map(
    folder.descriptions.map(({ slug, html }) => [slug, html.render(picturesOf(writer, null))]),
  );
  const rows: Values[] = folder.products.map(({ data }) => ({
    ...productValues(writer, data),
    description: descriptions.get(data.slug),
  }));
  const folderSlugs = new Set(folder.products.map(({ data }) => data.slug));
  for (const [slug, description] of descriptions) {
    if (!folderSlugs.has(slug)) rows.push({ company_uid: writer.companyUid, slug, description });
  }
  await sync(writer, target, rows);
  writer.products = await uuidsBy(writer, 'select slug as key, uuid from products where company_uid = $1');

  const replacedProducts = folder.products.flatMap(({ data: { slug, replaced_by: next } }): Values[] =>
    next === undefined
      ? []
      : [{ company_uid: writer.companyUid, slug, replaced_by: next && writer.products.get(next) }],
  );
  await sync(writer, target, replacedProducts);

  await writeFormerSlugs(
    writer,
    { owner: writer.companyUid, type: 'PRODUCT' },
    folder.products.map(({ data }) => ({ ...data, uuid: writer.products.get(data.slug) })),
  );

  const listed = folder.products.filter(({ data }) => data.stores);
  const replace = { column: 'product_uid', values: listed.map(({ data }) => writer.products.get(data.slug) as string) };
  const places = listed.flatMap(({ data }) => storeValues(writer, data));
  await followUnsold(writer, replace.values, places);
  await sync(
    writer,
    { table: 'store_products', key: ['store_uid', 'product_uid'], once: ['published'], replace },
    places,
  );
  await forgetStorePrices(writer);
  await noteFormerPrices(writer);

  const withMeta = folder.products.filter(({ data }) => data.meta !== undefined);
  const meta = withMeta.flatMap(({ data }) => {
    const product_uid = writer.products.get(data.slug);
    const unique = new Map((data.meta ?? []).map(([key, value]) => [`${key}=${value}`, { product_uid, key, value }]));
    return [...unique.values()];
  });
  const metaOwners = {
    column: 'product_uid',
    values: withMeta.map(({ data }) => writer.products.get(data.slug) as string),
  };
  await sync(writer, { table: 'product_meta', key: ['product_uid', 'key', 'value'], replace: metaOwners }, meta);
}

/**
 * Old URLs of products that leave a store lead to their categories there; a store with a `redirects.csv` gets that
 * afterwards.
 */
async function followUnsold(writer: Writer, products: string[], places: Values[]): Promise<void> {
  const { rows } = await writer.client.query<{ key: string; store: string; products: string[] }>(
    `select s.key, s.uuid as store, array_agg(sp.product_uid) as products from store_products sp join stores s on s.uuid = sp.store_uid
     where sp.product_uid = any($1) and not exists (
       select from json_to_recordset($2) p(store_uid uuid, product_uid uuid)
       where p.store_uid = sp.store_uid and p.product_uid = sp.product_uid)
     group by s.uuid`,
    [products, JSON.stringify(places)],
  );
  for (const { key, store, products } of rows) {
    const count = await followToCategories(databaseOn(writer.client), store, products);
    tally(writer, 'redirects', { updated: count });
    if (count > 0)
      writer.notes.add(
        { file: `stores/${key}/redirects.csv` },
        String(count),
        'led to products that the store no longer sells: to their categories now',
      );
  }
}

/** Without a price nothing can be bought, struck through or paid down (`products_price_on_request`). */
const onRequest = { price_agorot: 0, deleted_price_agorot: null, deposit_agorot: null, stock_policy: 'ON_REQUEST' };

/**
 * As in the office (server/office/products/price-product.ts): a later price would bring those of single stores back.
 */
async function forgetStorePrices(writer: Writer): Promise<void> {
  const unpriced = writer.folder.products.filter(({ data }) => data.price === ON_REQUEST);
  const result = await writer.client.query(
    `update store_products set price_agorot = null, deleted_price_agorot = null
     where product_uid = any($1) and (price_agorot is not null or deleted_price_agorot is not null)`,
    [unpriced.map(({ data }) => writer.products.get(data.slug))],
  );
  tally(writer, 'store_products', { updated: result.rowCount ?? 0 });
}

/** Former prices of stores, which the files don't hold. */
async function noteFormerPrices(writer: Writer): Promise<void> {
  const priced = new Map(
    writer.folder.products
      .filter(({ data }) => typeof data.price === 'number' || data.stores)
      .map(({ file, row, data }) => [writer.products.get(data.slug) as string, { file, row, column: 'stores' }]),
  );
  const cleared = await clearStoresFormerPrices(writer.client, [...priced.keys()]);
  tally(writer, 'store_products', { updated: cleared.length });
  for (const { product, name, agorot } of cleared) {
    const line = priced.get(product);
    if (line) writer.notes.add(line, `${name}: ${toShekels(agorot)}`, REACHED);
  }
}

function productValues({ companyUid, brands, pictures }: Writer, data: ProductRow): Values {
  const video = (link: string): string => (isUrl(link) ? link : mediaUrl(pictures.byPath.get(link)?.media ?? ''));
  return {
    company_uid: companyUid,
    slug: data.slug,
    brand_uid: data.brand ? brands.get(data.brand) : data.brand,
    kind: data.kind,
    name: data.name,
    subtitle: orText(data.subtitle),
    price_on_request: data.price === undefined ? undefined : data.price === ON_REQUEST,
    price_agorot: data.price,
    deleted_price_agorot: data.deleted_price,
    deposit_agorot: data.deposit,
    year: data.year,
    licence_class: data.licence_class,
    stock_policy: data.stock_policy === null ? 'IN_STOCK' : data.stock_policy,
    pollution_group: data.pollution_group,
    safety_level: data.safety_level,
    warranty: orText(data.warranty),
    service_plan: orText(data.service_plan),
    badges: orList(data.badges),
    videos: orList(data.videos)?.map(video),
    seo_title: data.seo_title,
    seo_description: data.seo_description,
    ...(data.price === ON_REQUEST && onRequest),
  };
}

function storeValues({ stores, products }: Writer, data: ProductRow): Values[] {
  const home = data.home_store ?? data.stores?.[0]?.store;
  return (data.stores ?? []).map(({ store, priceAgorot }) => ({
    store_uid: stores.get(store),
    product_uid: products.get(data.slug),
    is_home: store === home,
    published: data.hidden === undefined ? undefined : !data.hidden?.includes(store),
    price_agorot: priceAgorot,
    position: data.position === null ? 0 : data.position,
  }));
}
