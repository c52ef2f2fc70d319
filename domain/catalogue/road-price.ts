import { toAgorot, toShekels } from '../money/money.ts';
import { type RuledVehicle, suits, type VehicleRule } from './vehicles/vehicle-rules.ts';

/**
 * A compulsory cost of putting a vehicle on the road, set by the store (docs/rules/vat.md). All conditions present
 * must hold.
 */
export type FeeRule = VehicleRule & {
  name: string;
  note?: string | undefined;
  /** Agorot. */
  price: number;
  /** Engine volume, both ends included; an electric vehicle counts as 0. */
  engine_cc?: { from?: number | undefined; to?: number | undefined } | undefined;
};

export type FeeVehicle = RuledVehicle & { engineCc: number };

/** The fees that a vehicle pays, in the store's order. */
export function feesOf<F extends FeeRule>(rules: F[], vehicle: FeeVehicle): F[] {
  const within = (range: FeeRule['engine_cc']) =>
    !range || (vehicle.engineCc >= (range.from ?? 0) && vehicle.engineCc <= (range.to ?? Number.POSITIVE_INFINITY));
  return rules.filter((rule) => suits(rule, vehicle) && within(rule.engine_cc));
}

/** The fees of all these vehicles together, each name once; in shekels. */
export function feesOfAll(
  rules: FeeRule[],
  vehicles: (FeeVehicle & { quantity: number })[],
): { name: string; price: number }[] {
  const sums = new Map<string, number>();
  for (const vehicle of vehicles)
    for (const { name, price } of feesOf(rules, vehicle))
      sums.set(name, (sums.get(name) ?? 0) + price * vehicle.quantity);
  return [...sums].map(([name, price]) => ({ name, price: toShekels(price) }));
}

/** The price on the road (`מחיר על הכביש`): vehicle plus fees, in shekels. */
export const roadPrice = (price: number, fees: { price: number }[]): number =>
  toShekels(fees.reduce((sum, fee) => sum + toAgorot(fee.price), toAgorot(price)));

/**
 * What is paid besides the total, or is left of it: at the branch, unless it can be delivered.
 * `kinds`: of the chosen way of delivery, or of all that are offered.
 */
export const dueBeforeHandover = (kinds: string[]): string =>
  kinds.includes('COURIER') ? 'לתשלום לפני המסירה' : 'לתשלום בסניף';

/** `א, ב וכן ג`. Not a plain `ו`: a name may contain one. */
export const listed = (names: string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} וכן ${names.at(-1)}`;
