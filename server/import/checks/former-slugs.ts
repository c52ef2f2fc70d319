import type { FileLocation, Problems } from '../problems.ts';
import { formerOf } from '../renamed.ts';
import type { Check } from './checks.ts';

type Named = FileLocation & { data: { slug: string; former_slugs?: string[] | null | undefined } };

/**
 * A former slug identifies one row: it isn't in use, and no two rows have it, nor a product of the database and another
 * row.
 */
export const checkFormerSlugs: Check = ({ folder, existing, problems }) => {
  checkRows(folder.products, (slug) => existing.products.has(slug), problems, existing.formerSlugs);
  checkRows(folder.assemblies, staying(folder.assemblies, existing.assemblies), problems);
  // A file of categories is the whole tree: omitted ones are removed.
  for (const { key, collections, posts, pages } of folder.stores) {
    checkRows(collections ?? [], () => false, problems);
    const existingStore = existing.stores.get(key);
    const articles = posts.map(({ file, unit, slug, head }) => ({ file, unit, data: { ...head, slug } }));
    checkRows(articles, staying(articles, existingStore?.posts), problems);
    const texts = pages.map((data) => ({ file: data.file, unit: data.unit, data }));
    checkRows(texts, staying(texts, existingStore?.pages), problems);
  }
};

/** Slugs in the database that no row renames. */
function staying(rows: Named[], existingSlugs: Set<string> | undefined): (slug: string) => boolean {
  const has = (slug: string): boolean => existingSlugs?.has(slug) ?? false;
  const renamed = new Set(rows.map(({ data }) => formerOf(data, has)));
  return (slug) => has(slug) && !renamed.has(slug);
}

function checkRows(
  rows: Named[],
  inUse: (slug: string) => boolean,
  problems: Problems,
  ownersBefore: ReadonlyMap<string, string> = new Map(),
): void {
  const currentSlugs = new Set(rows.map(({ data }) => data.slug));
  const owners = new Map<string, string>();
  for (const { file, row, unit, data } of rows) {
    const at = { file, row, column: 'former_slugs', unit };
    for (const former of data.former_slugs ?? []) {
      const before = ownersBefore.get(former);
      const owner = owners.get(former) ?? (before === data.slug ? undefined : before);
      owners.set(former, data.slug);
      if (currentSlugs.has(former) || inUse(former)) problems.add(at, former, 'is in use, so it is no former slug');
      else if (owner !== undefined) problems.add(at, former, `is a former slug of ${owner} already`);
    }
  }
}
