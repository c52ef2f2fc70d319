import { menuKeys } from '#contract/stores.ts';
import { israelMoment } from '#domain/calendar/israel-moment.ts';
import { isMediaName } from '#domain/text/media-name.ts';
import { listCell, nullToUndefined } from './cells.ts';
import { deadAmong, deadNote } from './dead-links.ts';
import { type Export, formerSlugs, writeJson, writeTable, writeText } from './folder.ts';
import { withPaths } from './media.ts';
import type { Target } from './store.ts';

/** Menus, widgets, pages, the blog, redirects and synonyms of a store. */
export async function exportContent(about: Export, store: Target): Promise<void> {
  await exportMenus(about, store);
  await exportWidgets(about, store);
  await exportPages(about, store);
  await exportPosts(about, store);
  await exportRedirects(about, store);
  const { snapshot } = about;
  await writeTable(
    about,
    `stores/${store.key}/synonyms`,
    ['words'],
    snapshot.each<{ words: string[] }>('select words from search_synonyms where store_uid = $1 order by position', [
      store.uuid,
    ]),
    ({ words }) => ({ words: listCell(words) }),
  );
}

async function exportRedirects(about: Export, { uuid, key }: Target): Promise<void> {
  const { snapshot, notes } = about;
  const targets = await snapshot.all<{ target: string }>('select distinct target from redirects where store_uid = $1', [
    uuid,
  ]);
  const isDead = await deadAmong(
    snapshot,
    uuid,
    targets.map(({ target }) => target),
  );
  async function* alive() {
    const rows = snapshot.each<{ source: string; target: string }>(
      'select source, target from redirects where store_uid = $1 order by source collate "C"',
      [uuid],
    );
    for await (const row of rows) {
      if (isDead(row.target)) notes.push(deadNote(`stores/${key}/redirects.csv`, addressOf(row.source)));
      else yield row;
    }
  }
  await writeTable(about, `stores/${key}/redirects`, ['from', 'to'], alive(), ({ source, target }) => ({
    from: addressOf(source),
    to: target,
  }));
}

