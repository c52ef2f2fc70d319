import type { Snapshot } from './snapshot.ts';

/** What the store with uuid $1 has of the slugs $2, by the first part of its path. */
const kinds: Record<string, string> = {
  product:
    'select p.slug from store_products sp join products p on p.uuid = sp.product_uid where sp.store_uid = $1 and p.slug = any($2)',
  category: 'select slug from collections where store_uid = $1 and slug = any($2)',
  page: 'select slug from content_pages where store_uid = $1 and slug = any($2)',
  blog: 'select slug from posts where store_uid = $1 and slug = any($2)',
  'spare-parts':
    'select slug from assemblies where company_uid = (select company_uid from stores where uuid = $1) and slug = any($2)',
};

const FORM = new RegExp(`^/?(${Object.keys(kinds).join('|')})/([^/?#]+)`);

/** What of `kinds` a link of the site leads to, or `null`. */
function targetOf(link: string): { kind: string; slug: string } | null {
  const [, kind, slug] = FORM.exec(link) ?? [];
  if (kind === undefined || slug === undefined) return null;
  try {
    return { kind, slug: decodeURIComponent(slug).normalize('NFC') };
  } catch {
    return { kind, slug };
  }
}

/**
 * Of links, whether one leads to what the store doesn't have: shoppers get 404 there, and an import refuses it. Such
 * links are left by changes of the database by hand, by undoing the removal of a link, and by what an import leaves as
 * it is.
 */
export async function deadAmong(
  { all }: Pick<Snapshot, 'all'>,
  store: string,
  links: (string | null | undefined)[],
): Promise<(link: string | null | undefined) => boolean> {
  const targets = links.flatMap((link) => targetOf(link ?? '') ?? []);
  const alive = new Map<string, Set<string>>();
  for (const [kind, named] of Map.groupBy(targets, (target) => target.kind)) {
    const rows = await all<{ slug: string }>(kinds[kind] as string, [
      store,
      [...new Set(named.map(({ slug }) => slug))],
    ]);
    alive.set(kind, new Set(rows.map(({ slug }) => slug)));
  }
  return (link) => {
    const target = targetOf(link ?? '');
    return target !== null && !alive.get(target.kind)?.has(target.slug);
  };
}

/** A note of what an export omits. */
export const deadNote = (file: string, link: string): string =>
  `${file}: "${link}" was left out, since it leads to what the store does not have`;
