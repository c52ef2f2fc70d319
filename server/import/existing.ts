import type pg from 'pg';
import type { Folder } from './folder.ts';
import type { Problems } from './problems.ts';

type ExistingProduct = {
  uuid: string;
  kind: string;
  /** Slug of the part that replaces it. */
  replacedBy: string | null;
  /** `null`: price on request. */
  priceAgorot: number | null;
  formerPriceAgorot: number | null;
  depositAgorot: number | null;
  pictured: boolean;
  stores: Set<string>;
  /** By store, where it has a price of its own. */
  storePrices: Map<string, number>;
};
type ExistingStore = {
  uuid: string;
  collections: Set<string>;
  pages: Set<string>;
  posts: Set<string>;
  postCategories: Set<string>;
  sales: Set<string>;
  status: string;
  nameEn: string;
  publicDomain: string | null;
  /** Promotions by name and coupons in capitals that a command or the office made. */
  operators: { sales: Set<string>; coupons: Set<string> };
};
/** `ownPriceAgorot`: `null` where it costs what the product does. */
type ExistingVariant = {
  product: string;
  stock: number;
  ownPriceAgorot: number | null;
  formerPriceAgorot: number | null;
};
/** A variant on sale, and what a shopper chooses it by. */
export type Sibling = {
  product: string;
  sku: string;
  color_name: string | null;
  size: string | null;
  options: [string, string][];
};

/** The folder's company as the database has it. */
export type Existing = {
  companyUid: string | null;
  brands: Set<string>;
  branches: Set<string>;
  /** Diagrams by slug. */
  assemblies: Set<string>;
  stores: Map<string, ExistingStore>;
  /** Keys of stores that belong to other companies. */
  foreignStores: Set<string>;
  /** Of all companies. */
  domains: { store: string; name: string; domain: string }[];
  products: Map<string, ExistingProduct>;
  /** Products by their former slugs, which lead to them. */
  formerSlugs: Map<string, string>;
  /** Products of the SKUs that the folder names. */
  skus: Map<string, string>;
  /** Variants that the folder names, by SKU. */
  variants: Map<string, ExistingVariant>;
  /**
   * Price differences of configurators' choices without variants, by product and choice, where the folder has choices.
   */
  choices: Map<string, Map<string, number>>;
  /** All variants on sale of products to which the folder adds some. */
  siblings: Sibling[];
};

const namedSkus = (folder: Folder): string[] => [
  ...folder.variants.map(({ data }) => data.sku),
  ...folder.pictures.flatMap(({ data }) => data.sku ?? []),
  ...folder.branchStock.map(({ data }) => data.sku),
  ...folder.choices.flatMap(({ data }) => [...(data.variants ?? []), ...(data.picture ? [data.picture] : [])]),
];

type Company = { uuid: string; key: string };
type Queries = Pick<pg.ClientBase, 'query'>;

const readCompanies = async (client: Queries): Promise<Company[]> =>
  (await client.query<Company>('select uuid, key from companies order by key')).rows;

const ownerAmong = (companies: Company[], key: string | undefined): Company | undefined =>
  key ? companies.find((one) => one.key === key) : companies.length === 1 ? companies[0] : undefined;

/**
 * Whose goods a sheet names: of the company that is `named`, or whose stores it says sell them, or else of the only
 * one. `null`: none.
 */
export async function companyOfSheet(
  client: Queries,
  named: string | undefined,
  stores: string[],
): Promise<Company | null> {
  const companies = await readCompanies(client);
  const { rows: owners } = await client.query<Company>(
    `select distinct c.uuid, c.key from companies c join stores s on s.company_uid = c.uuid
     where lower(s.key) = any($1) or lower(s.name) = any($1) or lower(s.name_en) = any($1)`,
    [stores.map((store) => store.trim().toLowerCase())],
  );
  return ownerAmong(companies, named ?? (owners.length === 1 ? owners[0]?.key : undefined)) ?? null;
}

/**
 * The company is the one that `company.json` names, or else `named`, or else the only one. `only`: the company's
 * products with these slugs, for a change that can name no others.
 */
