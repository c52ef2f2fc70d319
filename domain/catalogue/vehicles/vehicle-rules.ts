export const licenceClasses = ['A2', 'A1', 'A', 'B', '1', 'none'] as const;

/** Conditions that restrict a rule to some vehicles: each list present must contain the vehicle's own value. */
export type VehicleRule = { brands?: string[] | undefined; licence_classes?: string[] | undefined };

export type RuledVehicle = { brand: string | null; licenceClass: string | null };

const among = (list: string[] | undefined, value: string | null): boolean =>
  !list || (value !== null && list.includes(value));

export const suits = ({ brands, licence_classes }: VehicleRule, { brand, licenceClass }: RuledVehicle): boolean =>
  among(brands, brand) && among(licence_classes, licenceClass);
