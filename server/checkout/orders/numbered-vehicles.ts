import { type SQL, sql } from '#db/sql.ts';

/** `number`: the chassis, or what there is in its place. */
export type NumberedVehicle = { unit: number; number: string };

/** The units of a line that have numbers of their own, in order. `line`: a column of an outer query. */
export const numberedVehicles = (line: SQL): SQL<NumberedVehicle[]> =>
  sql`(select coalesce(json_agg(json_build_object('unit', v.unit, 'number', n.number) order by v.unit), '[]')
    from order_vehicles v
    cross join lateral (select coalesce(nullif(v.chassis_number, ''), nullif(v.plate_number, ''), v.engine_number) as number) n
    where v.order_line_uid = ${line} and n.number <> '')`;

/** Those of the units left to choose from where only some go back; none where no number tells them apart. */
export function unitsToChoose(left: number[], numbered: NumberedVehicle[]): NumberedVehicle[] {
  if (left.length < 2 || !numbered.some(({ unit }) => left.includes(unit))) return [];
  return left.map((unit) => numbered.find((one) => one.unit === unit) ?? { unit, number: '' });
}

/**
 * Those that a refund of so many pieces could have named in place of its own; none where it took all that others left.
 */
export const unitsToCorrect = (left: number[], pieces: number, numbered: NumberedVehicle[]): NumberedVehicle[] =>
  pieces > 0 && pieces < left.length ? unitsToChoose(left, numbered) : [];
