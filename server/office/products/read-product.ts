import { z } from 'zod';
import { OPERATION_COLUMN } from '#db/change-log.ts';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import type { ProductKind, StockPolicy } from '#domain/catalogue/kind-names.ts';
import { specKindOf, type VehicleMark, vehicleMarks } from '#domain/catalogue/product-page/spec-kinds.ts';
import type { Permission } from '#domain/people/permissions.ts';
import { sourceName } from '#domain/text/change-names.ts';
import { tableName } from '#domain/text/field-names.ts';
import { productPath } from '#domain/text/links.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { officeCall } from '../../staff/office-call.ts';
import { shownBody } from '../content/articles.ts';
import { hiddenLinksText } from '../content/led-to.ts';
import { splitOf } from '../stock/stock-locations.ts';
import { versionOf } from './change-product.ts';
import { costsOf } from './edit-variants.ts';
import { mainPicture, readPictureOwners, readPictures } from './picture-rows.ts';
import { orderOf } from './pictures.ts';
import {
  type ListName,
  listQueries,
  readList,
  readPlaces,
  readStorePrices,
  readVariants,
  withoutStock,
} from './product-rows.ts';
import { mayEverywhere, reachedProduct } from './reach.ts';
import { readTemplate, type SpecTemplate } from './spec-templates.ts';

type ProductPage = {
  uuid: string;
  slug: string;
  kind: ProductKind;
  brand: string | null;
  name: string;
  subtitle: string;
  description: string;
  price: number;
  onRequest: boolean;
  deletedPrice: number | null;
  deposit: number | null;
  year: number | null;
  licenceClass: string | null;
  stockPolicy: StockPolicy;
  pollutionGroup: number | null;
  safetyLevel: number | null;
  warranty: string;
  servicePlan: string;
  badges: string[];
  videos: string[];
  seoTitle: string | null;
  seoDescription: string | null;
  /** How many vehicles it fits, and of a vehicle how many parts fit it. */
  fits: number;
  fitting: number;
};

type StoreRow = {
  uuid: string;
  name: string;
  key: string;
  public_domain: string | null;
  filters: { key: string; name: string }[] | null;
};
const META = 'meta.';
type HistoryRow = { uuid: string; at: Date; by: string; command: string; tables: string[] };

