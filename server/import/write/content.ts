import { randomUUID } from 'node:crypto';
import { menuKeys } from '#contract/stores.ts';
import { sync, type Values } from '#server/catalogue/derived/sync.ts';
import type { StoreFolder } from '../folder.ts';
import { isStoreFile, storePath } from '../pictures/references.ts';
import type { MenuLink } from '../schemas/content.ts';
import { picturesOf } from './rich-text.ts';
import { renameArticles, writeFormerArticles } from './slug-history.ts';
import type { Writer } from './writer.ts';

/** Menus, widgets and content pages of each store. */
export async function writeContent(writer: Writer): Promise<void> {
  for (const store of writer.folder.stores) {
    const storeUid = writer.stores.get(store.key);
    if (!storeUid) continue;
    if (store.menus) await writeMenus(writer, store, storeUid);
    if (store.widgets) await writeWidgets(writer, store, storeUid);
    await writePages(writer, store, storeUid);
  }
}

/** Links have no key: the one at the same position of the same menu counts as the same link. */
async function writeMenus(writer: Writer, { menus }: StoreFolder, storeUid: string): Promise<void> {
  const { rows: existing } = await writer.client.query<{ uuid: string; menu_key: string; position: number }>(
    'select uuid, menu_key, position from menu_links where store_uid = $1',
    [storeUid],
  );
  const uuids = new Map(existing.map((row) => [`${row.menu_key} ${row.position}`, row.uuid]));
  const rows: Values[] = [];
  for (const menuKey of menuKeys) {
    const links = menus?.[menuKey];
    if (!links) {
      for (const row of existing) if (row.menu_key === menuKey) rows.push({ uuid: row.uuid });
      continue;
    }
    let position = 0;
    const add = (link: MenuLink, parent: string | null): void => {
      const uuid = uuids.get(`${menuKey} ${position}`) ?? randomUUID();
      rows.push({
        uuid,
        store_uid: storeUid,
        menu_key: menuKey,
        parent_uid: parent,
        name: link.name,
        entity_type: link.entity_type,
        slug: link.slug ?? null,
        custom_path: link.custom_path ?? null,
        area_number: link.area_number,
        position,
      });
      position += 1;
      for (const child of link.children) add(child, uuid);
    };
    for (const link of links) add(link, null);
  }
  await sync(
    writer,
    { table: 'menu_links', key: ['uuid'], replace: { column: 'store_uid', values: [storeUid] } },
    rows,
  );
}

async function writeWidgets(writer: Writer, { key, widgets }: StoreFolder, storeUid: string): Promise<void> {
  const withMedia = (values: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        isStoreFile(value) ? (writer.pictures.byPath.get(storePath(key, value))?.media ?? '') : value,
      ]),
    );
  const rows = (widgets ?? []).map(({ area, component, style, attributes, items }, position) => ({
    store_uid: storeUid,
    area,
    component,
    style,
    attributes: withMedia(attributes),
    items: items.map(withMedia),
    position,
  }));
  await sync(
    writer,
    { table: 'widgets', key: ['store_uid', 'position'], replace: { column: 'store_uid', values: [storeUid] } },
    rows,
  );
}

async function writePages(writer: Writer, { key, pages }: StoreFolder, storeUid: string): Promise<void> {
  const rows = pages.map(({ slug, title, description, html }) => ({
    store_uid: storeUid,
    slug,
    title,
    description,
    body: html.render(picturesOf(writer, key)),
  }));
  await renameArticles(writer, 'CONTENT_PAGE', storeUid, pages);
  await sync(writer, { table: 'content_pages', key: ['store_uid', 'slug'], touch: 'updated_at' }, rows);
  await writeFormerArticles(writer, 'CONTENT_PAGE', storeUid, pages);
}
