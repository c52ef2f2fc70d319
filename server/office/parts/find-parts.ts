import { z } from 'zod';
import { containingWords, sql } from '#db/sql.ts';
import { officeCall } from '../../staff/office-call.ts';
import { seenProducts } from '../products/reach.ts';

const MAX_FOUND = 20;

export type FoundPart = { slug: string; name: string; sku: string | null; brand: string | null };

/** Vehicles, spare parts, whatever fits a vehicle, or any product, by a part of the name or the beginning of a SKU. */
export const findParts = officeCall(
  {
    name: 'parts.find',
    permission: 'products.read',
    input: z.object({
      q: z.string().trim().max(120).default(''),
      kind: z.enum(['vehicle', 'part', 'fitting', 'any']),
    }),
    kind: 'read',
  },
  async (ctx, { q, kind }): Promise<FoundPart[]> => {
    if (q.length < 2) return [];
    const like = containingWords(q);
    const sku = q.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
    const bySku =
      sku === ''
        ? sql`false`
        : sql`p.uuid in (select v.product_uid from variants v where lower(regexp_replace(v.sku, '[^[:alnum:]]+', '', 'g')) like ${`${sku}%`})`;
    const kinds =
      kind === 'vehicle'
        ? sql`p.kind = 'VEHICLE'`
        : kind === 'part'
          ? sql`p.kind = 'SPARE_PART'`
          : kind === 'fitting'
            ? sql`p.kind in ('SPARE_PART', 'ACCESSORY')`
            : sql`true`;
    const { rows } = await ctx.db.execute<FoundPart>(sql`
      select p.slug, p.name, b.name as brand,
        (select v.sku from variants v where v.product_uid = p.uuid and v.active order by v.position, v.sku limit 1) as sku
      from products p left join brands b on b.uuid = p.brand_uid
      where ${kinds} and ${seenProducts(ctx)} and (lower(p.name) like ${like} or p.slug like ${like} or ${bySku})
      order by ${bySku} desc, p.name, p.slug limit ${MAX_FOUND}`);
    return rows;
  },
);
