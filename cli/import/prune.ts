import type { Folder } from './folder.ts';
import type { Problems, Unit } from './problems.ts';

/**
 * For `--partial`: removes invalid parts of the folder.
 * @returns whether anything was removed, so that the rest is checked again
 */
export function prune(folder: Folder, problems: Problems): boolean {
  const { refused, drops } = problems;
  const before = size(folder);
  const anythingToDrop = drops.length > 0;
  for (const drop of drops.splice(0)) drop();

  const kept = <T extends { unit?: Unit | undefined }>(rows: T[]): T[] =>
    rows.filter((row) => !row.unit || !refused.has(row.unit));
  folder.products = kept(folder.products);
  folder.variants = kept(folder.variants);
  folder.specs = kept(folder.specs);
  folder.safety = kept(folder.safety);
  folder.faq = kept(folder.faq);
  folder.relations = kept(folder.relations);
  folder.fits = kept(folder.fits);
  folder.choices = kept(folder.choices);
  folder.rules = kept(folder.rules);
  folder.assemblies = kept(folder.assemblies);
  folder.callouts = kept(folder.callouts);
  folder.descriptions = kept(folder.descriptions);
  folder.stores = kept(folder.stores);
  if (refused.has('company')) folder.company = null;
  return anythingToDrop || size(folder) !== before;
}

const size = (folder: Folder): number =>
  [
    folder.products,
    folder.variants,
    folder.specs,
    folder.safety,
    folder.faq,
    folder.relations,
    folder.fits,
    folder.choices,
    folder.rules,
    folder.assemblies,
    folder.callouts,
    folder.descriptions,
    folder.stores,
  ]
    .map((list) => list.length)
    .reduce((sum, length) => sum + length, folder.company ? 1 : 0);
