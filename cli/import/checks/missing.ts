import { formatCount } from '#domain/text/format.ts';
import type { Check } from './checks.ts';

const NAMED = 5;

/** Notes on omitted optional values that shoppers will notice. */
export const noteMissing: Check = ({ folder, known, notes }) => {
  for (const { key, file } of folder.stores)
    if (file && !file.public_domain)
      notes.add(
        { file: `stores/${key}/store.json`, column: 'public_domain' },
        null,
        'is missing: every page of the store will say so to its visitors (לא נמצא דומיין מחובר)',
      );
  const pictured = new Set(folder.variants.flatMap(({ data }) => (data.picture ? [data.product] : [])));
  const bare = folder.products
    .map(({ data }) => data.slug)
    .filter((slug) => !pictured.has(slug) && !known.products.get(slug)?.pictured);
  if (bare.length === 0) return;
  const named = bare.slice(0, NAMED).join(', ');
  notes.add(
    { file: 'catalogue/variants.csv', column: 'picture' },
    bare.length > NAMED ? `${named} …` : named,
    `${bare.length === 1 ? 'a product has' : `${formatCount(bare.length)} products have`} no picture: a drawing stands in its place`,
  );
};
