import type { StoreHome, StoreSettings } from '#contract/store-settings.ts';
import type { DeliveryRule } from '#domain/money/delivery-price.ts';
import { nullToUndefined, percent, shekels } from './cells.ts';
import { deadAmong, deadNote } from './dead-links.ts';
import { type Export, writeJson } from './folder.ts';

type StoreRow = {
  name: string;
  name_en: string;
  status: string;
  position: number;
  public_domain: string | null;
  logo: string | null;
  footer_logo: string | null;
  favicon: string | null;
  seo_title: string;
  seo_description: string;
  share_text: string | null;
  tag_manager_id: string | null;
  verification_code: string | null;
  email: string | null;
  lead_email: string | null;
  settings: StoreSettings;
  home: StoreHome;
};
type PlaceFile = (media: string, baseName: string) => Promise<string>;
export type Target = { uuid: string; key: string; place: PlaceFile };
/** Where a file is read from: a snapshot of the export, or a transaction of the office. */
type Rows = Pick<Export['snapshot'], 'all'>;

/** `store.json`. */
export async function exportStore({ snapshot, root, notes }: Export, { key, ...target }: Target): Promise<void> {
  const file = await readStoreFile(snapshot, target);
  if (!file) return;
  const path = `stores/${key}/store.json`;
  const { hero, story } = file.home;
  const linksOf = ({ link, product }: NonNullable<StoreHome['hero']>[number]) => [
    link,
    product && `product/${product}`,
  ];
  const isDead = await deadAmong(snapshot, target.uuid, [...hero.flatMap(linksOf), story?.link]);
  const alive = hero.filter((slide) => !linksOf(slide).some(isDead));
  for (const slide of hero) if (!alive.includes(slide)) notes.push(deadNote(path, slide.title));
  if (story && isDead(story.link)) notes.push(deadNote(path, story.title));
  const home = { ...file.home, hero: alive, story: isDead(story?.link) ? undefined : story };
  await writeJson(root, path, { ...file, home });
}

/** `store.json` of what is stored; `place` names its pictures. */
export async function readStoreFile(snapshot: Rows, { uuid, place }: Omit<Target, 'key'>) {
  const [row] = await snapshot.all<StoreRow>('select * from stores where uuid = $1', [uuid]);
  if (!row) return null;
  const settings = await snapshot.all<{ setting_name: string; setting_value: string }>(
    'select setting_name, setting_value from template_settings where store_uid = $1 order by setting_name collate "C"',
    [uuid],
  );
  const file = async (media: string | null | undefined, baseName: string): Promise<string | undefined> =>
    media ? place(media, baseName) : undefined;
  const { road_fees: fees, ...otherSettings } = row.settings;
  return {
    name: row.name,
    name_en: row.name_en,
    status: row.status,
    position: row.position,
    public_domain: nullToUndefined(row.public_domain),
    logo: await file(row.logo, 'logo'),
    footer_logo: await file(row.footer_logo, 'footer-logo'),
    favicon: await file(row.favicon, 'favicon'),
    template_settings: Object.fromEntries(settings.map((one) => [one.setting_name, one.setting_value])),
    seo: {
      title: row.seo_title,
      description: row.seo_description,
      share_text: nullToUndefined(row.share_text),
      tag_manager_id: nullToUndefined(row.tag_manager_id),
      verification_code: nullToUndefined(row.verification_code),
    },
    email: nullToUndefined(row.email),
    lead_email: nullToUndefined(row.lead_email),
    ...otherSettings,
    road_fees: (fees ?? []).map((fee) => ({ ...fee, price: shekels(fee.price) })),
    finance: await financeOf(snapshot, uuid),
    ...(await deliveriesOf(snapshot, uuid)),
    home: await homeOf(snapshot, uuid, row.home, file),
  };
}

type Plan = Record<'rate_bp' | 'down_min_bp' | 'down_max_bp' | 'balloon_bp', number> &
  Record<'fee_agorot' | 'min_agorot' | 'max_agorot' | 'months_min' | 'months_max' | 'months_step', number> &
  Record<'name' | 'lender' | 'rate_kind' | 'rates_date', string> & { prime_bp: number | null };

