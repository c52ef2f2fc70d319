import type { Row } from '../csv.ts';
import type { StoreFolder } from '../folder.ts';
import type { CollectionRow } from '../schemas/catalogue.ts';
import type { Check } from './checks.ts';

type About = Parameters<Check>[0];

/** The category tree: duplicates, unknown parents, cycles, brands and products. */
export const checkCollections: Check = (about) => {
  for (const store of about.folder.stores) checkTree(about, store);
};

function checkTree({ references, problems, ...about }: About, store: StoreFolder): void {
  const { key, unit } = store;
  const lines = store.collections ?? [];
  const bySlug = new Map<string, Row<CollectionRow>>();
  for (const line of lines) {
    const { file, row, data } = line;
    const at = (column: string) => ({ file, row, column, unit });
    const earlier = bySlug.get(data.slug);
    if (earlier) problems.add(at('slug'), data.slug, `duplicate slug, first in row ${earlier.row}`);
    else bySlug.set(data.slug, line);
    if (data.parent && !references.collection(key, data.parent))
      problems.add(at('parent'), data.parent, 'unknown category');
    if (data.rule_brand && !references.brand(data.rule_brand))
      problems.add(at('rule_brand'), data.rule_brand, 'unknown brand');
    checkProductsOf({ references, problems, ...about }, key, line);
  }
  for (const { file, row, data } of lines) {
    const cycle = cycleFrom(data.slug, bySlug);
    const location = { file, row, column: 'parent', unit };
    if (cycle) problems.add(location, data.parent, `is a cycle in the category tree: ${cycle.join(' → ')}`);
  }
}

function checkProductsOf(
  { references, problems }: About,
  store: string,
  { file, row, unit, data }: Row<CollectionRow>,
): void {
  const at = { file, row, column: 'products', unit };
  for (const slug of data.products ?? []) {
    const drop = () => {
      data.products = data.products?.filter((other) => other !== slug);
    };
    if (!references.product(slug)) problems.add(at, slug, 'unknown product', drop);
    else if (references.soldIn(slug, store) === false)
      problems.add(at, slug, `store ${store} does not sell this product`, drop);
  }
}

/** The cycle from a category over its parents back to itself, or `null`. */
function cycleFrom(start: string, bySlug: Map<string, Row<CollectionRow>>): string[] | null {
  const way = [start];
  for (let at = bySlug.get(start)?.data.parent; at; at = bySlug.get(at)?.data.parent) {
    if (at === start) return [...way, start];
    if (way.includes(at)) return null;
    way.push(at);
  }
  return null;
}
