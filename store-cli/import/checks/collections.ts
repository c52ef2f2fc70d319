import type { Row } from '../csv.ts';
import type { CollectionRow } from '../schemas/catalogue.ts';
import type { Check } from './checks.ts';

/** The category tree: duplicates, unknown parents, cycles, brands and products. */
export const checkCollections: Check = ({ folder, world, problems }) => {
  for (const { key, unit, collections } of folder.stores) {
    const bySlug = new Map<string, Row<CollectionRow>>();
    for (const line of collections ?? []) {
      const { file, row, data } = line;
      const at = (column: string) => ({ file, row, column, unit });
      const earlier = bySlug.get(data.slug);
      if (earlier) problems.add(at('slug'), data.slug, `duplicate slug, first in row ${earlier.row}`);
      else bySlug.set(data.slug, line);
      if (data.parent && !world.collection(key, data.parent)) problems.add(at('parent'), data.parent, 'unknown category');
      if (data.rule_brand && !world.brand(data.rule_brand)) problems.add(at('rule_brand'), data.rule_brand, 'unknown brand');
      for (const slug of data.products ?? []) {
        const drop = () => {
          data.products = data.products?.filter((other) => other !== slug);
        };
        if (!world.product(slug)) problems.add(at('products'), slug, 'unknown product', drop);
        else if (world.soldIn(slug, key) === false) problems.add(at('products'), slug, `store ${key} does not sell this product`, drop);
      }
    }
    for (const line of collections ?? []) {
      const cycle = cycleFrom(line.data.slug, bySlug);
      if (!cycle) continue;
      problems.add({ file: line.file, row: line.row, column: 'parent', unit }, line.data.parent, `is a cycle in the category tree: ${cycle.join(' → ')}`);
    }
  }
};

/** The way from a category over its parents back to itself, or `null`. */
function cycleFrom(start: string, bySlug: Map<string, Row<CollectionRow>>): string[] | null {
  const way = [start];
  for (let at = bySlug.get(start)?.data.parent; at; at = bySlug.get(at)?.data.parent) {
    if (at === start) return [...way, start];
    if (way.includes(at)) return null;
    way.push(at);
  }
  return null;
}