/** A URL with this key (`domain/text/legacy-url.ts`), which is decoded. */
export function addressOf(key: string): string {
  const [, path = key, query = ''] = /^(.*?)(\?(?:catid|itemid|search)=.*)?$/s.exec(key) ?? [];
  return path.replace(/[\s%#?]/g, encodeURIComponent) + query.replace(/[\s%#+]/g, encodeURIComponent);
}

type Link = {
  uuid: string;
  parent_uid: string | null;
  menu_key: string;
  name: string;
  entity_type: string;
  slug: string | null;
  custom_path: string | null;
  area_number: number;
};

async function exportMenus({ snapshot, root, notes }: Export, { uuid, key }: Target): Promise<void> {
  const menus = await readMenus(snapshot, uuid);
  if (!menus) return;
  const file = `stores/${key}/menus.json`;
  const parts: Record<string, string> = { PRODUCT: 'product', COLLECTION: 'category', CONTENT_PAGE: 'page' };
  const pathOf = ({ entity_type: type, slug, custom_path: path }: MenuLinkFile) =>
    parts[type] ? `${parts[type]}/${slug}` : path;
  const below = (links: MenuLinkFile[]): MenuLinkFile[] => links.flatMap((link) => [link, ...below(link.children)]);
  const isDead = await deadAmong(snapshot, uuid, below(Object.values(menus).flat()).map(pathOf));
  /** What stands below a link that is left out takes its place. */
  const alive = (links: MenuLinkFile[]): MenuLinkFile[] =>
    links.flatMap((link) => {
      const children = alive(link.children);
      if (!isDead(pathOf(link))) return [{ ...link, children }];
      notes.push(deadNote(file, link.name));
      return children;
    });
  await writeJson(root, file, Object.fromEntries(menuKeys.map((menu) => [menu, alive(menus[menu])])));
}

/** `menus.json` of what is stored; `null` without a link. */
export async function readMenus({ all }: Pick<Export['snapshot'], 'all'>, uuid: string): Promise<Menus | null> {
  const links = await all<Link>('select * from menu_links where store_uid = $1 order by menu_key, position', [uuid]);
  if (links.length === 0) return null;
  const below = (menu: string, parent: string | null): MenuLinkFile[] =>
    links
      .filter((link) => link.menu_key === menu && link.parent_uid === parent)
      .map((link) => ({
        name: link.name,
        entity_type: link.entity_type,
        slug: nullToUndefined(link.slug),
        custom_path: nullToUndefined(link.custom_path),
        area_number: link.area_number,
        children: below(menu, link.uuid),
      }));
  return Object.fromEntries(menuKeys.map((menu) => [menu, below(menu, null)])) as Menus;
}

/** A link of `menus.json`. */
type MenuLinkFile = {
  name: string;
  entity_type: string;
  slug: string | undefined;
  custom_path: string | undefined;
  area_number: number;
  children: MenuLinkFile[];
};
export type Menus = Record<(typeof menuKeys)[number], MenuLinkFile[]>;

export type Widget = {
  area: string;
  component: string;
  style: string;
  attributes: Record<string, string>;
  items: Record<string, string>[];
};

async function exportWidgets({ snapshot, root, notes }: Export, { uuid, key, place }: Target): Promise<void> {
  const widgets = await readWidgets(snapshot, { uuid, place });
  const parts = widgets.flatMap(({ attributes, items }) => [attributes, ...items]);
  const isDead = await deadAmong(
    snapshot,
    uuid,
    parts.map(({ link }) => link),
  );
  for (const part of parts) {
    if (!part.link || !isDead(part.link)) continue;
    notes.push(deadNote(`stores/${key}/widgets.json`, part.link));
    delete part.link;
  }
  if (widgets.length > 0) await writeJson(root, `stores/${key}/widgets.json`, widgets);
}

/** `widgets.json` of what is stored. */
export async function readWidgets(
  { all }: Pick<Export['snapshot'], 'all'>,
  { uuid, place }: Omit<Target, 'key'>,
): Promise<Widget[]> {
  const rows = await all<Widget>('select * from widgets where store_uid = $1 order by position', [uuid]);
  const withFiles = async (values: Record<string, string>, baseName: string): Promise<Record<string, string>> => {
    const paths: Record<string, string> = {};
    for (const [name, value] of Object.entries(values))
      paths[name] = isMediaName(value) ? await place(value, `${baseName}-${name}`) : value;
    return paths;
  };
  const widgets = [];
  for (const [at, { area, component, style, attributes, items }] of rows.entries()) {
    const baseName = `widget-${at + 1}`;
    const list = [];
    for (const item of items) list.push(await withFiles(item, baseName));
    widgets.push({ area, component, style, attributes: await withFiles(attributes, baseName), items: list });
  }
  return widgets;
}

type Page = { slug: string; title: string; description: string; body: string; former: string[] | null };

async function exportPages({ snapshot, root, counts }: Export, { uuid, key, place }: Target): Promise<void> {
  const pages = snapshot.each<Page>(
    `select c.slug, c.title, c.description, c.body, h.slugs as former from content_pages c
     left join ${formerSlugs('CONTENT_PAGE', 'content_pages', 'store_uid')} h on h.entity_uid = c.uuid
     where c.store_uid = $1 order by c.slug collate "C"`,
    [uuid],
  );
  for await (const { slug, title, description, body, former } of pages) {
    const head = [
      `title: ${title}`,
      ...(description ? [`description: ${description}`] : []),
      ...(former ? [`former_slugs: ${listCell(former)}`] : []),
    ];
    const html = await withPaths(body, (media) => place(media, slug));
    await writeText(root, `stores/${key}/pages/${slug}.html`, `<!-- ${head.join(' | ')} -->\n${html}\n`);
    counts.pages = (counts.pages ?? 0) + 1;
  }
}

type Post = Page & {
  category: string;
  author: string;
  published_at: Date;
  picture: string | null;
  picture_alt: string;
  tags: string[];
  products: string[];
  featured: boolean;
};

async function exportPosts(about: Export, { uuid, key, place }: Target): Promise<void> {
  const { snapshot, root, counts } = about;
  await writeTable(
    about,
    `stores/${key}/post-categories`,
    ['slug', 'name', 'text', 'position'],
    snapshot.each<{ slug: string; name: string; text: string; position: number }>(
      'select slug, name, text, position from post_categories where store_uid = $1 order by position, slug collate "C"',
      [uuid],
    ),
    (row) => row,
  );
  const posts = snapshot.each<Post>(
    `select p.*, c.slug as category, h.slugs as former,
       array(select one from unnest(p.products) with ordinality named (one, place)
             where exists (select from products q join store_products sp on sp.product_uid = q.uuid
                           where q.slug = one and sp.store_uid = p.store_uid) order by place) as products
     from posts p join post_categories c on c.uuid = p.category_uid
     left join ${formerSlugs('POST', 'posts', 'store_uid')} h on h.entity_uid = p.uuid
     where p.store_uid = $1 order by p.slug collate "C"`,
    [uuid],
  );
  for await (const post of posts) {
    const values: Record<string, string> = {
      title: post.title,
      description: post.description,
      category: post.category,
      author: post.author,
      published: israelMoment(post.published_at),
      picture: post.picture ? await place(post.picture, post.slug) : '',
      picture_alt: post.picture_alt,
      tags: listCell(post.tags),
      products: listCell(post.products),
      featured: post.featured ? 'yes' : '',
      former_slugs: listCell(post.former),
    };
    const head = Object.entries(values).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
    const html = await withPaths(post.body, (media) => place(media, post.slug));
    await writeText(root, `stores/${key}/posts/${post.slug}.html`, `<!--\n${head.join('\n')}\n-->\n${html}\n`);
    counts.posts = (counts.posts ?? 0) + 1;
  }
}
