import { z } from 'zod';
import { containing, sql } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { mayEverywhere } from '../products/reach.ts';
import { readDiagramFile } from './diagram-file.ts';
import { reachedDiagram, seenDiagrams } from './reach.ts';

const MAX_SHOWN = 500;

export type DiagramListed = {
  uuid: string;
  name: string;
  slug: string;
  media: string;
  callouts: number;
  /** Numbers without a part that is sold. */
  bare: number;
  vehicles: string[];
};

/** Parts diagrams by their vehicles, as shops show them. */
export const listDiagrams = officeCall(
  {
    name: 'diagrams.list',
    permission: 'products.read',
    input: z.object({ q: z.string().trim().max(120).default('') }),
    kind: 'read',
  },
  async (ctx, { q }) => {
    const like = containing(q.toLowerCase());
    const { rows } = await ctx.db.execute<DiagramListed>(sql`
      select a.uuid, a.name, a.slug, a.media,
        (select count(*)::int from assembly_callouts c where c.assembly_uid = a.uuid) as callouts,
        (select count(*)::int from assembly_callouts c where c.assembly_uid = a.uuid
          and not exists (select from callout_parts cp where cp.assembly_uid = c.assembly_uid and cp.number = c.number)) as bare,
        array(select p.name from assembly_vehicles v join products p on p.uuid = v.vehicle_uid where v.assembly_uid = a.uuid order by p.name) as vehicles
      from assemblies a
      where ${seenDiagrams(ctx)} and (lower(a.name) like ${like} or a.slug like ${like} or exists (
        select from assembly_vehicles v join products p on p.uuid = v.vehicle_uid
        where v.assembly_uid = a.uuid and (lower(p.name) like ${like} or p.slug like ${like})))
      order by (select min(p.slug collate "C") from assembly_vehicles v join products p on p.uuid = v.vehicle_uid where v.assembly_uid = a.uuid),
        a.position, a.slug
      limit ${MAX_SHOWN + 1}`);
    return {
      diagrams: rows.slice(0, MAX_SHOWN),
      more: rows.length > MAX_SHOWN,
      may: { edit: may(ctx.staff, 'products.edit') },
    };
  },
);

/** A diagram with the names of what it shows. */
export const readDiagram = officeCall(
  { name: 'diagrams.read', permission: 'products.read', input: z.object({ diagram: z.uuid() }), kind: 'read' },
  async (ctx, { diagram: uuid }) => {
    const reached = await reachedDiagram(ctx, ctx.db, uuid);
    const file = await readDiagramFile(ctx.db, uuid);
    if (!file) throw refuse('NOT_FOUND');
    const slugs = [...file.vehicles.map(({ vehicle }) => vehicle), ...file.callouts.flatMap(({ parts }) => parts)];
    const [names, stores, former] = await Promise.all([
      ctx.db.execute<{ slug: string; name: string; sku: string | null }>(sql`
        select p.slug, p.name, (select v.sku from variants v where v.product_uid = p.uuid and v.active order by v.position, v.sku limit 1) as sku
        from products p where p.company_uid = ${reached.companyUid} and p.slug = any(${sql.param(slugs)}::text[])`),
      shopsOf(ctx, uuid, reached.companyUid),
      ctx.db.execute<{ slug: string }>(
        sql`select slug from slug_history where entity_uid = ${uuid} and entity_type = 'ASSEMBLY' order by slug`,
      ),
    ]);
    return {
      uuid,
      file,
      names: Object.fromEntries(names.rows.map(({ slug, name, sku }) => [slug, { name, sku }])),
      shops: stores,
      former: former.rows.map(({ slug }) => slug),
      may: { edit: mayEverywhere(ctx, 'products.edit', reached.stores) },
    };
  },
);

/** Where shoppers find it: stores that show one of its parts and a vehicle of a make that it is of. */
async function shopsOf(ctx: Allowed, uuid: string, companyUid: string): Promise<{ name: string; url: string }[]> {
  const { rows } = await ctx.db.execute<{ key: string; name: string; public_domain: string | null; slug: string }>(sql`
    select s.key, s.name, s.public_domain, a.slug from stores s join assemblies a on a.uuid = ${uuid}
    where s.company_uid = ${companyUid} and s.uuid = any(${sql.param(ctx.stores)}::uuid[])
      and exists (select from callout_parts cp join store_products sp on sp.product_uid = cp.part_uid
        where cp.assembly_uid = a.uuid and sp.store_uid = s.uuid and sp.published)
      and exists (select from assembly_vehicles av join products v on v.uuid = av.vehicle_uid join products o on o.brand_uid = v.brand_uid
        join store_products sp on sp.product_uid = o.uuid
        where av.assembly_uid = a.uuid and o.kind = 'VEHICLE' and sp.store_uid = s.uuid and sp.published)
    order by s.position`);
  return rows.map(({ key, name, public_domain, slug }) => ({
    name,
    url: `${siteUrl(ctx.env, { key, publicDomain: public_domain })}/spare-parts/${encodeURIComponent(slug)}`,
  }));
}
