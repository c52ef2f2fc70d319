import { toAgorot, toShekels } from './money.ts';

/** What holds of some vehicles only; each condition that is there must hold. */
export type VehicleRule = {
  brands?: string[] | undefined;
  licence_classes?: string[] | undefined;
  /** Engine volume, both ends included; an electric vehicle counts as 0. */
  engine_cc?: { from?: number | undefined; to?: number | undefined } | undefined;
};

/** A compulsory cost of putting a vehicle on the road, as a store sets it. */
export type FeeRule = VehicleRule & {
  name: string;
  note?: string | undefined;
  /** Agorot. */
  price: number;
};

export type RuledVehicle = { brand: string | null; licenceClass: string | null; engineCc: number };

/** The rules that hold of a vehicle, in the store's order: the fees it pays, the notes on its licence. */
export function rulesOf<R extends VehicleRule>(rules: R[], { brand, licenceClass, engineCc }: RuledVehicle): R[] {
  const among = (list: string[] | undefined, value: string | null) => !list || (value !== null && list.includes(value));
  const within = (range: VehicleRule['engine_cc']) =>
    !range ||
    (engineCc !== null && engineCc >= (range.from ?? 0) && engineCc <= (range.to ?? Number.POSITIVE_INFINITY));
  return rules.filter(
    (rule) => among(rule.brands, brand) && among(rule.licence_classes, licenceClass) && within(rule.engine_cc),
  );
}

/** The price on the road: the vehicle and its fees, in shekels. */
export const roadPrice = (price: number, fees: { price: number }[]): number =>
  toShekels(fees.reduce((sum, fee) => sum + toAgorot(fee.price), toAgorot(price)));
