import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { isolate } from '#domain/text/format.ts';
import { findLinks, type Link, type Linked } from '../../content/links.ts';
import { refuse } from '../../platform/errors.ts';

const names: Record<Linked, string> = {
  page: 'לדף',
  post: 'לכתבה',
  category: 'לקטגוריה',
  product: 'למוצר',
  assembly: 'לשרטוט',
};

/**
 * What a menu, the home page or a redirect leads to stays as long as they do. @throws NOT_POSSIBLE with the name of
 * what leads there
 */
export async function refuseLedTo(db: Db, store: string, kind: Linked, slug: string): Promise<void> {
  const [message] = (await refusalsOfLedTo(db, store, kind, [slug])).values();
  if (message) throw refuse('NOT_POSSIBLE', { message });
}

/** Why of these slugs some stay: one of what leads to each. */
export async function refusalsOfLedTo(
  db: Db,
  store: string,
  kind: Linked,
  slugs: string[],
): Promise<Map<string, string>> {
  const links = await findLinks(db, store, kind, slugs);
  if (links.length === 0) return new Map();
  const { rows } = await db.execute<{ name: string }>(sql`select name from stores where uuid = ${store}`);
  const storeName = isolate(rows[0]?.name ?? '');
  return new Map(links.toReversed().map((link) => [link.slug, refusalOf(link, storeName, names[kind])]));
}

function refusalOf({ by, named }: Link, store: string, to: string): string {
  const home = `קישור בדף הבית של ${store} מוביל ${to}. שנו קודם את דף הבית`;
  return {
    menu: `הקישור ״${isolate(named)}״ בתפריט של ${store} מוביל ${to}. הסירו אותו קודם מהתפריט`,
    home,
    widget: home,
    redirect: `הפניה מ־${isolate(named)} בחנות ${store} מובילה ${to}. הסירו קודם את ההפניה`,
  }[by];
}

/** What leads to one address, as staff call it. */
export function linkNames(links: Link[]): string[] {
  const nameOf = ({ by, named }: Link): string =>
    ({
      menu: `הקישור ״${isolate(named)}״ בתפריט`,
      home: 'דף הבית',
      widget: 'דף הבית',
      redirect: `ההפניה מ־${isolate(named)}`,
    })[by];
  return [...new Set(links.map(nameOf))];
}
