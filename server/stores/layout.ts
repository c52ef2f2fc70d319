import type { LayoutCache, Link, Menu, MenuKey, Widget } from '#contract/stores.ts';
import { settingsTag } from '#db/cache-tags.ts';
import { menuLinks, widgets } from '#db/schema/index.ts';
import { and, asc, eq } from '#db/sql.ts';
import type { RequestContext } from '../context.ts';
import { dependOn, SHORT_LIVED } from '../platform/cache-reads.ts';
import { listBrands } from './stores.ts';

export const menuKeys: MenuKey[] = ['TOP_MENU', 'TOP_SUB_MENU', 'SUB_FOOTER', 'FOOTER'];

/** Menus of the store with this key; storefronts use the first one. */
export function getMenus(ctx: RequestContext, key: MenuKey): Promise<Menu[]> {
  return ctx.cache.get(`menu:${ctx.store.uuid}:${key}`, { tags: [settingsTag(ctx.store.uuid)] }, async () => {
    const rows = await ctx.db
      .select()
      .from(menuLinks)
      .where(and(eq(menuLinks.storeUid, ctx.store.uuid), eq(menuLinks.menuKey, key)))
      .orderBy(asc(menuLinks.position));
    const childrenOf = (parent: string | null): Link[] =>
      rows
        .filter((row) => row.parentUid === parent)
        .map((row) => ({
          name: row.name,
          entity_type: row.entityType,
          custom_path: row.customPath,
          slug: row.slug ? { name: row.slug } : null,
          area_number: row.areaNumber,
          children: childrenOf(row.uuid),
        }));
    return rows.length > 0 ? [{ key, links: childrenOf(null) }] : [];
  });
}

/** All four menus in parallel. One that fails is logged and left empty: the page is shown without it. */
export async function getAllMenus(ctx: RequestContext): Promise<Record<MenuKey, Menu[]>> {
  const menus = await Promise.all(menuKeys.map((key) => tolerate(ctx, `menu ${key}`, getMenus(ctx, key), [])));
  return Object.fromEntries(menuKeys.map((key, i) => [key, menus[i]])) as Record<MenuKey, Menu[]>;
}

export function getWidgets(ctx: RequestContext, area?: string): Promise<Widget[]> {
  return ctx.cache.get(`widgets:${ctx.store.uuid}:${area ?? ''}`, { tags: [settingsTag(ctx.store.uuid)] }, async () => {
    const rows = await ctx.db
      .select()
      .from(widgets)
      .where(and(eq(widgets.storeUid, ctx.store.uuid), area ? eq(widgets.area, area) : undefined))
      .orderBy(asc(widgets.position));
    return rows.map((row) => ({
      id: row.uuid,
      area: { key: row.area },
      component: { key: row.component, style: row.style },
      attributes: Object.entries(row.attributes).map(([key, value]) => ({ key, value })),
      items: row.items,
    }));
  });
}

/** The customer service phone of the footer; pages of last resort do without it where it can't be read. */
export async function servicePhone(ctx: RequestContext): Promise<string> {
  const footer = await tolerate(ctx, 'telephone', getWidgets(ctx, 'FOOTER'), []);
  const phoneOf = (component: string): string =>
    footer.find((widget) => widget.component.key === component)?.attributes.find(({ key }) => key === 'value')?.value ??
    '';
  return phoneOf('customer_service_phone') || phoneOf('sale_phone');
}

export async function getLayout(ctx: RequestContext): Promise<LayoutCache> {
  const [menus, storeWidgets, brands] = await Promise.all([
    getAllMenus(ctx),
    tolerate(ctx, 'widgets', getWidgets(ctx), []),
    tolerate(ctx, 'brands', listBrands(ctx, ctx.store.companyUid), []),
  ]);
  return {
    widgets: storeWidgets,
    seoData: { title: ctx.store.seoTitle, description: ctx.store.seoDescription },
    top_menu: menus.TOP_MENU,
    sub_top_menu: menus.TOP_SUB_MENU,
    sub_footer: menus.SUB_FOOTER,
    main_footer: { items: brands.map((brand) => ({ id: brand.id, name: brand.name })), menus: menus.FOOTER },
  };
}

/** Layout failures are logged and swallowed. */
async function tolerate<T>(ctx: RequestContext, part: string, loading: Promise<T>, fallback: T): Promise<T> {
  try {
    return await loading;
  } catch (err) {
    ctx.log.warn({ err, what: part }, 'layout part failed');
    dependOn(SHORT_LIVED);
    return fallback;
  }
}
