import type { z } from 'zod';
import type { serviceForm, vehicleForm } from '#contract/customers/vehicle-form.ts';
import type { Db } from '#db/client.ts';
import { garageVehicles } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { parsePlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import { MAX_VEHICLES } from '#domain/people/account-limits.ts';
import { listVehicles } from '../../catalogue/cards/product-names.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, requireCustomer } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import { findVehicleRow } from './own-vehicles.ts';
import { type VehicleRow, vehicleRowsOf } from './vehicle-rows.ts';

type Row = typeof garageVehicles.$inferSelect;

/**
 * In a transaction that holds the customer: the vehicle's row, made where a bought vehicle has none. @throws NOT_FOUND,
 * RATE_LIMITED
 */
async function change<Result>(
  ctx: RequestContext,
  key: string,
  work: (tx: Db, row: Row, ownVehicle: VehicleRow) => Promise<Result>,
  which?: { sold: boolean },
): Promise<Result> {
  const { uuid: customerUid } = requireCustomer(ctx);
  await takeOrRefuse(ctx, [{ policy: 'garage', subject: customerUid }]);
  return ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, customerUid);
    const ownVehicle = await findVehicleRow({ ...ctx, db: tx }, key, which);
    const { order_line_uid: orderLineUid, unit } = ownVehicle;
    if (!ownVehicle.uuid)
      await tx
        .insert(garageVehicles)
        .values({ customerUid, vehicleUid: ownVehicle.vehicle_uid, orderLineUid, unit, createdAt: ctx.now() });
    const [row] = await tx
      .select()
      .from(garageVehicles)
      .where(
        ownVehicle.uuid
          ? eq(garageVehicles.uuid, ownVehicle.uuid)
          : and(eq(garageVehicles.orderLineUid, orderLineUid ?? ''), eq(garageVehicles.unit, unit ?? 0)),
      );
    if (!row) throw refuse('NOT_FOUND');
    return work(tx, row, ownVehicle);
  });
}

/** What the owner writes of a vehicle. @throws UNAUTHORIZED, NOT_FOUND, BAD_REQUEST, RATE_LIMITED */
export const saveVehicle = (ctx: RequestContext, key: string, form: z.output<typeof vehicleForm>): Promise<void> =>
  change(ctx, key, async (tx, row, ownVehicle) => {
    const was = form.was?.split('|');
    /** Typed, or newer than the page: of a service, from another device. */
    const newest = <Value extends string | number>(
      at: number,
      typed: Value | null | undefined,
      stored: Value | null,
    ) => (was && was[at] === String(typed ?? '') ? stored : (typed ?? null));
    const year = newest(3, form.year, row.year);
    const kilometres = newest(0, form.kilometres, row.kilometres);
    if (!row.orderLineUid && year !== row.year) await refuseSame(tx, row, year);
    await tx
      .update(garageVehicles)
      .set({
        year,
        plate: ownVehicle.has_official_plate ? '' : (newest(4, parsePlate(form.plate) ?? '', row.plate) ?? ''),
        kilometres,
        ...(kilometres !== row.kilometres && { kilometresOn: kilometres === null ? null : israelDay(ctx.now()) }),
        testUntil: newest(1, form.test_until, row.testUntil),
        insuredUntil: newest(2, form.insured_until, row.insuredUntil),
        detailsAt: ctx.now(),
      })
      .where(eq(garageVehicles.uuid, row.uuid));
  });

