import { z } from 'zod';
import { containingWords, sql } from '#db/sql.ts';
import { officeCall } from '../../staff/office-call.ts';

type Found = { value: string; label: string };
const MAX_FOUND = 20;
const MAX_VALUES = 100;

/**
 * What the store has by part of its name, or by the names that a form holds: for fields that name a product, a
 * category, a page, or any of these as a link.
 */
export const findDestinations = officeCall(
  {
    name: 'content.find',
    permission: 'products.read',
    input: z.object({
      store: z.uuid(),
      wanted: z.enum(['product', 'collection', 'page', 'brand', 'link']),
      q: z.string().trim().min(2).max(80).optional(),
      /** Instead of letters: the names that files have, of which those of staff are asked. */
      values: z.preprocess(
        (value) => (value === undefined ? value : [value].flat()),
        z.array(z.string().max(200)).min(1).max(MAX_VALUES).optional(),
      ),
    }),
    kind: 'read',
    entity: 'store',
  },
  async (ctx, { store, wanted, q = '', values }): Promise<Found[]> => {
    if (!q && !values) return [];
    const like = containingWords(q.split('/').at(-1) ?? '');
    const named = (name: string, slug = 'x.slug') =>
      values
        ? sql`${sql.raw(slug)} in ${values.map((value) => value.split('/').at(-1))}`
        : sql`(lower(${sql.raw(name)}) like ${like} or ${sql.raw(slug)} like ${like})`;
    const kinds = {
      product: sql`select 'product/' as path, x.slug, x.name as label from products x join store_products sp on sp.product_uid = x.uuid
        where sp.store_uid = ${store} and ${named('x.name')}`,
      collection: sql`select 'category/' as path, x.slug, x.name as label from collections x where x.store_uid = ${store} and ${named('x.name')}`,
      page: sql`select 'page/' as path, x.slug, x.title as label from content_pages x where x.store_uid = ${store} and ${named('x.title')}`,
      post: sql`select 'blog/' as path, x.slug, x.title as label from posts x where x.store_uid = ${store} and ${named('x.title')}`,
      brand: sql`select '' as path, x.key as slug, x.name as label from brands x join stores s on s.company_uid = x.company_uid
        where s.uuid = ${store} and ${named('x.name', 'x.key')}`,
    };
    const queries = wanted === 'link' ? [kinds.collection, kinds.page, kinds.product, kinds.post] : [kinds[wanted]];
    const most = values ? MAX_VALUES : MAX_FOUND;
    const parts = queries.map((part) => sql`(${part} order by 3 limit ${most})`);
    const { rows } = await ctx.db.execute<{ path: string; slug: string; label: string }>(
      sql`select * from (${sql.join(parts, sql` union all `)}) found limit ${most}`,
    );
    return rows.map(({ path, slug, label }) => ({ value: wanted === 'link' ? `/${path}${slug}` : slug, label }));
  },
);
