import { type StoreHome, storeSettings } from '#contract/store-settings.ts';
import type { DeliveryRule } from '#domain/money/delivery-price.ts';
import { tally } from '#server/catalogue/derived/row-writer.ts';
import { sync, type Values } from '#server/catalogue/derived/sync.ts';
import { storePath } from '../pictures/references.ts';
import type { StoreFile } from '../schemas/store.ts';
import { uuidsBy, type Writer } from './writer.ts';

/** The stores' own rows and everything else of `store.json`. */
export async function writeStores(writer: Writer): Promise<void> {
  const files = writer.folder.stores.flatMap(({ key, file }) => (file ? [{ key, file }] : []));
  await sync(
    writer,
    { table: 'stores', key: ['key'], once: ['status'] },
    files.map(({ key, file }) => storeRow(writer, key, file)),
  );
  writer.stores = await uuidsBy(writer, 'select key, uuid from stores where company_uid = $1');

  const uids = files.map(({ key }) => writer.stores.get(key) as string);
  const replace = { column: 'store_uid', values: uids };
  const each = (rows: (file: StoreFile) => Values[]): Values[] =>
    files.flatMap(({ file }, index) => rows(file).map((row) => ({ store_uid: uids[index], ...row })));

  await sync(
    writer,
    { table: 'template_settings', key: ['store_uid', 'setting_name'], replace },
    each((file) =>
      Object.entries(file.template_settings).map(([setting_name, setting_value]) => ({ setting_name, setting_value })),
    ),
  );
  await sync(writer, { table: 'finance_plans', key: ['store_uid', 'name'], replace }, each(financeRows));
  const deliveries = each(deliveryRows);
  await sync(writer, { table: 'delivery_types', key: ['store_uid', 'key'] }, deliveries);
  // Old orders reference delivery types, so an omitted one is only deactivated.
  const deleted = await writer.client.query(
    `update delivery_types d set active = false
     where active and store_uid = any($1) and not (store_uid, key) in (select * from unnest($2::uuid[], $3::text[]))`,
    [uids, deliveries.map((row) => row.store_uid), deliveries.map((row) => row.key)],
  );
  tally(writer, 'delivery_types', { updated: deleted.rowCount ?? 0 });
}

function storeRow(writer: Writer, key: string, file: StoreFile): Values {
  const media = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : writer.pictures.byPath.get(storePath(key, path))?.media;
  const names = Object.keys(storeSettings.shape) as (keyof typeof storeSettings.shape)[];
  const settings = Object.fromEntries(names.map((name) => [name, file[name]]));
  const home: StoreHome = {
    ...file.home,
    hero: file.home.hero.map((hero) => ({ ...hero, picture: media(hero.picture) })),
    story: file.home.story && { ...file.home.story, picture: media(file.home.story.picture) },
  };
  return {
    key,
    company_uid: writer.companyUid,
    name: file.name,
    name_en: file.name_en,
    status: file.status,
    public_domain: file.public_domain ?? null,
    logo: media(file.logo) ?? null,
    footer_logo: media(file.footer_logo) ?? null,
    favicon: media(file.favicon) ?? null,
    seo_title: file.seo.title,
    seo_description: file.seo.description,
    share_text: file.seo.share_text ?? null,
    tag_manager_id: file.seo.tag_manager_id ?? null,
    verification_code: file.seo.verification_code ?? null,
    email: file.email ?? null,
    lead_email: file.lead_email ?? null,
    settings,
    home,
    position: file.position,
  };
}

const financeRows = (file: StoreFile): Values[] =>
  file.finance.map((plan, position) => ({
    name: plan.name,
    lender: plan.lender,
    rate_bp: plan.rate,
    rate_kind: plan.rate_kind,
    prime_bp: plan.prime ?? null,
    rates_date: plan.rates_date,
    months_min: plan.months_min,
    months_max: plan.months_max,
    months_step: plan.months_step,
    down_min_bp: plan.down_min,
    down_max_bp: plan.down_max,
    balloon_bp: plan.balloon,
    fee_agorot: plan.fee,
    min_agorot: plan.min,
    max_agorot: plan.max,
    position,
  }));

const deliveryRows = (file: StoreFile): Values[] =>
  file.deliveries.map((delivery, position) => ({
    key: delivery.key,
    kind: delivery.kind,
    name: delivery.name,
    days: delivery.days ?? null,
    price_agorot: delivery.price,
    free_from_agorot: delivery.free_from ?? null,
    prices: delivery.prices.map((rule) => priceRule(file, rule)),
    max_weight_g: delivery.max_weight ?? null,
    product_kinds: delivery.product_kinds,
    active: true,
    position,
  }));

/** A zone is stored with the rules that name it, so that a price needs no further lookup. */
function priceRule(file: StoreFile, rule: StoreFile['deliveries'][number]['prices'][number]): DeliveryRule {
  const zone = file.delivery_zones.find(({ key }) => key === rule.zone);
  return {
    ...(zone && {
      zone: zone.name,
      ...(zone.cities && { cities: zone.cities }),
      ...(zone.postal_codes && { postalCodes: zone.postal_codes }),
    }),
    ...(rule.weight_from !== undefined && { weightFromG: rule.weight_from }),
    ...(rule.sum_from !== undefined && { sumFromAgorot: rule.sum_from }),
    priceAgorot: rule.price,
    freeFromAgorot: rule.free_from ?? null,
  };
}
