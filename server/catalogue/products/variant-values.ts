import type { VariantType } from '#contract/catalogue/collections.ts';
import type { ProductsFilter } from '#contract/catalogue/products.ts';
import type { RequestContext } from '../../context.ts';
import { applyFilters, facetScope } from '../engine/filter.ts';
import { getListing } from '../listing/listing.ts';
import { optionType } from '../snapshot/catalogue.ts';
import { shownProduct } from './specifications.ts';

/** Option types of the products under a filter, with every value that occurs and how many products have it to order. */
export async function getVariantValues(ctx: RequestContext, filter: ProductsFilter): Promise<VariantType[]> {
  const { catalogue, resultSet, conditions } = await getListing(ctx, filter);
  const { kind } = filter;
  const scope = facetScope(catalogue, resultSet, { kind, facetKeys: [...catalogue.options.keys()] });
  const { facetCounts } = applyFilters(catalogue, resultSet, conditions, [...catalogue.options.keys()]);
  return [...catalogue.options].flatMap(([key, option]) => {
    const type = optionType(key);
    const values = option.values.flatMap((name, id) => {
      if (!scope.counts.get(key)?.[id]) return [];
      const swatch = catalogue.swatches.get(`${type}:${name}`);
      const products_count = facetCounts.get(key)?.[id] ?? 0;
      return [
        { value_name: name, value: swatch?.value ?? name, value_type: swatch?.value_type ?? 'TEXT', products_count },
      ];
    });
    return values.length > 0 ? [{ type, values }] : [];
  });
}

/** @throws NOT_FOUND */
export const getOptionalValues = async (ctx: RequestContext, idOrSlug: string): Promise<VariantType[]> =>
  getVariantValues(ctx, { ids: await shownProduct(ctx, idOrSlug) });
