import { z } from 'zod';
import { sql } from '#db/sql.ts';
import type { ChassisRange } from '#domain/catalogue/parts/chassis.ts';
import { MAX_COUNTED } from '#domain/text/format.ts';
import { may } from '../../staff/grants.ts';
import { officeCall } from '../../staff/office-call.ts';
import { all, PAGE_ROWS } from '../list.ts';
import { seenProducts } from '../products/reach.ts';
import { readChain } from './supersede.ts';

export type FitRow = {
  part: string;
  partName: string;
  sku: string | null;
  vehicle: string;
  vehicleName: string;
  brand: string | null;
  from: number;
  to: number;
  chassis: ChassisRange;
};

const about = z.string().trim().max(200).default('');

/** Which part fits which vehicle in which years: of a vehicle, of a part, or all that the person sees. */
export const listFitment = officeCall(
  {
    name: 'fitment.list',
    permission: 'products.read',
    input: z.object({
      part: about,
      vehicle: about,
      year: z.coerce.number().int().min(1950).max(2100).optional().catch(undefined),
      page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
    }),
    kind: 'read',
  },
  async (ctx, { part, vehicle, year, page }) => {
    const where = all([
      seenProducts(ctx),
      part ? sql`p.slug = ${part}` : undefined,
      vehicle ? sql`m.slug = ${vehicle}` : undefined,
      year === undefined ? undefined : sql`${year}::int between f.year_from and f.year_to`,
    ]);
    const from = sql`part_fits f join products p on p.uuid = f.part_uid join products m on m.uuid = f.vehicle_uid`;
    const named = (slug: string) =>
      slug === ''
        ? Promise.resolve({ rows: [] })
        : ctx.db.execute<{
            uuid: string;
            slug: string;
            name: string;
            kind: string;
            vehicles: number;
            parts: number;
          }>(sql`
            select p.uuid, p.slug, p.name, p.kind,
              (select count(distinct f.vehicle_uid)::int from part_fits f where f.part_uid = p.uuid) as vehicles,
              (select count(distinct f.part_uid)::int from part_fits f where f.vehicle_uid = p.uuid) as parts
            from products p where p.slug = ${slug} and ${seenProducts(ctx)}`);
    const [fitRows, counted, ofPart, ofVehicle] = await Promise.all([
      ctx.db.execute<FitRow>(sql`
        select p.slug as part, p.name as "partName", m.slug as vehicle, m.name as "vehicleName", b.name as brand,
          f.year_from as "from", f.year_to as "to",
          jsonb_build_object('prefix', f.chassis_prefix, 'from', f.chassis_from, 'to', f.chassis_to) as chassis,
          (select v.sku from variants v where v.product_uid = p.uuid and v.active order by v.position, v.sku limit 1) as sku
        from ${from} left join brands b on b.uuid = m.brand_uid
        where ${where}
        order by m.name, m.slug, p.name, p.slug, f.year_from, f.chassis_prefix, f.chassis_from
        limit ${PAGE_ROWS + 1} offset ${(page - 1) * PAGE_ROWS}`),
      ctx.db.execute<{ total: number }>(
        sql`select count(*)::int as total from (select from ${from} where ${where} limit ${MAX_COUNTED}) counted`,
      ),
      named(part),
      named(vehicle),
    ]);
    const [partRow] = ofPart.rows;
    return {
      fits: fitRows.rows.slice(0, PAGE_ROWS),
      total: counted.rows[0]?.total ?? 0,
      page,
      isLast: fitRows.rows.length <= PAGE_ROWS,
      part: partRow ?? null,
      chain: partRow ? await readChain(ctx.db, partRow.uuid) : [],
      vehicle: ofVehicle.rows[0] ?? null,
      year: year ?? null,
      may: { edit: may(ctx.staff, 'products.edit') },
    };
  },
);
