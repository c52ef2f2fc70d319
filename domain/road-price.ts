import { toAgorot, toShekels } from './money.ts';

/** A compulsory cost of putting a vehicle on the road, as a store sets it; each condition that is there must hold. */
export type FeeRule = {
  name: string;
  note?: string | undefined;
  /** Agorot. */
  price: number;
  brands?: string[] | undefined;
  licence_classes?: string[] | undefined;
  /** Engine volume, both ends included; an electric vehicle counts as 0. */
  engine_cc?: { from?: number | undefined; to?: number | undefined } | undefined;
};

export type FeeVehicle = { brand: string | null; licenceClass: string | null; engineCc: number };

/** The fees that a vehicle pays, in the store's order. */
export function feesOf<F extends FeeRule>(rules: F[], { brand, licenceClass, engineCc }: FeeVehicle): F[] {
  const among = (list: string[] | undefined, value: string | null) => !list || (value !== null && list.includes(value));
  const within = (range: FeeRule['engine_cc']) =>
    !range ||
    (engineCc !== null && engineCc >= (range.from ?? 0) && engineCc <= (range.to ?? Number.POSITIVE_INFINITY));
  return rules.filter(
    (rule) => among(rule.brands, brand) && among(rule.licence_classes, licenceClass) && within(rule.engine_cc),
  );
}

/** The price on the road: the vehicle and its fees, in shekels. */
export const roadPrice = (price: number, fees: { price: number }[]): number =>
  toShekels(fees.reduce((sum, fee) => sum + toAgorot(fee.price), toAgorot(price)));