async function financeOf(snapshot: Rows, store: string): Promise<object[]> {
  const rows = await snapshot.all<Plan>(
    'select * from finance_plans where store_uid = $1 order by position, name collate "C"',
    [store],
  );
  return rows.map((plan) => ({
    name: plan.name,
    lender: plan.lender,
    rate: percent(plan.rate_bp),
    rate_kind: plan.rate_kind,
    prime: percent(plan.prime_bp),
    rates_date: plan.rates_date,
    months_min: plan.months_min,
    months_max: plan.months_max,
    months_step: plan.months_step,
    down_min: percent(plan.down_min_bp),
    down_max: percent(plan.down_max_bp),
    balloon: percent(plan.balloon_bp),
    fee: shekels(plan.fee_agorot),
    min: shekels(plan.min_agorot),
    max: shekels(plan.max_agorot),
  }));
}

type DeliveryType = Record<'key' | 'kind' | 'name', string> & {
  days: string | null;
  price_agorot: number;
  free_from_agorot: number | null;
  prices: DeliveryRule[];
  max_weight_g: number | null;
  product_kinds: string[];
};

/**
 * Delivery types, and the zones of their prices: these are stored with each price, under the name that shoppers know.
 */
async function deliveriesOf(snapshot: Rows, store: string): Promise<object> {
  const types = await snapshot.all<DeliveryType>(
    'select * from delivery_types where store_uid = $1 and active order by position, key collate "C"',
    [store],
  );
  const zones = new Map<string, { key: string; name: string; cities?: string[]; postal_codes?: string[] }>();
  const zoneKey = ({ zone, cities, postalCodes }: DeliveryRule): string | undefined => {
    if (zone === undefined) return undefined;
    const content = JSON.stringify([zone, cities, postalCodes]);
    const namesakes = [...zones.values()].filter(({ name }) => name === zone).length;
    const zoneFile = zones.get(content) ?? {
      key: namesakes === 0 ? zone : `${zone} ${namesakes + 1}`,
      name: zone,
      ...(cities && { cities }),
      ...(postalCodes && { postal_codes: postalCodes }),
    };
    zones.set(content, zoneFile);
    return zoneFile.key;
  };
  const deliveries = types.map((type) => ({
    key: type.key,
    kind: type.kind,
    name: type.name,
    price: shekels(type.price_agorot),
    free_from: shekels(type.free_from_agorot),
    prices: type.prices.map((rule) => ({
      zone: zoneKey(rule),
      weight_from: rule.weightFromG === undefined ? undefined : rule.weightFromG / 1000,
      sum_from: shekels(rule.sumFromAgorot),
      price: shekels(rule.priceAgorot),
      free_from: shekels(rule.freeFromAgorot),
    })),
    max_weight: type.max_weight_g === null ? undefined : type.max_weight_g / 1000,
    product_kinds: type.product_kinds,
    days: nullToUndefined(type.days),
  }));
  return { delivery_zones: [...zones.values()], deliveries };
}

/** The home page. References to deleted rows, which pages skip, are omitted. */
async function homeOf(
  snapshot: Rows,
  store: string,
  stored: StoreHome,
  file: (media: string | undefined, baseName: string) => Promise<string | undefined>,
) {
  // A store that no import has made may have no home page.
  const { hero: slides = [], featured = [], featured_title = '', categories = [], story } = stored;
  const sold = await snapshot.all<{ slug: string }>(
    'select p.slug from store_products sp join products p on p.uuid = sp.product_uid where sp.store_uid = $1 and p.slug = any($2)',
    [store, featured],
  );
  const trees = await snapshot.all<{ slug: string }>(
    'select slug from collections where store_uid = $1 and slug = any($2)',
    [store, categories],
  );
  const among = (rows: { slug: string }[]) => (slug: string) => rows.some((row) => row.slug === slug);
  const hero = [];
  for (const [at, one] of slides.entries()) hero.push({ ...one, picture: await file(one.picture, `hero-${at + 1}`) });
  return {
    hero,
    featured: featured.filter(among(sold)),
    featured_title,
    categories: categories.filter(among(trees)),
    story: story && { ...story, picture: await file(story.picture, 'story') },
  };
}
