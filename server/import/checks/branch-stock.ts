import type { VariantRow } from '../schemas/catalogue.ts';
import type { Check } from './checks.ts';

/**
 * Each row names a variant of the product and a branch, once; a file that has both says no more at branches than there
 * is.
 */
export const checkBranchStock: Check = ({ folder, existing, problems }) => {
  const branches = new Set([...existing.branches, ...(folder.company?.branches ?? []).map(({ key }) => key)]);
  const variants = new Map(folder.variants.map(({ data }) => [data.sku, data]));
  const seen = new Set<string>();
  const held = new Map<string, number>();
  for (const { file, row, unit, data } of folder.branchStock) {
    const at = (column: string) => ({ file, row, column, unit });
    const { sku, branch, stock } = data;
    const variant = variants.get(sku);
    const owner = variant?.product ?? existing.skus.get(sku);
    if (owner === undefined) problems.add(at('sku'), sku, 'unknown SKU: no variant has it');
    else if (owner !== data.product)
      problems.add(at('product'), data.product, `is not the product of ${sku}: ${owner}`);
    if (!branches.has(branch)) problems.add(at('branch'), branch, 'unknown branch');
    const identity = JSON.stringify([sku, branch]);
    if (seen.has(identity)) problems.add(at('branch'), branch, 'is there twice');
    seen.add(identity);
    const sum = (held.get(sku) ?? 0) + stock;
    held.set(sku, sum);
    const most = mostOf(variant, existing.variants.has(sku));
    if (most !== null && sum > most)
      problems.add(at('stock'), stock, `more at branches than the ${most} pieces in stock`);
  }
};

/** What the file says that there is of a variant; `null` where only the shop knows. */
function mostOf(variant: VariantRow | undefined, isKnown: boolean): number | null {
  if (typeof variant?.stock === 'number') return variant.stock;
  return variant && !isKnown ? 0 : null;
}
