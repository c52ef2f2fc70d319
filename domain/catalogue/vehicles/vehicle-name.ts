/** A store's word for a vehicle in a sentence: `הסירה` and `סירה`. */
export type VehicleName = { definite: string; indefinite: string };

/** With `brands` or `types`, for these vehicles only; without either, for all of the store's. */
export type VehicleNameRule = VehicleName & { brands?: string[] | undefined; types?: string[] | undefined };

/** `type`: the product's filter value `type`. */
export type NamedVehicle = { brand: string | null; type: string | null };

const USUAL: VehicleName = { definite: 'הכלי', indefinite: 'כלי' };

const among = (list: string[] | undefined, value: string | null): boolean =>
  !list || (value !== null && list.includes(value));

/**
 * One name for all of these: the first rule that matches them; where they differ, the store's word for all vehicles.
 */
export function nameOfVehicles(rules: VehicleNameRule[] | undefined, vehicles: NamedVehicle[]): VehicleName {
  const ownOf = ({ brand, type }: NamedVehicle) =>
    rules?.find(({ brands, types }) => among(brands, brand) && among(types, type));
  const common = rules?.find(({ brands, types }) => !brands && !types) ?? USUAL;
  const [first, ...others] = new Set(vehicles.map((vehicle) => ownOf(vehicle) ?? common));
  return first && others.length === 0 ? first : common;
}

/** `בסירה`, `באופנוע הים`: the preposition replaces the first word's article. */
export const inVehicle = ({ definite, indefinite }: VehicleName): string =>
  `ב${startsAlike(definite, indefinite) ? definite : definite.slice(1)}`;

const startsAlike = (definite: string, indefinite: string): boolean =>
  definite.split(' ')[0] === indefinite.split(' ')[0];

/** Whether one is the other with its article, wherever the article stands: `אופנוע הים` of `אופנוע ים`. */
export function isDefiniteOf(definite: string, indefinite: string): boolean {
  const words = indefinite.split(' ');
  const definiteWords = definite.split(' ');
  return (
    definite !== indefinite &&
    definiteWords.length === words.length &&
    definiteWords.every((word, at) => word === words[at] || word === `ה${words[at]}`)
  );
}
