import type { HandoverStep, StoreSettings } from '#contract/store-settings.ts';
import type { Db } from '#db/client.ts';
import { prepared } from '#db/prepared.ts';
import {
  branches,
  brands,
  deliveryTypes,
  orderLines,
  orders,
  productMeta,
  products,
  stores,
} from '#db/schema/index.ts';
import { and, asc, eq, gt, sql } from '#db/sql.ts';
import { feesOfAll } from '#domain/catalogue/road-price.ts';
import { type NamedVehicle, nameOfVehicles, type VehicleName } from '#domain/catalogue/vehicles/vehicle-name.ts';
import { type RuledVehicle, suits } from '#domain/catalogue/vehicles/vehicle-rules.ts';
import type { BuyerTask } from '#domain/orders/handover-tasks.ts';
import { isolateRanges, keepUnits } from '#domain/text/format.ts';
import { returnedPieces } from './returned-pieces.ts';

type Step = { title: string; text: string };
type HandoverAt = { branch: string | null; days: string | null };

/** Papers and steps until the vehicles are handed over, from the store's settings; none without a vehicle. */
export function handoverSteps(settings: StoreSettings, vehicles: RuledVehicle[], { branch, days }: HandoverAt): Step[] {
  if (vehicles.length === 0) return [];
  // Not 'at' the branch: some hand over on the water.
  const place = branch ? `בתיאום עם סניף ${branch}` : 'בכתובת שמסרתם';
  const when = days ? `, בדרך כלל בתוך ${keepUnits(isolateRanges(days))}` : '';
  return [
    ...stepsFor(settings, vehicles).map(({ title, text }) => ({ title, text })),
    {
      title: ARRANGED,
      text: `המסירה ${place}${when}. ${branch ? 'את היום והשעה בוחרים בדף ההזמנה, או בטלפון.' : 'את היום והשעה נקבע איתכם בטלפון.'}`,
    },
  ];
}

const ARRANGED = 'תיאום ומסירה';

/**
 * The same steps on the order's own page: they are written for mails, too. What is done there opens once a lender has
 * agreed.
 */
export function onOrderPage(steps: Step[], waitsForLender: boolean): Step[] {
  const here = waitsForLender ? 'כאן, אחרי אישור המימון' : 'כאן';
  return steps.map(({ title, text }) => ({ title, text: text.replaceAll('בדף ההזמנה', here) }));
}

const stepsFor = ({ handover = [] }: StoreSettings, vehicles: RuledVehicle[]): HandoverStep[] =>
  handover.filter((step) => vehicles.some((vehicle) => suits(step, vehicle)));

type StaffStep = Step & { task: BuyerTask | null; ask: string };

/**
 * The same steps for the office: what staff check, in words of their own; where the store has none, what the customer
 * was told.
 */
export async function staffStepsOf(db: Db, orderUid: string): Promise<StaffStep[]> {
  const vehicles = await vehiclesQuery(db).execute({ uuid: orderUid });
  const [first] = vehicles;
  if (!first) return [];
  const place = first.branch ? `בסניף ${first.branch}` : 'בכתובת של הלקוח';
  return [
    ...stepsFor(first.settings as StoreSettings, vehicles).map(({ title, text, staff, task = null, ask = '' }) => ({
      ...{ title, text: staff ?? `כך נכתב ללקוח: ${text}`, task, ask },
    })),
    {
      title: ARRANGED,
      text: `קבעו עם הלקוח יום ושעה, אם לא נבחרו באתר, ומסרו ${place}.`,
      ...{ task: null, ask: '' },
    },
  ];
}

/** Heading of the steps. */
export const handoverTitle = (settings: StoreSettings, vehicles: NamedVehicle[]): string =>
  `עד ש${nameOfVehicles(settings.vehicle_names, vehicles).definite} אצלכם`;

type Handover = { vehicle: VehicleName; title: string; steps: Step[] };

/** Steps and title of an order; `null` where it has no vehicle. */
export async function handoverOf(db: Db, orderUid: string): Promise<Handover | null> {
  const vehicles = await vehiclesQuery(db).execute({ uuid: orderUid });
  const [first] = vehicles;
  if (!first) return null;
  const settings = first.settings as StoreSettings;
  return {
    vehicle: nameOfVehicles(settings.vehicle_names, vehicles),
    title: handoverTitle(settings, vehicles),
    steps: handoverSteps(settings, vehicles, first),
  };
}

/** Licence and registration fees of an order's vehicles by today's rules of the store. Shekels. */
export async function roadFeesOf(db: Db, orderUid: string): Promise<{ name: string; price: number }[]> {
  const vehicles = await vehiclesQuery(db).execute({ uuid: orderUid });
  const rules = (vehicles[0]?.settings as StoreSettings | undefined)?.road_fees ?? [];
  return feesOfAll(
    rules,
    vehicles.map((vehicle) => ({ ...vehicle, engineCc: Number(vehicle.engineCc ?? 0) })),
  );
}

const metaOf = (key: string) =>
  sql<
    string | null
  >`(select ${productMeta.value} from ${productMeta} where ${productMeta.productUid} = ${products.uuid} and ${productMeta.key} = ${key} limit 1)`;

const keptPieces = sql<number>`(${orderLines.quantity} - ${returnedPieces(sql`${orderLines.uuid}`)})`;

/** Those that weren't given back. */
const vehiclesQuery = prepared((db) =>
  db
    .select({
      brand: brands.key,
      licenceClass: products.licenceClass,
      engineCc: metaOf('engine_cc'),
      type: metaOf('type'),
      quantity: keptPieces,
      settings: stores.settings,
      branch: branches.name,
      days: deliveryTypes.days,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.uuid, orderLines.orderUid))
    .innerJoin(stores, eq(stores.uuid, orders.storeUid))
    .innerJoin(products, and(eq(products.uuid, orderLines.productUid), eq(products.kind, 'VEHICLE')))
    .leftJoin(brands, eq(brands.uuid, products.brandUid))
    .leftJoin(branches, eq(branches.uuid, orders.branchUid))
    .leftJoin(deliveryTypes, eq(deliveryTypes.uuid, orders.deliveryTypeUid))
    .where(and(eq(orderLines.orderUid, sql.placeholder('uuid')), gt(keptPieces, 0)))
    .orderBy(asc(orderLines.position))
    .prepare('vehicles_of_order'),
);