/** The same model and year is in the garage once. @throws BAD_REQUEST */
async function refuseSame(tx: Db, { customerUid, vehicleUid }: Row, year: number | null): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    select from garage_vehicles where customer_uid = ${customerUid} and vehicle_uid = ${vehicleUid} and order_line_uid is null
      and sold_at is null and year is not distinct from ${year}::int`);
  if (rowCount)
    throw refuse('BAD_REQUEST', {
      message: 'דגם זה משנה זו כבר במוסך',
      fields: [{ path: 'year', message: 'דגם זה משנה זו כבר במוסך' }],
    });
}

/**
 * A repeat of the same day corrects the kilometres; `corrects` replaces the last record, its kilometres of the vehicle
 * too.
 * @returns whether it was put right, so that there is no further one
 * @throws UNAUTHORIZED, NOT_FOUND, BAD_REQUEST for what is ahead or before the last record, RATE_LIMITED
 */
export const recordService = (ctx: RequestContext, key: string, form: z.output<typeof serviceForm>): Promise<boolean> =>
  change(ctx, key, async (tx, row) => {
    const refusalOf = (path: string, message: string) =>
      refuse('BAD_REQUEST', { message, fields: [{ path, message }] });
    if (form.serviced_on > israelDay(ctx.now())) throw refusalOf('serviced_on', 'התאריך עוד לא הגיע');
    const corrects = row.servicedOn !== null && (form.corrects || row.servicedOn === form.serviced_on);
    if (!corrects && row.servicedOn && form.serviced_on < row.servicedOn)
      throw refusalOf('serviced_on', 'כבר נרשם טיפול מאוחר יותר. אם הוא נרשם בטעות, אפשר לתקן אותו');
    if (!corrects && row.servicedKm !== null && form.serviced_km < row.servicedKm)
      throw refusalOf('serviced_km', 'בטיפול הקודם נרשמו יותר קילומטרים. אם הם שגויים, אפשר לתקן אותו');
    const cameOfLast = form.corrects && row.kilometresOn === row.servicedOn;
    const isNewer = row.kilometres === null || form.serviced_km > row.kilometres;
    await tx
      .update(garageVehicles)
      .set({
        servicedOn: form.serviced_on,
        servicedKm: form.serviced_km,
        services: row.services + (corrects ? 0 : 1),
        ...((isNewer || cameOfLast) && { kilometres: form.serviced_km, kilometresOn: form.serviced_on }),
        detailsAt: ctx.now(),
      })
      .where(eq(garageVehicles.uuid, row.uuid));
    return corrects;
  });

/** The model that was chosen for parts: it would stand in the place of a vehicle that is no longer there. */
const dropModel = (tx: Db, { uuid, customerUid, vehicleUid, year }: Row) =>
  tx.execute(sql`
    delete from garage_vehicles where customer_uid = ${customerUid} and uuid <> ${uuid} and vehicle_uid = ${vehicleUid}
      and order_line_uid is null and details_at is null and (year is null or year is not distinct from ${year}::int)`);

/**
 * It leaves the garage with all that was written of it, and can be put back. @throws UNAUTHORIZED, NOT_FOUND,
 * RATE_LIMITED
 */
export const sellVehicle = (ctx: RequestContext, key: string): Promise<void> =>
  change(ctx, key, async (tx, row) => {
    await dropModel(tx, row);
    await tx
      .update(garageVehicles)
      .set({ soldAt: ctx.now(), detailsAt: row.detailsAt ?? ctx.now() })
      .where(eq(garageVehicles.uuid, row.uuid));
  });

/**
 * Puts a sold vehicle back. @throws UNAUTHORIZED, NOT_FOUND, BAD_REQUEST where another one stands in its place,
 * RATE_LIMITED
 */
export const keepVehicle = (ctx: RequestContext, key: string): Promise<void> =>
  change(
    ctx,
    key,
    async (tx, row) => {
      await dropModel(tx, row);
      if (!row.orderLineUid) await refuseSame(tx, row, row.year);
      await tx.update(garageVehicles).set({ soldAt: null }).where(eq(garageVehicles.uuid, row.uuid));
    },
    { sold: true },
  );

/**
 * Forgets all that was written of it; a bought vehicle stays away from then on. `which`: one that was sold.
 * @throws UNAUTHORIZED, NOT_FOUND, RATE_LIMITED
 */
export const removeOwnVehicle = (ctx: RequestContext, key: string, which?: { sold: boolean }): Promise<void> =>
  change(
    ctx,
    key,
    async (tx, row) => {
      if (!row.soldAt) await dropModel(tx, row);
      await tx.delete(garageVehicles).where(eq(garageVehicles.uuid, row.uuid));
      const { customerUid, vehicleUid, orderLineUid, unit } = row;
      if (orderLineUid)
        await tx
          .insert(garageVehicles)
          .values({ customerUid, vehicleUid, orderLineUid, unit, createdAt: ctx.now(), removedAt: ctx.now() });
    },
    which,
  );

/** A plate, and the model year that the registry has of it. */
type Registered = { plate: string; year: number };

/**
 * Adds a vehicle of the store's that was bought elsewhere; the plate of one that was bought here, and whose plate
 * nobody wrote, stays with it.
 * @returns `there` where the garage has the vehicle already
 * @throws UNAUTHORIZED, NOT_FOUND, BAD_REQUEST for a second one of a model and year, GARAGE_FULL, RATE_LIMITED
 */
export async function addOwnVehicle(
  ctx: RequestContext,
  vehicle: string,
  registered?: Registered,
): Promise<'added' | 'there'> {
  const { uuid: customerUid } = requireCustomer(ctx);
  await takeOrRefuse(ctx, [{ policy: 'garage', subject: customerUid }]);
  const vehicleUid = (await listVehicles(ctx)).find(({ slug }) => slug === vehicle)?.uuid;
  if (!vehicleUid) throw refuse('NOT_FOUND');
  return ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, customerUid);
    const at = ctx.now();
    const noted = { ...registered, createdAt: at, detailsAt: at };
    if (registered) {
      const ownVehicles = await vehicleRowsOf(tx, customerUid);
      if (ownVehicles.some(({ plate }) => plate === registered.plate)) return 'there';
      const ownVehicle = withoutPlate(ownVehicles, vehicleUid, registered.year);
      if (ownVehicle) {
        const { order_line_uid: orderLineUid, unit } = ownVehicle;
        await (ownVehicle.uuid
          ? tx.update(garageVehicles).set(noted).where(eq(garageVehicles.uuid, ownVehicle.uuid))
          : tx.insert(garageVehicles).values({ customerUid, vehicleUid, orderLineUid, unit, ...noted }));
        return orderLineUid ? 'there' : 'added';
      }
    }
    const { rows } = await tx.execute<{ all: number }>(
      sql`select count(*)::int as all from garage_vehicles where customer_uid = ${customerUid} and order_line_uid is null`,
    );
    if ((rows[0]?.all ?? 0) >= MAX_VEHICLES) throw refuse('GARAGE_FULL');
    await tx
      .insert(garageVehicles)
      .values({ customerUid, vehicleUid, ...noted })
      .onConflictDoUpdate({
        target: [
          garageVehicles.customerUid,
          garageVehicles.vehicleUid,
          garageVehicles.year,
          garageVehicles.orderLineUid,
          garageVehicles.unit,
          garageVehicles.soldAt,
        ],
        set: noted,
      });
    return 'added';
  });
}

/**
 * The vehicle that has no plate yet and may be the one of that year. @throws BAD_REQUEST where one that was added has
 * another plate
 */
function withoutPlate(ownVehicles: VehicleRow[], vehicleUid: string, year: number): VehicleRow | undefined {
  const ofModel = ownVehicles.filter((ownVehicle) => ownVehicle.vehicle_uid === vehicleUid);
  const open = ofModel.filter(
    (ownVehicle) => ownVehicle.plate === '' && (ownVehicle.year === null || ownVehicle.year === year),
  );
  const bought = open.filter((ownVehicle) => ownVehicle.order_line_uid !== null);
  const match = [...bought, ...open].find((ownVehicle) => ownVehicle.year === year) ?? bought[0];
  if (!match && ofModel.some((ownVehicle) => ownVehicle.order_line_uid === null && ownVehicle.year === year))
    throw refuse('BAD_REQUEST', { message: `הדגם הזה, משנת ${year}, כבר במוסך עם מספר רישוי אחר` });
  return match ?? open[0];
}
