import type { VariantValue } from '#contract/catalogue/products.ts';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { keptUnits } from '../../checkout/orders/returned-pieces.ts';

export type VehicleRow = {
  /** The row in `garage_vehicles`; `null` while a bought vehicle has none. */
  uuid: string | null;
  /** Names the vehicle in the personal area: the piece of the order's line, or its row. */
  key: string;
  vehicle_uid: string;
  name: string;
  slug: string;
  brand: string | null;
  year: number | null;
  media: string | null;
  values: VariantValue[];
  warranty: string;
  plan: string;
  order_line_uid: string | null;
  unit: number | null;
  order_uid: string | null;
  order_number: string | null;
  handed_over_at: Date | null;
  chassis: string;
  plate: string;
  /** Recorded by the store, so not the owner's to change. */
  has_official_plate: boolean;
  kilometres: number | null;
  kilometres_on: string | null;
  services: number;
  serviced_on: string | null;
  serviced_km: number | null;
  test_until: string | null;
  insured_until: string | null;
  test_notified: string | null;
  insurance_notified: string | null;
  service_notified: number | null;
  sold_at: Date | null;
  /** Has more than a model: it is removed in the personal area alone. */
  kept: boolean;
};

type Found = Omit<VehicleRow, 'handed_over_at' | 'sold_at'> & { handed_over_at: string | null; sold_at: string | null };

/**
 * The vehicles of a customer: those of orders that were handed over, as long as they were not given back, and those
 * that were added by hand. The latest first. `sold`: those that the owner has sold instead.
 */
export async function vehicleRowsOf(db: Db, customerUid: string, { sold = false } = {}): Promise<VehicleRow[]> {
  const { rows } = await db.execute<Found>(sql`
    with bought as (
      select l.uuid as line, s.unit, l.product_uid, l.name, l.media, l.values, o.uuid as order_uid, o.number,
        coalesce(v.chassis_number, '') as chassis, coalesce(v.plate_number, '') as plate,
        coalesce((select max(h.created_at) from order_history h
          where h.order_uid = o.uuid and h.field = 'status' and h.to_value = 'provided'), o.created_at) as handed_over_at
      from orders o join order_lines l on l.order_uid = o.uuid
      join products p on p.uuid = l.product_uid and p.kind = 'VEHICLE'
      cross join lateral ${keptUnits(sql`l.uuid`, sql`l.quantity`)} s(unit)
      left join order_vehicles v on v.order_line_uid = l.uuid and v.unit = s.unit
      where o.customer_uid = ${customerUid} and o.status = 'provided' and o.erased_at is null)
    select g.uuid, coalesce(b.line || '.' || b.unit, g.uuid::text) as key, p.uuid as vehicle_uid, coalesce(b.name, p.name) as name, p.slug,
      m.name as brand, coalesce(g.year, case when b.line is not null then p.year end) as year, b.media, coalesce(b.values, '[]') as values, p.warranty,
      p.service_plan as plan, b.line as order_line_uid, b.unit, b.order_uid, b.number as order_number, b.handed_over_at,
      coalesce(b.chassis, '') as chassis, coalesce(nullif(b.plate, ''), g.plate, '') as plate, coalesce(b.plate, '') <> '' as has_official_plate,
      g.kilometres, g.kilometres_on::text, coalesce(g.services, 0) as services, g.serviced_on::text, g.serviced_km,
      g.test_until::text, g.insured_until::text, g.test_notified::text, g.insurance_notified::text, g.service_notified, g.sold_at,
      (b.line is not null or g.details_at is not null) as kept
    from (select * from garage_vehicles where customer_uid = ${customerUid}) g
    full join bought b on b.line = g.order_line_uid and b.unit = g.unit
    join products p on p.uuid = coalesce(g.vehicle_uid, b.product_uid)
    left join brands m on m.uuid = p.brand_uid
    where g.removed_at is null and (g.sold_at is not null) = ${sold} and (g.order_line_uid is null or b.line is not null)
    order by coalesce(g.created_at, b.handed_over_at) desc, key`);
  return rows.map((row) => ({
    ...row,
    handed_over_at: row.handed_over_at === null ? null : new Date(row.handed_over_at),
    sold_at: row.sold_at === null ? null : new Date(row.sold_at),
  }));
}

/** A model that was chosen to find parts is not shown beside the vehicle itself. */
export const withoutTwins = (ownVehicles: VehicleRow[]): VehicleRow[] =>
  ownVehicles.filter(
    (one) =>
      one.kept ||
      !ownVehicles.some(
        (other) =>
          other.kept && other.vehicle_uid === one.vehicle_uid && (one.year === null || other.year === one.year),
      ),
  );