/** A product with all that the importer knows of it, and what this person may do with it. */
export const readProduct = officeCall(
  { name: 'products.read', permission: 'products.read', input: z.object({ product: z.uuid() }), kind: 'read' },
  async (ctx, { product: uuid }) => {
    const { db } = ctx;
    const reached = await reachedProduct(ctx, db, uuid);
    const names = Object.keys(listQueries) as ListName[];
    const [rows, stores, brands, history, templates, places, prices, variants, split, owners, costs, former, ...lists] =
      await Promise.all([
        db.execute(sql`
          select uuid, slug, kind, brand_uid as brand, name, subtitle, description, price_agorot::float8 as price, price_on_request as "onRequest",
            deleted_price_agorot::float8 as "deletedPrice", deposit_agorot::float8 as deposit, year, licence_class as "licenceClass",
            stock_policy as "stockPolicy", pollution_group as "pollutionGroup", safety_level as "safetyLevel", warranty, service_plan as "servicePlan", badges, videos,
            seo_title as "seoTitle", seo_description as "seoDescription",
            (select count(distinct f.vehicle_uid)::int from part_fits f where f.part_uid = products.uuid) as fits,
            (select count(distinct f.part_uid)::int from part_fits f where f.vehicle_uid = products.uuid) as fitting
          from products where uuid = ${uuid}`),
        db.execute<StoreRow>(sql`
          select uuid, name, key, public_domain, settings->'filters' as filters from stores
          where company_uid = ${reached.companyUid} and uuid = any(${sql.param(ctx.stores)}::uuid[]) order by position`),
        db.execute<{ uuid: string; name: string }>(
          sql`select uuid, name from brands where company_uid = ${reached.companyUid} order by position, name`,
        ),
        db.execute<HistoryRow>(sql`
          select a.uuid, max(a.created_at) as at, coalesce(max(s.name), regexp_replace(max(a.actor), '^api:', '')) as by, max(a.command) as command, array_agg(distinct c.table_name) as tables
          from (select * from changes where entity_uid = ${uuid} order by id desc limit 400) c
            join audit_log a on a.uuid = c.${sql.raw(OPERATION_COLUMN)} left join staff s on 'staff:' || s.email = a.actor
          group by a.uuid order by max(c.id) desc limit 20`),
        templatesOf(db, uuid, reached.companyUid),
        readPlaces(db, uuid),
        readStorePrices(db, uuid),
        readVariants(db, uuid),
        splitOf(db, uuid),
        readPictureOwners(db, uuid),
        costsOf(ctx, uuid, reached.stores),
        db.execute<{ slug: string }>(
          sql`select slug from slug_history where entity_uid = ${uuid} and entity_type = 'PRODUCT' order by slug`,
        ),
        ...names.map((name) => readList(db, name, uuid)),
      ]);
    const pictures = await readPictures(db, uuid, owners);
    const hidden = places.filter(({ store, published }) => !published && ctx.stores.includes(store));
    const page = rows.rows[0] as ProductPage;
    const can = (permission: Permission) => mayEverywhere(ctx, permission, reached.stores);
    return {
      product: { ...page, description: await shownBody(page.description) },
      /** Addresses that lead to it. */
      former: former.rows.map(({ slug }) => slug),
      stores: stores.rows.map(({ uuid: store, name, key, public_domain }) => ({
        uuid: store,
        name,
        url: `${siteUrl(ctx.env, { key, publicDomain: public_domain })}${productPath(reached.slug)}`,
      })),
      brands: brands.rows,
      /** What stores call their own filters, by the keys of meta values. */
      filterNames: Object.fromEntries(
        stores.rows.flatMap(({ filters }) =>
          (filters ?? []).flatMap(({ key, name }) => (key.startsWith(META) ? [[key.slice(META.length), name]] : [])),
        ),
      ) as Record<string, string>,
      history: history.rows.map(({ tables, command, ...row }) => ({
        ...row,
        action: sourceName(command),
        of: tables.map(tableName).join(', '),
      })),
      templates,
      places: { rows: places, version: versionOf(places) },
      /** As the reply to whoever hid it. */
      hiddenLinks: await hiddenLinksText(
        db,
        hidden.map(({ store }) => ({ store, slug: reached.slug })),
      ),
      prices: { rows: prices, version: versionOf(prices) },
      variants: { rows: variants, version: versionOf(withoutStock(variants)) },
      /** Of variants that have something at a branch, or a threshold. */
      split,
      pictures: {
        tiles: pictures,
        version: versionOf(orderOf(pictures)),
        owners: owners.map(({ key, label, variants: { length } }) => ({ key, label, variants: length })),
        /** Shown in lists. */
        main: mainPicture(pictures, owners)?.rows[0] ?? null,
      },
      costs,
      lists: Object.fromEntries(
        names.map((name, at) => [name, { rows: lists[at] ?? [], version: versionOf(lists[at] ?? []) }]),
      ) as Record<ListName, { rows: Record<string, string>[]; version: string }>,
      may: { edit: can('products.edit'), price: can('products.price'), stock: can('stock.edit') },
      /** Where this person decides whether it is shown. */
      mine: ctx.stores.filter((store) => mayEverywhere(ctx, 'products.edit', [store])),
    };
  },
);

/** The template of the product's kind; of a vehicle whose kind isn't known yet, those of all kinds. */
async function templatesOf(db: Db, uuid: string, companyUid: string): Promise<SpecTemplate[]> {
  const { rows } = await db.execute<{ kind: ProductKind; keys: string[] }>(
    sql`select kind, array(select key from product_meta where product_uid = uuid) as keys from products where uuid = ${uuid}`,
  );
  const kind = rows[0] ? specKindOf(rows[0]) : 'VEHICLE';
  const kinds = kind === 'VEHICLE' ? [...(Object.keys(vehicleMarks) as VehicleMark[]), kind] : [kind];
  return Promise.all(kinds.map((one) => readTemplate(db, companyUid, one)));
}
