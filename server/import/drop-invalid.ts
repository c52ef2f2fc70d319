import type { Folder } from './folder.ts';
import type { Problems, Unit } from './problems.ts';

/**
 * For `--partial`: removes invalid parts of the folder.
 * @returns whether anything was removed, so that the rest is checked again
 */
export function dropInvalid(folder: Folder, problems: Problems): boolean {
  const { refused, drops } = problems;
  const before = size(folder);
  const anythingToDrop = drops.length > 0;
  for (const drop of drops.splice(0)) drop();

  const withoutRefused = <T extends { unit?: Unit | undefined }>(rows: T[]): T[] =>
    rows.filter((row) => !row.unit || !refused.has(row.unit));
  folder.brands = withoutRefused(folder.brands);
  folder.products = withoutRefused(folder.products);
  folder.variants = withoutRefused(folder.variants);
  folder.pictures = withoutRefused(folder.pictures);
  folder.branchStock = withoutRefused(folder.branchStock);
  folder.specs = withoutRefused(folder.specs);
  folder.templates = withoutRefused(folder.templates);
  folder.safety = withoutRefused(folder.safety);
  folder.faq = withoutRefused(folder.faq);
  folder.relations = withoutRefused(folder.relations);
  folder.fits = withoutRefused(folder.fits);
  folder.choices = withoutRefused(folder.choices);
  folder.rules = withoutRefused(folder.rules);
  folder.assemblies = withoutRefused(folder.assemblies);
  folder.callouts = withoutRefused(folder.callouts);
  folder.descriptions = withoutRefused(folder.descriptions);
  folder.stores = withoutRefused(folder.stores);
  if (refused.has('company')) folder.company = null;
  return anythingToDrop || size(folder) !== before;
}

const size = (folder: Folder): number =>
  [
    folder.brands,
    folder.products,
    folder.variants,
    folder.pictures,
    folder.branchStock,
    folder.specs,
    folder.templates,
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
