import type { Db } from '#db/client.ts';
import { containing, sql } from '#db/sql.ts';

const MAX_WORDS = 200;

/** Words of an address that may name a page: `/Shop/black-helmet.html?x=1` has `shop`, `black`, `helmet`. */
function wordsOf(path: string): string[] {
  const words = path
    .replace(/\?.*$/s, '')
    .toLowerCase()
    .replace(/\.(?:html?|aspx?|php)$/, '')
    .split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter((word) => word.length >= 3 && word.length <= 40))];
}

/**
 * For each address that nothing answers, the page of the store whose own address has most of its words; half of them at
 * least.
 */
export async function suggestTargets(db: Db, store: string, paths: string[]): Promise<Map<string, string>> {
  const words = [...new Set(paths.flatMap(wordsOf))].slice(0, MAX_WORDS);
  if (words.length === 0) return new Map();
  const patterns = sql.param(words.map(containing));
  const { rows } = await db.execute<{ path: string; slug: string; name: string }>(sql`
    select * from (
      select 'category/' as path, slug, lower(name) as name from collections where store_uid = ${store}
      union all select 'page/', slug, lower(title) from content_pages where store_uid = ${store}
      union all select 'blog/', slug, lower(title) from posts where store_uid = ${store}
      union all select 'product/', p.slug, lower(p.name) from products p join store_products sp on sp.product_uid = p.uuid
        where sp.store_uid = ${store} and sp.published
    ) pages where slug like any(${patterns}::text[]) or name like any(${patterns}::text[]) limit 2000`);
  const targets = new Map<string, string>();
  for (const path of paths) {
    const pathWords = wordsOf(path);
    const scored = rows
      .map((row) => ({
        row,
        score: pathWords.filter((word) => row.slug.includes(word) || row.name.includes(word)).length,
      }))
      .filter(({ score }) => score > 0 && score * 2 >= pathWords.length)
      // Of as many words, the shortest address says the least besides.
      .sort((a, b) => b.score - a.score || a.row.slug.length - b.row.slug.length);
    const best = scored[0]?.row;
    if (best) targets.set(path, `/${best.path}${best.slug}`);
  }
  return targets;
}
