import { formatCount } from '#domain/text/format.ts';
import type { Check } from './checks.ts';

const NAMED = 5;

/** Notes on omitted optional values that shoppers will notice. */
export const noteMissing: Check = ({ folder, existing, notes }) => {
  for (const { key, file } of folder.stores)
    if (file && !file.public_domain)
      notes.add(
        { file: `stores/${key}/store.json`, column: 'public_domain' },
        null,
        'is missing: every page of the store will say so to its visitors (לא נמצא דומיין מחובר)',
      );
  const pictured = new Set(folder.variants.flatMap(({ data }) => (data.picture ? [data.product] : [])));
  const unpictured = folder.products
    .map(({ data }) => data.slug)
    .filter((slug) => !pictured.has(slug) && !existing.products.get(slug)?.pictured);
  if (unpictured.length === 0) return;
  const examples = unpictured.slice(0, NAMED).join(', ');
  notes.add(
    { file: 'catalogue/variants.csv', column: 'picture' },
    unpictured.length > NAMED ? `${examples} …` : examples,
    `${unpictured.length === 1 ? 'a product has' : `${formatCount(unpictured.length)} products have`} no picture: a drawing stands in its place`,
  );
};
