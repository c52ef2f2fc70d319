import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { formatNumber, isolate } from '#domain/text/format.ts';
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
 * What a menu, the home page or a redirect leads to isn't removed, nor taken off sale, as long as they do. @throws
 * NOT_POSSIBLE with the name of what leads there
 */
export async function refuseLedTo(db: Db, store: string, kind: Linked, slug: string): Promise<void> {
  const [link] = await findLinks(db, store, kind, [slug]);
  if (!link) return;
  throw refuse('NOT_POSSIBLE', { message: refusalOf(link, await storeName(db, store), names[kind]) });
}

async function storeName(db: Db, uuid: string): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from stores where uuid = ${uuid}`);
  return isolate(rows[0]?.name ?? '');
}

const SHOWN_LINKS = 5;

/**
 * Says of products that are hidden now which links to them the shop leaves out until they are shown again; `''` where
 * there are none.
 */
export async function hiddenLinksText(db: Db, hidden: { store: string; slug: string }[]): Promise<string> {
  const found: string[] = [];
  const slugs = new Set<string>();
  for (const [store, rows] of Map.groupBy(hidden, (row) => row.store)) {
    const links = await findLinks(
      db,
      store,
      'product',
      rows.map(({ slug }) => slug),
    );
    if (links.length === 0) continue;
    const name = await storeName(db, store);
    for (const { slug } of links) slugs.add(slug);
    found.push(...new Set(links.map((link) => hiddenLinkName(link, name))));
  }
  if (found.length === 0) return '';
  const rest = found.length - SHOWN_LINKS;
  const names = [...found.slice(0, SHOWN_LINKS), ...(rest > 0 ? [`ועוד ${formatNumber(rest)}`] : [])].join(', ');
  return `${slugs.size === 1 ? 'עד שהמוצר יוצג שוב' : 'עד שהמוצרים יוצגו שוב'} לא יוצגו בחנות: ${names}`;
}

const hiddenLinkName = ({ by, named }: Link, store: string): string =>
  by === 'menu' ? `הקישור ״${isolate(named)}״ בתפריט של ${store}` : `הקישור בדף הבית של ${store}`;

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
