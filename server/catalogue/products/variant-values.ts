import type { VariantType } from '#contract/catalogue/collections.ts';
import type { ProductsFilter } from '#contract/catalogue/products.ts';
import type { RequestContext } from '../../context.ts';
import { getListing } from '../listing/listing.ts';
import { optionType } from '../snapshot/catalogue.ts';
import { evaluate } from '../snapshot/evaluate.ts';
import { scopeOf } from '../snapshot/scope.ts';
import { shownProduct } from './specifications.ts';

/** Option types of the products under a filter, with every value that occurs and how many products have it to order. */
export async function getVariantValues(ctx: RequestContext, filter: ProductsFilter): Promise<VariantType[]> {
  const { catalogue, members, conditions } = await getListing(ctx, filter);
  const { occurs } = scopeOf(catalogue, members, filter.kind);
  const { counts } = evaluate(catalogue, members, conditions, [...catalogue.options.keys()]);
  return [...catalogue.options].flatMap(([key, option]) => {
    const type = optionType(key);
    const values = option.values.flatMap((name, id) => {
      if (!occurs.get(key)?.[id]) return [];
      const look = catalogue.looks.get(`${type}:${name}`);
      const products_count = counts.get(key)?.[id] ?? 0;
      return [{ value_name: name, value: look?.value ?? name, value_type: look?.value_type ?? 'TEXT', products_count }];
    });
    return values.length > 0 ? [{ type, values }] : [];
  });
}

/** @throws NOT_FOUND */
export const getOptionalValues = async (ctx: RequestContext, idOrSlug: string): Promise<VariantType[]> =>
  getVariantValues(ctx, { ids: await shownProduct(ctx, idOrSlug) });
