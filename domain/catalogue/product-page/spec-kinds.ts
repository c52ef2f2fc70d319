import { kindNames, type ProductKind } from '../kind-names.ts';

/** Kinds of vehicles by a figure that only such vehicles have, as in `key-figures.ts`, the first that a vehicle has. */
export const vehicleMarks = {
  seat_mm: 'אופנועים וקטנועים',
  user_weight_kg: 'קלנועיות',
  clearance_mm: 'רכב שטח ותפעולי',
  length_m: 'כלי שיט',
};
export type VehicleMark = keyof typeof vehicleMarks;

/** Products whose specifications are alike. `VEHICLE`: a vehicle of none of these kinds, or not yet known as one. */
export const specKinds = { ...vehicleMarks, ...kindNames, VEHICLE: 'כלי רכב אחרים' };
export type SpecKind = VehicleMark | ProductKind;
export const specKindKeys = Object.keys(specKinds) as [SpecKind, ...SpecKind[]];

export function specKindOf({ kind, keys }: { kind: ProductKind; keys: string[] }): SpecKind {
  if (kind !== 'VEHICLE') return kind;
  return (Object.keys(vehicleMarks) as VehicleMark[]).find((mark) => keys.includes(mark)) ?? 'VEHICLE';
}