export async function readExisting(
  client: pg.ClientBase,
  folder: Folder,
  problems: Problems,
  { named, only }: { named?: string | undefined; only?: { companyUid: string; slugs: string[] } } = {},
): Promise<Existing> {
  const companies = await readCompanies(client);
  const key = folder.company?.key ?? named;
  const company = only ? companies.find((one) => one.uuid === only.companyUid) : ownerAmong(companies, key);
  if (!company && !folder.company && !folder.declared.company) {
    const keys = companies.map((one) => one.key).join(', ');
    const reason =
      companies.length === 0
        ? 'is missing: the database has no company yet'
        : key
          ? `is missing: the database has no company ${key}, only ${keys}`
          : `is missing: the database has several companies (${keys}), so name one`;
    problems.add({ file: 'company.json', unit: 'company' }, null, reason);
  }
  const uuid = company?.uuid ?? null;
  const column = async (sql: string): Promise<Set<string>> =>
    new Set((await client.query<{ name: string }>(sql, [uuid])).rows.map((row) => row.name));

  const stores = await readStores(client);
  const variants = await readVariants(client, uuid, namedSkus(folder));
  const growing = folder.variants.flatMap(({ data }) => (variants.has(data.sku) ? [] : data.product));
  return {
    companyUid: uuid,
    brands: await column('select key as name from brands where company_uid = $1'),
    branches: await column('select key as name from branches where company_uid = $1'),
    assemblies: await column('select slug as name from assemblies where company_uid = $1'),
    stores: new Map(stores.filter(({ owner }) => owner === uuid).map(({ key, store }) => [key, store])),
    foreignStores: new Set(stores.filter(({ owner }) => owner !== uuid).map(({ key }) => key)),
    domains: stores.flatMap(({ key, name, store: { publicDomain: domain } }) =>
      domain === null ? [] : [{ store: key, name, domain }],
    ),
    products: await readProducts(client, uuid, only?.slugs),
    formerSlugs: await readFormerSlugs(client, uuid),
    skus: new Map([...variants].map(([sku, { product }]) => [sku, product])),
    variants,
    choices: folder.choices.length > 0 ? await readChoices(client, uuid) : new Map(),
    siblings: await readSiblings(client, uuid, growing),
  };
}

async function readStores(
  client: Queries,
): Promise<{ key: string; name: string; owner: string; store: ExistingStore }[]> {
  const { rows } = await client.query<{
    key: string;
    name: string;
    uuid: string;
    company_uid: string;
    collections: string[];
    pages: string[];
    posts: string[];
    categories: string[];
    sales: string[];
    status: string;
    name_en: string;
    public_domain: string | null;
    operator_sales: string[];
    operator_coupons: string[];
  }>(
    `select key, name, uuid, company_uid, status, name_en, public_domain,
       array(select name from sales a where a.store_uid = s.uuid and a.origin = 'OPERATOR') as operator_sales,
       array(select upper(code) from coupons c where c.store_uid = s.uuid and c.origin = 'OPERATOR') as operator_coupons,
       array(select slug from collections c where c.store_uid = s.uuid) as collections,
       array(select slug from content_pages p where p.store_uid = s.uuid) as pages,
       array(select slug from posts p where p.store_uid = s.uuid) as posts,
       array(select slug from post_categories c where c.store_uid = s.uuid) as categories,
       array(select name from sales a where a.store_uid = s.uuid) as sales
     from stores s`,
  );
  return rows.map((s) => ({
    key: s.key,
    name: s.name,
    owner: s.company_uid,
    store: {
      uuid: s.uuid,
      collections: new Set(s.collections),
      pages: new Set(s.pages),
      posts: new Set(s.posts),
      postCategories: new Set(s.categories),
      sales: new Set(s.sales),
      status: s.status,
      nameEn: s.name_en,
      publicDomain: s.public_domain,
      operators: { sales: new Set(s.operator_sales), coupons: new Set(s.operator_coupons) },
    },
  }));
}

/** Agorot, which the database gives as text. */
const sum = (agorot: string | null): number | null => (agorot === null ? null : Number(agorot));

