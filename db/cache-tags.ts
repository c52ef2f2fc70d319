import type pg from 'pg';

/** `NOTIFY` on this channel tells every process what has changed: tags, or with an empty payload everything. */
export const CACHE_CHANNEL = 'cache_versions';

/**
 * What cached values and pages are made of. Code that reads what other code writes names it by one of these
 * (`server/platform/cache.ts`), and the triggers of db/triggers send the same names.
 *
 * Of goods, what a sale or a price changes:
 */
export const productTag = (uuid: string): string => `product:${uuid}`;
/** How many last pieces of a product there are, where neither its price nor whether it can be bought changes. */
export const stockTag = (productUuid: string): string => `stock:${productUuid}`;
/** Any product of the collection, with its price and whether it can be bought. */
export const collectionTag = (uuid: string): string => `collection:${uuid}`;
/** Any product of the store. */
export const productsTag = (storeUuid: string): string => `products:${storeUuid}`;
/** Which products the store shows, whatever they cost. */
export const shownTag = (storeUuid: string): string => `shown:${storeUuid}`;
/** Whether the store shows the product, on which every page of a store depends whose menus lead to it. */
export const shownProductTag = (storeUuid: string, productUuid: string): string =>
  `${shownTag(storeUuid)}:${productUuid}`;

/**
 * Which products a collection or a store lists, and in which sequence: names, years and whatever else lists are sorted
 * and filtered by.
 */
export const listedTag = (collectionOrStoreUuid: string): string => `listed:${collectionOrStoreUuid}`;
/** Names of the store's vehicles, to choose from. */
export const vehiclesTag = (storeUuid: string): string => `vehicles:${storeUuid}`;
/** Parts diagrams, and which vehicles parts fit. */
export const partsTag = (storeUuid: string): string => `parts:${storeUuid}`;

/** Of what operators write. The catalogue: names, pictures, specifications, categories and what is in them. */
export const catalogueTag = (storeUuid: string): string => `catalogue:${storeUuid}`;
/** Which picture stands for a product where other pages show it. */
export const pictureTag = (productUuid: string): string => `picture:${productUuid}`;
export const textTag = (uuid: string): string => `text:${uuid}`;
/** All text pages and posts of a store. */
export const textsTag = (storeUuid: string): string => `texts:${storeUuid}`;
/** Menus, widgets, theme and whatever else an operator sets; of a company its brands and branches. */
export const settingsTag = (storeOrCompanyUuid: string): string => `settings:${storeOrCompanyUuid}`;
/** What the home page alone says. */
export const homeTag = (storeUuid: string): string => `home:${storeUuid}`;
export const salesTag = (storeUuid: string): string => `sales:${storeUuid}`;
/** The settings of any store. */
export const STORES = 'stores';

/** Whether the tag is of goods: then what was made before may still be shown for a moment (decision 0015). */
export const isGoodsTag = (tag: string): boolean => /^(?:product|stock|collection|products|shown):/.test(tag);

export const productOfTag = (tag: string): string | null => (tag.startsWith('product:') ? tag.slice(8) : null);

/** Tables whose triggers tell of each row that changes (db/triggers/cache-tags.sql). */
export const INVALIDATED_BY_ROW = new Set([
  'stores',
  'template_settings',
  'companies',
  'brands',
  'branches',
  'branch_stores',
  'menu_links',
  'widgets',
  'delivery_types',
  'finance_plans',
  'search_synonyms',
  'content_pages',
  'post_categories',
  'posts',
  'sales',
]);

/** Tells every process, once the transaction commits, that the catalogues of a company's stores were written. */
export async function invalidateCatalogues(client: Pick<pg.ClientBase, 'query'>, companyUid: string): Promise<void> {
  await client.query(`select pg_notify('${CACHE_CHANNEL}', 'catalogue:' || uuid) from stores where company_uid = $1`, [
    companyUid,
  ]);
}
