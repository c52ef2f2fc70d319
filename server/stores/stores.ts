import type { StoreSettings } from '#contract/store-settings.ts';
import type { Brand, StorePublic } from '#contract/stores.ts';
import { STORES, settingsTag } from '#db/cache-tags.ts';
import type { Db } from '#db/client.ts';
import { brands, stores, templateSettings } from '#db/schema/index.ts';
import { and, asc, eq, isNotNull, lte, or } from '#db/sql.ts';
import { contactWeek } from '#domain/calendar/opening-hours.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import type { Store } from '../context.ts';
import type { Cache } from '../platform/cache.ts';
import { dependOn, recordReads } from '../platform/cache-reads.ts';

/** A host as stores are compared by: in lower case, without `www.` and port. */
export const hostName = (host: string | undefined): string =>
  (host ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '');

/** Store key of a host: its first label without `www.` and port, in lower case; `''` when there is none. */
export function storeKey(host: string | undefined): string {
  const name = hostName(host);
  return /^[a-z0-9-]{1,63}(\.|$)/.test(name) ? (name.split('.')[0] ?? '') : '';
}

/** Stores that are open or reopen by themselves: closed until a given moment. */
export const opensByItself = or(
  eq(stores.status, 'open'),
  and(eq(stores.status, 'closed'), isNotNull(stores.closedUntil)),
);

/** Stores that are open at this moment: nothing writes it down when a closing has ended. */
export const isOpenAt = (now: Date) =>
  or(eq(stores.status, 'open'), and(eq(stores.status, 'closed'), lte(stores.closedUntil, now)));

type StoreDeps = { db: Db; cache: Cache; now: () => Date };

/** The store of a key. @returns `null` when no store has this key */
export const findStore = (deps: StoreDeps, key: string): Promise<Store | null> =>
  pickStore(deps, ({ byKey }) => byKey.get(key));

/** The store of a request's host: the one whose public domain it is, else the one whose key is its first label. */
export const findStoreOfHost = (deps: StoreDeps, host: string | undefined): Promise<Store | null> =>
  pickStore(deps, ({ byKey, byDomain }) => byDomain.get(hostName(host)) ?? byKey.get(storeKey(host)));

/** One that was closed until a moment is open from then on. */
async function pickStore(deps: StoreDeps, pick: (all: Stores) => Store | undefined): Promise<Store | null> {
  const store = pick(await recordReads(new Set(), () => allStores(deps))) ?? null;
  // It depends on its own settings, though all are read at once.
  if (store) dependOn(settingsTag(store.uuid));
  const reopened = store?.status === 'closed' && store.closedUntil !== null && store.closedUntil <= deps.now();
  return reopened ? { ...store, status: 'open' } : store;
}

type Stores = { byKey: Map<string, Store>; byDomain: Map<string, Store> };

/** All stores in one cache entry: requests with unknown hosts cost no query and create no entries. */
const allStores = ({ db, cache }: Pick<StoreDeps, 'db' | 'cache'>): Promise<Stores> =>
  cache.get('stores', { tags: [STORES] }, async () => {
    const [rows, settings] = await Promise.all([
      db.select().from(stores).orderBy(asc(stores.position), asc(stores.key)),
      db.select().from(templateSettings),
    ]);
    const themes = Map.groupBy(settings, (setting) => setting.storeUid);
    const all = rows.map(
      (row): Store => ({
        ...row,
        settings: row.settings as StoreSettings,
        theme: Object.fromEntries(
          themes.get(row.uuid)?.map((setting) => [setting.settingName, setting.settingValue]) ?? [],
        ),
      }),
    );
    return {
      byKey: new Map(all.map((store) => [store.key, store])),
      // Of two with one domain, the first has it.
      byDomain: new Map(
        all.flatMap((store) => (store.publicDomain ? [[hostName(store.publicDomain), store] as const] : [])).reverse(),
      ),
    };
  });

export const toPublic = (store: Store): StorePublic => ({
  uuid: store.uuid,
  name: store.name,
  image_url: mediaPath(store.logo),
  footer_logo_url: mediaPath(store.footerLogo),
  favicon_url: mediaPath(store.favicon),
  company: { uuid: store.companyUid },
  wallets: store.settings.purchase?.wallets ?? [],
  contact_hours: contactWeek(store.settings.contact_hours),
  template_settings: Object.entries(store.theme).map(([setting_name, setting_value]) => ({
    setting_name,
    setting_value,
  })),
});

/** Brands of a company, loaded once and cached. */
export function listBrands(deps: { db: Db; cache: Cache }, companyUid: string): Promise<Brand[]> {
  return deps.cache.get(`brands:${companyUid}`, { tags: [settingsTag(companyUid)] }, () =>
    deps.db
      .select({ id: brands.uuid, key: brands.key, name: brands.name, name_en: brands.nameEn })
      .from(brands)
      .where(eq(brands.companyUid, companyUid))
      .orderBy(asc(brands.position), asc(brands.key)),
  );
}