/** `slugs`: only these. */
async function readProducts(
  client: Queries,
  companyUid: string | null,
  slugs: string[] | undefined,
): Promise<Map<string, ExistingProduct>> {
  const { rows } = await client.query<{
    slug: string;
    uuid: string;
    kind: string;
    replaced_by: string | null;
    price: string | null;
    former: string | null;
    deposit: string | null;
    pictured: boolean;
    stores: string[];
    prices: Record<string, number> | null;
  }>(
    `select p.slug, p.uuid, p.kind, (select r.slug from products r where r.uuid = p.replaced_by) as replaced_by, case when not p.price_on_request then p.price_agorot end as price,
       p.deleted_price_agorot as former, p.deposit_agorot as deposit,
       exists (select from product_images i where i.product_uid = p.uuid) as pictured,
       jsonb_object_agg(s.key, sp.price_agorot) filter (where sp.price_agorot is not null) as prices, coalesce(array_agg(s.key) filter (where s.key is not null), '{}') as stores
     from products p left join store_products sp on sp.product_uid = p.uuid left join stores s on s.uuid = sp.store_uid
     where p.company_uid = $1 and ($2::text[] is null or p.slug = any($2)) group by p.uuid`,
    [companyUid, slugs ?? null],
  );
  return new Map(
    rows.map((p) => [
      p.slug,
      {
        uuid: p.uuid,
        kind: p.kind,
        replacedBy: p.replaced_by,
        priceAgorot: sum(p.price),
        formerPriceAgorot: sum(p.former),
        depositAgorot: sum(p.deposit),
        pictured: p.pictured,
        stores: new Set(p.stores),
        storePrices: new Map(Object.entries(p.prices ?? {})),
      },
    ]),
  );
}

/** Of what is a product's slug today that product is asked first. */
async function readFormerSlugs(client: Queries, companyUid: string | null): Promise<Map<string, string>> {
  const { rows } = await client.query<{ former: string; slug: string }>(
    `select h.slug as former, p.slug from slug_history h join products p on p.uuid = h.entity_uid
     where h.owner_uid = $1 and h.entity_type = 'PRODUCT'
       and not exists (select from products o where o.company_uid = $1 and o.slug = h.slug)`,
    [companyUid],
  );
  return new Map(rows.map(({ former, slug }) => [former, slug]));
}

async function readVariants(
  client: Queries,
  companyUid: string | null,
  skus: string[],
): Promise<Map<string, ExistingVariant>> {
  const { rows } = await client.query<{
    sku: string;
    slug: string;
    stock: number;
    price: string | null;
    former: string | null;
  }>(
    `select v.sku, p.slug, v.stock, v.price_agorot as price, v.deleted_price_agorot as former
     from variants v join products p on p.uuid = v.product_uid where v.company_uid = $1 and v.sku = any($2)`,
    [companyUid, skus],
  );
  return new Map(
    rows.map(({ sku, slug, stock, price, former }) => [
      sku,
      { product: slug, stock, ownPriceAgorot: sum(price), formerPriceAgorot: sum(former) },
    ]),
  );
}

async function readChoices(client: Queries, companyUid: string | null): Promise<Map<string, Map<string, number>>> {
  const { rows } = await client.query<{ slug: string; choices: Record<string, number> }>(
    `select p.slug, jsonb_object_agg(c.key, c.price_agorot) as choices
     from configurator_choices c join products p on p.uuid = c.product_uid
     where p.company_uid = $1 and c.variant_skus = '{}' group by p.slug`,
    [companyUid],
  );
  return new Map(rows.map(({ slug, choices }) => [slug, new Map(Object.entries(choices))]));
}

async function readSiblings(client: Queries, companyUid: string | null, products: string[]): Promise<Sibling[]> {
  const { rows } = await client.query<Sibling>(
    `select p.slug as product, v.sku,
       max(x.value_name) filter (where x.type = 'COLOR') as color_name, max(x.value) filter (where x.type = 'SIZE') as size,
       coalesce(jsonb_agg(jsonb_build_array(x.type, x.value)) filter (where x.type not in ('COLOR', 'SIZE')), '[]') as options
     from variants v join products p on p.uuid = v.product_uid left join variant_values x on x.variant_uid = v.uuid
     where p.company_uid = $1 and p.slug = any($2) and v.active group by v.uuid, p.slug order by v.sku`,
    [companyUid, [...new Set(products)]],
  );
  return rows;
}
