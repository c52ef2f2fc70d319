import type pg from 'pg';
import { clientOf, type Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import type { ChassisRange } from '#domain/catalogue/parts/chassis.ts';
import { placementsOf, refreshProducts } from '../../catalogue/derived/refresh.ts';
import { checkDetails } from '../../import/checks/details.ts';
import { fitRow } from '../../import/schemas/catalogue.ts';
import { writeDetails } from '../../import/write/catalogue/details.ts';
import { refuse } from '../../platform/errors.ts';
import type { Allowed } from '../../staff/office-call.ts';
import { mayEverywhere, seenProducts } from '../products/reach.ts';
import { checkRows, partsReason } from './import-rows.ts';
import { invalidateParts } from './reach.ts';

/** As `catalogue/fits.csv` has it. */
export type Fit = {
  part: string;
  vehicle: string;
  year_from: string;
  year_to: string;
  chassis_prefix: string;
  chassis_from: string;
  chassis_to: string;
};

export const rangeOf = ({ chassis_prefix, chassis_from, chassis_to }: Fit): ChassisRange => ({
  prefix: chassis_prefix,
  from: chassis_from,
  to: chassis_to,
});
export const chassisCells = ({ prefix, from, to }: ChassisRange) => ({
  chassis_prefix: prefix,
  chassis_from: from,
  chassis_to: to,
});

export type FitProblem = { row: number; column: string; message: string };

/** @returns what the importer's schema and check have against these rows, by their numbers */
export async function checkFits(
  client: pg.ClientBase,
  companyUid: string,
  fits: readonly Fit[],
): Promise<{ problems: FitProblem[]; write: () => Promise<void> }> {
  const problems: FitProblem[] = [];
  const rows = fits.flatMap((fit, row) => {
    const parsed = fitRow.safeParse(Object.fromEntries(Object.entries(fit).filter(([, value]) => value !== '')));
    for (const { path, message } of parsed.error?.issues ?? [])
      problems.push({ row, column: String(path[0]), message: describeProblem(String(path[0]), message, null) });
    return parsed.success ? [{ file: 'fits', unit: undefined, row, data: parsed.data }] : [];
  });
  const slugs = rows.flatMap(({ data }) => [data.part, data.vehicle]);
  const checked = await checkRows(client, companyUid, { fits: rows }, [...new Set(slugs)], checkDetails);
  for (const { row, column, value, reason } of checked.problems)
    problems.push({ row: row ?? 0, column: column ?? '', message: describeProblem(column ?? '', reason, value) });
  return { problems, write: () => checked.write(writeDetails) };
}

const labels: Record<string, string> = {
  part: 'חלק',
  vehicle: 'דגם',
  year_from: 'משנה',
  year_to: 'עד שנה',
  chassis_prefix: 'מספר שלדה',
  chassis_from: 'ממספר שלדה',
  chassis_to: 'עד מספר שלדה',
};
const describeProblem = (column: string, reason: string, value: string | null): string =>
  `${labels[column] ?? column}: ${partsReason(reason)}${value ? ` (\u2068${value}\u2069)` : ''}`;

export const readFits = async (db: Db, companyUid: string, parts: string[]): Promise<Fit[]> =>
  (
    await db.execute<Fit>(sql`
      select p.slug as part, m.slug as vehicle, f.year_from::text, f.year_to::text, f.chassis_prefix, f.chassis_from, f.chassis_to
      from part_fits f join products p on p.uuid = f.part_uid join products m on m.uuid = f.vehicle_uid
      where p.company_uid = ${companyUid} and p.slug = any(${sql.param(parts)}::text[])
      order by p.slug, m.slug, f.year_from, f.chassis_prefix, f.chassis_from`)
  ).rows;

export type FittingPart = { uuid: string; slug: string; companyUid: string; stores: string[] };

/** Parts that the person sees, by their slugs. */
export const reachedParts = async (ctx: Allowed, db: Db, slugs: string[], lock = false): Promise<FittingPart[]> =>
  (
    await db.execute<FittingPart>(sql`
      select p.uuid, p.slug, p.company_uid as "companyUid",
        array(select sp.store_uid::text from store_products sp where sp.product_uid = p.uuid) as stores
      from products p where p.slug = any(${sql.param(slugs)}::text[]) and ${seenProducts(ctx)}
      order by p.uuid ${lock ? sql`for no key update of p` : sql``}`)
  ).rows;

/**
 * Gives parts their fits, within a transaction that holds the catalogue: by the importer's own rules and step, which
 * changes only rows that differ. Lists, the search and the choice of vehicles are made anew for these parts, and every
 * page that shows them is told.
 * @param next what the parts fit from now on, of what they fit now
 * @param edited of the rows of `next` those whose problems count: what is old may be wrong by now and is no reason to
 * refuse
 * @throws NOT_FOUND for a part that the person doesn't see, FORBIDDEN, BAD_REQUEST with the fields
 */
export async function changeFits(
  ctx: Allowed,
  tx: Db,
  slugs: string[],
  next: (currentFits: Fit[]) => { fits: Fit[]; edited: (fit: Fit) => boolean },
): Promise<void> {
  const client = clientOf(tx);
  const parts = await reachedParts(ctx, tx, slugs, true);
  const companyUid = parts[0]?.companyUid;
  if (!companyUid || parts.length !== slugs.length) throw refuse('NOT_FOUND');
  if (!parts.every(({ stores }) => mayEverywhere(ctx, 'products.edit', stores)))
    throw refuse('FORBIDDEN', { message: NOT_THEIRS });
  const uuids = parts.map(({ uuid }) => uuid);
  const before = await placementsOf(client, uuids);
  const { fits, edited } = next(await readFits(tx, companyUid, slugs));
  const { problems, write } = await checkFits(client, companyUid, fits);
  const editedProblems = problems.filter(({ row }) => edited(fits[row] as Fit));
  if (editedProblems.length > 0)
    throw refuse('BAD_REQUEST', {
      message: 'יש מה לתקן לפני השמירה',
      fields: editedProblems.map(({ column, message }) => ({ path: column, message })),
    });
  await write();
  // An import leaves a product alone that no file names: what fits nothing any more is emptied here.
  const named = new Set(fits.map(({ part }) => part));
  const bare = parts.filter(({ slug }) => !named.has(slug)).map(({ uuid }) => uuid);
  if (bare.length > 0) await tx.execute(sql`delete from part_fits where part_uid = any(${sql.param(bare)}::uuid[])`);
  await tx.execute(sql`update products set updated_at = now() where uuid = any(${sql.param(uuids)}::uuid[])`);
  await refreshProducts(client, companyUid, uuids, before);
  await invalidateParts(client, companyUid);
}

export const NOT_THEIRS = 'המוצר נמכר גם בחנויות שאין לכם בהן הרשאה לשנות אותו';
