import type { Row } from '../csv.ts';
import type { Problems } from '../problems.ts';
import type { Check } from './checks.ts';

type Named = Row<{ slug: string; former_slugs?: string[] | null | undefined }>;

/** A former slug names one thing: it is not in use, and no two rows have it. */
export const checkFormerSlugs: Check = ({ folder, known, problems }) => {
  checkRows(folder.products, (slug) => known.products.has(slug), problems);
  // A file of categories is the whole tree: what it doesn't name is gone.
  for (const { collections } of folder.stores) checkRows(collections ?? [], () => false, problems);
};

function checkRows(rows: Named[], inUse: (slug: string) => boolean, problems: Problems): void {
  const present = new Set(rows.map(({ data }) => data.slug));
  const owners = new Map<string, string>();
  for (const { file, row, unit, data } of rows) {
    const at = { file, row, column: 'former_slugs', unit };
    for (const former of data.former_slugs ?? []) {
      const owner = owners.get(former);
      owners.set(former, data.slug);
      if (present.has(former) || inUse(former)) problems.add(at, former, 'is in use, so it is no former slug');
      else if (owner !== undefined) problems.add(at, former, `is a former slug of ${owner} already`);
    }
  }
}
