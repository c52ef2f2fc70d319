import { type LayoutCache, type Link, type Menu, type MenuKey, menuKeys, type Widget } from '#contract/stores.ts';
import { settingsTag } from '#db/cache-tags.ts';
import { menuLinks, widgets } from '#db/schema/index.ts';
import { and, asc, eq } from '#db/sql.ts';
import { storedLinkPath } from '#domain/text/links.ts';
import type { RequestContext } from '../context.ts';
import { dependOn, SHORT_LIVED } from '../platform/cache-reads.ts';
import { hiddenLinks } from './hidden-links.ts';
import { listBrands } from './stores.ts';

/** The store's menu with this key: a list, as the specification has it, of one at most. */
export const getMenus = async (ctx: RequestContext, key: MenuKey): Promise<Menu[]> =>
  (await storeMenus(ctx)).filter((menu) => menu.key === key);

/** Links to hidden products are left out; what stands below one takes its place. */
function storeMenus(ctx: RequestContext): Promise<Menu[]> {
  return ctx.cache.get(`menus:${ctx.store.uuid}`, { tags: [settingsTag(ctx.store.uuid)] }, async () => {
    const rows = await ctx.db
      .select()
      .from(menuLinks)
      .where(eq(menuLinks.storeUid, ctx.store.uuid))
      .orderBy(asc(menuLinks.position));
    const pathOf = ({ entityType, customPath, slug }: (typeof rows)[number]): string =>
      storedLinkPath({ entity_type: entityType, custom_path: customPath, slug });
    const isHidden = await hiddenLinks(ctx.db, ctx.store.uuid, rows.map(pathOf));
    const linksOf = (siblings: typeof rows): Link[] =>
      siblings.flatMap((row) => {
        const area_number = row.areaNumber;
        const children = linksOf(rows.filter(({ parentUid }) => parentUid === row.uuid));
        if (isHidden(pathOf(row))) return children.map((child) => ({ ...child, area_number }));
        return {
          name: row.name,
          entity_type: row.entityType,
          custom_path: row.customPath,
          slug: row.slug ? { name: row.slug } : null,
          area_number,
          children,
        };
      });
    const menus = Map.groupBy(rows, ({ menuKey }) => menuKey);
    return [...menus].map(([key, links]) => ({ key, links: linksOf(links.filter(({ parentUid }) => !parentUid)) }));
  });
}

/** All four menus. A failure is logged and leaves them empty: the page is shown without them. */
export async function getAllMenus(ctx: RequestContext): Promise<Record<MenuKey, Menu[]>> {
  const menus = await tolerate(ctx, 'menus', storeMenus(ctx), []);
  return Object.fromEntries(menuKeys.map((key) => [key, menus.filter((menu) => menu.key === key)])) as Record<
    MenuKey,
    Menu[]
  >;
}

/** The store's widgets; a button that leads to a hidden product is left out. */
export function getWidgets(ctx: RequestContext, area?: string): Promise<Widget[]> {
  return ctx.cache.get(`widgets:${ctx.store.uuid}:${area ?? ''}`, { tags: [settingsTag(ctx.store.uuid)] }, async () => {
    const rows = await ctx.db
      .select()
      .from(widgets)
      .where(and(eq(widgets.storeUid, ctx.store.uuid), area ? eq(widgets.area, area) : undefined))
      .orderBy(asc(widgets.position));
    const parts = rows.flatMap(({ attributes, items }) => [attributes, ...items]);
    const isHidden = await hiddenLinks(
      ctx.db,
      ctx.store.uuid,
      parts.map(({ link }) => link),
    );
    const shown = (values: Record<string, string>) =>
      Object.entries(values).filter(([key, value]) => key !== 'link' || !isHidden(value));
    return rows.map((row) => ({
      id: row.uuid,
      area: { key: row.area },
      component: { key: row.component, style: row.style },
      attributes: shown(row.attributes).map(([key, value]) => ({ key, value })),
      items: row.items.map((item) => Object.fromEntries(shown(item))),
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

/** What can't be read is logged and left out; what was made without it is kept only briefly. */
async function tolerate<T>(ctx: RequestContext, part: string, loading: Promise<T>, fallback: T): Promise<T> {
  try {
    return await loading;
  } catch (err) {
    ctx.log.warn({ err, what: part }, 'layout part failed');
    dependOn(SHORT_LIVED);
    return fallback;
  }
}
