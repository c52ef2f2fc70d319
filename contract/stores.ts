import { z } from 'zod';
import { WALLETS } from '#domain/money/wallets.ts';
import { type CallSchema, image, media, mediaUrl, money, productKind, slug, storeQuery, uid } from './common.ts';
import { weekHours } from './file-values.ts';

/** Facts of a linked product, shown in the home page's hero. */
const heroSlide = z.object({
  title: z.string(),
  text: z.string(),
  picture: media.nullable(),
  link: z.string(),
  link_label: z.string(),
  product: z
    .object({
      name: z.string(),
      slug: z.object({ name: slug }),
      price: money.nullable(),
      starting_from: z.boolean(),
      image: image.nullable(),
    })
    .nullable(),
});

const storePublic = z.object({
  uuid: uid,
  name: z.string(),
  image_url: mediaUrl.nullable(),
  footer_logo_url: mediaUrl.nullable(),
  favicon_url: mediaUrl.nullable(),
  company: z.object({ uuid: uid }),
  /** What may be paid by beside cards, where it has a limit up to that sum. */
  wallets: z.array(z.object({ wallet: z.enum(WALLETS), up_to: money.optional() })),
  /**
   * When somebody answers, by weekday (`08:30-18:00`, empty: closed); holidays by law are closed, their eves as a
   * Friday.
   */
  contact_hours: weekHours.nullable(),
  template_settings: z.array(z.object({ setting_name: z.string(), setting_value: z.string() })),
});

export type Link = {
  name: string;
  entity_type: string;
  custom_path: string | null;
  slug: { name: string } | null;
  area_number: number;
  children: Link[];
};

const link: z.ZodType<Link> = z
  .lazy(() =>
    z.object({
      name: z.string(),
      entity_type: z
        .string()
        .meta({ examples: ['OUTER_LINK', 'INTERNAL_LINK', 'PRODUCT', 'COLLECTION', 'CONTENT_PAGE'] }),
      custom_path: z.string().nullable(),
      slug: z.object({ name: z.string() }).nullable(),
      area_number: z.number().int(),
      children: z.array(link),
    }),
  )
  .meta({ id: 'Link' });

const menu = z.object({ key: z.string(), links: z.array(link) });
export const menuKeys = ['TOP_MENU', 'TOP_SUB_MENU', 'SUB_FOOTER', 'FOOTER'] as const;
const menuKey = z.enum(menuKeys);

const widget = z.object({
  id: uid,
  area: z.object({ key: z.string() }),
  component: z.object({ key: z.string(), style: z.string() }),
  attributes: z.array(z.object({ key: z.string(), value: z.string() })),
  items: z.array(z.record(z.string(), z.string())),
});

export const brand = z.object({ id: uid, key: z.string(), name: z.string(), name_en: z.string() });

const layoutCache = z.object({
  widgets: z.array(widget),
  seoData: z.object({ title: z.string(), description: z.string() }),
  top_menu: z.array(menu),
  sub_top_menu: z.array(menu),
  sub_footer: z.array(menu),
  main_footer: z.object({ items: z.array(z.object({ id: uid, name: z.string() })), menus: z.array(menu) }),
});

/** Common kind of its products; `null` where they differ. */
export const commonKind = productKind.nullable();

export const categoryBox = z.object({
  id: uid,
  name: z.string(),
  text: z.string(),
  slug: z.object({ name: slug }),
  products_count: z.number().int(),
  kind: commonKind,
  image: image.nullable(),
});

const homePageCache = z.object({
  hero: z.array(heroSlide),
  categories: z.array(categoryBox),
  featured_title: z.string(),
  /** Slugs in the operator's sort order. The products themselves come from get-products. */
  featured: z.array(slug),
  story: z
    .object({
      title: z.string(),
      text: z.string(),
      link: z.string(),
      link_label: z.string(),
      picture: media.nullable(),
    })
    .nullable(),
  widgets: z.array(widget),
});

const productPageCache = z.object({
  widgets: z.array(widget),
  licence_note: z.string(),
  branches: z.array(z.object({ id: uid, name: z.string(), city: z.string(), phone: z.string() })),
});

const navigationQuery = storeQuery.extend({ key: menuKey.default('TOP_MENU') });

export const calls = {
  'GET /api/stores/find-by-sub-domain/:subdomain': {
    summary: 'The store behind a sub-domain, or null',
    params: z.object({ subdomain: z.string().min(1).max(63) }),
    response: storePublic.nullable(),
  },
  'GET /api/caching/get-vehicles-default-layout-cache': {
    summary: 'Widgets, head texts and menus of every page',
    query: storeQuery,
    response: layoutCache,
  },
  'GET /api/caching/get-vehicles-home-page-cache': {
    summary: 'What the home page shows',
    query: storeQuery,
    response: homePageCache,
  },
  'GET /api/caching/get-vehicles-product-page-cache': {
    summary: 'What every product page shows besides its product',
    query: storeQuery,
    response: productPageCache,
  },
  'GET /api/stores/navigation/get-store-menu-with-parameters': {
    summary: 'One menu of the store',
    query: navigationQuery,
    response: menu.nullable(),
  },
  'GET /api/stores/navigation/list-store-menu-with-parameters': {
    summary: 'All menus of the store',
    query: storeQuery,
    response: z.array(menu),
  },
  'GET /api/widgets/get-widgets': {
    summary: 'Widgets of the store, or of one area',
    query: storeQuery.extend({ area: z.enum(['CENTER', 'FOOTER']).optional() }),
    response: z.array(widget),
  },
  'GET /api/menus/get-menus-by-key': {
    summary: 'Menus with a key; the first one counts',
    query: storeQuery.extend({ key: menuKey }),
    response: z.array(menu),
  },
} satisfies Record<string, CallSchema>;

export type StorePublic = z.infer<typeof storePublic>;
export type Menu = z.infer<typeof menu>;
export type MenuKey = z.infer<typeof menuKey>;
export type Widget = z.infer<typeof widget>;
export type Brand = z.infer<typeof brand>;
export type LayoutCache = z.infer<typeof layoutCache>;
export type HomePage = z.infer<typeof homePageCache>;
export type ProductPageCache = z.infer<typeof productPageCache>;
