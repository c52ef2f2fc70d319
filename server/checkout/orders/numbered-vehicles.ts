import { type SQL, sql } from '#db/sql.ts';

/** `number`: the chassis, or what there is in its place. */
export type NumberedVehicle = { unit: number; number: string };

/** The units of a line that have numbers of their own, in order. `line`: a column of an outer query. */
export const numberedVehicles = (line: SQL): SQL<NumberedVehicle[]> =>
  sql`(select coalesce(json_agg(json_build_object('unit', v.unit, 'number', n.number) order by v.unit), '[]')
    from order_vehicles v
    cross join lateral (select coalesce(nullif(v.chassis_number, ''), nullif(v.plate_number, ''), v.engine_number) as number) n
    where v.order_line_uid = ${line} and n.number <> '')`;

type Returned = { pieces: number; units: number[] };

/**
 * The units of a line that may still be given back: `keptUnits`, less those of refunds that are on their way or in
 * doubt, which their buyer keeps until the money went back. Where a refund names none, the last ones went.
 */
export const unitsLeft = (quantity: number, { pieces, units }: Returned): number[] =>
  Array.from({ length: quantity }, (_, index) => index + 1)
    .filter((unit) => !units.includes(unit))
    .slice(0, Math.max(0, quantity - pieces));

/** Those to choose from where only some go back; none where no number tells them apart. */
export function unitsToChoose(quantity: number, returned: Returned, numbered: NumberedVehicle[]): NumberedVehicle[] {
  const left = unitsLeft(quantity, returned);
  if (left.length < 2 || !numbered.some(({ unit }) => left.includes(unit))) return [];
  return left.map((unit) => numbered.find((one) => one.unit === unit) ?? { unit, number: '' });
}

/** Those that a refund could have named in place of its own; none where it took all that other refunds left. */
export function unitsToCorrect(
  quantity: number,
  returned: Returned,
  own: { quantity: number; units: number[] },
  numbered: NumberedVehicle[],
): NumberedVehicle[] {
  const others = {
    pieces: returned.pieces - own.quantity,
    units: returned.units.filter((unit) => !own.units.includes(unit)),
  };
  const choices = unitsToChoose(quantity, others, numbered);
  return own.quantity > 0 && choices.length > own.quantity ? choices : [];
}
