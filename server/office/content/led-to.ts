import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';
import { isolate } from '#domain/text/format.ts';
import { refuse } from '../../platform/errors.ts';

const kinds = {
  page: { at: 'page', entityType: 'CONTENT_PAGE', name: 'לדף' },
  post: { at: 'blog', entityType: '', name: 'לכתבה' },
  category: { at: 'category', entityType: 'COLLECTION', name: 'לקטגוריה' },
};

export type Linked = keyof typeof kinds;
/** `named`: the menu's link or the redirect's source. */
type Link = { by: 'menu' | 'home' | 'redirect'; named: string };

/** One of what leads to an address of the store. */
export async function findLinkTo(db: Db, store: string, kind: Linked, slug: string): Promise<Link | undefined> {
  const { at, entityType } = kinds[kind];
  const path = `${at}/${slug}`;
  // Redirects are stored as browsers are sent on, the others as they were typed.
  const isPath = (link: SQL) =>
    sql`trim('/' from regexp_replace(${link}, '[?#].*$', '')) in (${path}, ${encodeURI(path)})`;
  const hasLink = (values: SQL) =>
    sql`exists (select from jsonb_path_query(${values}, '$.**.link') link where ${isPath(sql`link #>> '{}'`)})`;
  const { rows } = await db.execute<Link>(sql`
    select 'menu' as by, name as named from menu_links
      where store_uid = ${store} and (entity_type = ${entityType} and slug = ${slug} or ${isPath(sql`custom_path`)})
    union all select 'home', '' from stores
      where uuid = ${store} and (${hasLink(sql`home`)} or ${kind === 'category'} and home -> 'categories' ? ${slug})
    union all select 'home', '' from widgets
      where store_uid = ${store} and area = 'CENTER' and ${hasLink(sql`jsonb_build_array(attributes, items)`)}
    union all select 'redirect', source from redirects where store_uid = ${store} and ${isPath(sql`target`)}
    limit 1`);
  return rows[0];
}

/** What a menu, the home page or a redirect leads to stays as long as they do. @throws NOT_POSSIBLE with the name of what leads there */
export async function refuseLedTo(db: Db, store: string, kind: Linked, slug: string): Promise<void> {
  const found = await findLinkTo(db, store, kind, slug);
  if (!found) return;
  const { name } = kinds[kind];
  const messages = {
    menu: `הקישור ״${found.named}״ בתפריט מוביל ${name}. הסירו אותו קודם מהתפריט`,
    home: `קישור בדף הבית מוביל ${name}. שנו קודם את דף הבית`,
    redirect: `הפניה מ־${isolate(found.named)} מובילה ${name}. הסירו קודם את ההפניה`,
  };
  throw refuse('NOT_POSSIBLE', { message: messages[found.by] });
}
