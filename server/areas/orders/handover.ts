import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { prepared } from '#db/prepared.ts';
import { branches, brands, deliveryTypes, orderLines, orders, products, stores } from '#db/schema/index.ts';
import { isolateRanges } from '#domain/format.ts';
import type { HandoverStep, StoreSettings } from '../../context.ts';

/** Papers and steps until a vehicle is handed over, as its store's data says for its kind; none for orders without a vehicle. */
export async function handoverOf(db: Db, orderUid: string): Promise<{ title: string; text: string }[]> {
  const vehicles = await vehiclesQuery(db).execute({ uuid: orderUid });
  const [first] = vehicles;
  if (!first) return [];
  const steps = (first.settings as StoreSettings).handover ?? [];
  const suits = ({ brands: only }: HandoverStep) =>
    !only || vehicles.some(({ brand }) => brand && only.includes(brand));
  const place = first.branch ? `בסניף ${first.branch}` : 'בכתובת שמסרתם';
  const when = first.days ? `, בדרך כלל תוך ${isolateRanges(first.days)}` : '';
  return [
    ...steps.filter(suits).map(({ title, text }) => ({ title, text })),
    { title: 'תיאום ומסירה', text: `המסירה ${place}${when}. את היום והשעה נקבע איתכם בטלפון.` },
  ];
}

const vehiclesQuery = prepared((db) =>
  db
    .select({ brand: brands.key, settings: stores.settings, branch: branches.name, days: deliveryTypes.days })
    .from(orderLines)
    .innerJoin(orders, eq(orders.uuid, orderLines.orderUid))
    .innerJoin(stores, eq(stores.uuid, orders.storeUid))
    .innerJoin(products, and(eq(products.uuid, orderLines.productUid), eq(products.kind, 'VEHICLE')))
    .leftJoin(brands, eq(brands.uuid, products.brandUid))
    .leftJoin(branches, eq(branches.uuid, orders.branchUid))
    .leftJoin(deliveryTypes, eq(deliveryTypes.uuid, orders.deliveryTypeUid))
    .where(eq(orderLines.orderUid, sql.placeholder('uuid')))
    .orderBy(asc(orderLines.position))
    .prepare('vehicles_of_order'),
);
