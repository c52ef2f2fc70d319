import type { Db } from '#db/client.ts';
import { isolate } from '#domain/text/format.ts';
import { findLinks, type Link, type Linked } from '../../content/links.ts';
import { refuse } from '../../platform/errors.ts';

const names: Record<Linked, string> = { page: 'לדף', post: 'לכתבה', category: 'לקטגוריה', product: 'למוצר' };

/** One of what leads to an address of the store. */
export const findLinkTo = async (db: Db, store: string, kind: Linked, slug: string): Promise<Link | undefined> =>
  (await findLinks(db, store, kind, [slug]))[0];

/**
 * What a menu, the home page or a redirect leads to stays as long as they do. @throws NOT_POSSIBLE with the name of
 * what leads there
 */
export async function refuseLedTo(db: Db, store: string, kind: Linked, slug: string): Promise<void> {
  const found = await findLinkTo(db, store, kind, slug);
  if (!found) return;
  const name = names[kind];
  const home = `קישור בדף הבית מוביל ${name}. שנו קודם את דף הבית`;
  const messages = {
    menu: `הקישור ״${found.named}״ בתפריט מוביל ${name}. הסירו אותו קודם מהתפריט`,
    home,
    widget: home,
    redirect: `הפניה מ־${isolate(found.named)} מובילה ${name}. הסירו קודם את ההפניה`,
  };
  throw refuse('NOT_POSSIBLE', { message: messages[found.by] });
}
