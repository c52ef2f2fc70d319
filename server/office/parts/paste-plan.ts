import { clientOf, type Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import {
  ANY_CHASSIS,
  type ChassisRange,
  chassisRange,
  chassisText,
  isAnyChassis,
  readChassisRange,
} from '#domain/catalogue/parts/chassis.ts';
import { hebrewReason } from '#domain/text/import-reasons.ts';
import type { Allowed } from '../../staff/office-call.ts';
import { versionOf } from '../products/change-product.ts';
import { mayEverywhere } from '../products/reach.ts';
import { chassisCells, checkFits, type Fit, NOT_THEIRS, rangeOf, reachedParts, readFits } from './fits.ts';
import type { PastedRow } from './pasted-rows.ts';

/** What comes of a row: `was` is what it replaces, `reason` why it is refused. */
export type PlannedRow = {
  row: number;
  part: string;
  vehicle: string;
  years: string;
  chassis: string;
  outcome: 'added' | 'changed' | 'same' | 'refused';
  was: string;
  reason: string;
};
export type PastePlan = {
  rows: PlannedRow[];
  /** Of everything that the list would change: another one means that somebody changed the catalogue meanwhile. */
  version: string;
  /** What the named parts fit from then on, and which of it is new. */
  parts: string[];
  fits: Fit[];
  added: Set<Fit>;
};

const key = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const years = ({ year_from, year_to }: Pick<Fit, 'year_from' | 'year_to'>): string =>
  year_from === year_to ? year_from : `${year_from}–${year_to}`;
const bounds = (fit: Fit): string => [years(fit), chassisText(rangeOf(fit))].filter(Boolean).join(', ');

const isSame = (one: Fit, other: Fit): boolean =>
  one.part === other.part && one.vehicle === other.vehicle && bounds(one) === bounds(other);

/** A pasted row as a fit; `reason` is empty while nothing speaks against it. */
type Candidate = { row: PastedRow; fit: Fit; companyUid: string; reason: string };
type Refused = Map<Candidate, string>;

/** What a pasted list would add, change and not take, by the importer's rules. Nothing is written. */
export async function planPaste(ctx: Allowed, tx: Db, pasted: PastedRow[]): Promise<PastePlan> {
  const all = await readCandidates(ctx, tx, pasted);
  const open = () => all.filter(({ reason }) => reason === '');
  for (const check of [ofOtherCompanies, ofOtherStores, againstRules])
    for (const [one, reason] of await check(open(), ctx, tx)) one.reason = reason;
  const accepted = open();
  const parts = [...new Set(accepted.map(({ fit }) => fit.part))];
  const currentFits = accepted[0] ? await readFits(tx, accepted[0].companyUid, parts) : [];

  const keptFits = currentFits.filter((one) => accepted.some(({ fit }) => isSame(one, fit)));
  const added = accepted.map(({ fit }) => fit).filter((fit) => !keptFits.some((one) => isSame(one, fit)));
  // What meets is the same fit said anew, unless another row says it.
  const unsaid = currentFits.filter((one) => !keptFits.includes(one));
  const replacedBy = new Map(added.map((fit) => [fit, unsaid.filter((one) => meet(one, fit))]));
  const rows = all.map(({ row, fit, reason }): PlannedRow => {
    const old = replacedBy.get(fit);
    const outcome = !old ? 'same' : old.length > 0 ? 'changed' : 'added';
    return {
      row: row.row,
      part: row.part,
      vehicle: [row.make, row.model].filter(Boolean).join(' '),
      years: years(fit),
      chassis: chassisText(rangeOf(fit)) || row.chassis,
      outcome: reason === '' ? outcome : 'refused',
      was: (old ?? []).map(bounds).join('; '),
      reason,
    };
  });
  const replaced = new Set([...replacedBy.values()].flat());
  const fits = [...currentFits.filter((one) => !replaced.has(one)), ...added];
  return { rows, parts, fits, added: new Set(added), version: versionOf([rows, currentFits]) };
}

async function readCandidates(ctx: Allowed, tx: Db, pasted: PastedRow[]): Promise<Candidate[]> {
  const [partOf, vehicleOf] = [await partsByNumber(ctx, tx, pasted), await vehiclesByName(ctx, tx)];
  return pasted.map((row) => {
    const part = partOf(row.part);
    const vehicle = vehicleOf(row);
    const range = row.chassis === '' ? chassisRange(row.chassisFrom, row.chassisTo) : readChassisRange(row.chassis);
    const fit: Fit = {
      part: 'slug' in part ? part.slug : '',
      vehicle: 'slug' in vehicle ? vehicle.slug : '',
      year_from: row.from,
      year_to: row.to,
      ...chassisCells(range ?? ANY_CHASSIS),
    };
    const companyUid = 'companyUid' in part ? part.companyUid : '';
    return { row, fit, companyUid, reason: range === null ? NO_RANGE : faultOf(part, vehicle) };
  });
}

/** Of another company than the first row. */
const ofOtherCompanies = (rows: Candidate[]): Refused =>
  new Map(
    rows.filter(({ companyUid }) => companyUid !== rows[0]?.companyUid).map((one) => [one, OTHER_COMPANY] as const),
  );

/** Sold in stores, too, whose products the person may not change. */
async function ofOtherStores(rows: Candidate[], ctx: Allowed, tx: Db): Promise<Refused> {
  const reached = await reachedParts(ctx, tx, [...new Set(rows.map(({ fit }) => fit.part))]);
  const forbidden = reached.filter(({ stores }) => !mayEverywhere(ctx, 'products.edit', stores));
  const slugs = new Set(forbidden.map(({ slug }) => slug));
  return new Map(rows.filter(({ fit }) => slugs.has(fit.part)).map((one) => [one, NOT_THEIRS] as const));
}

/** What the importer has against them, of each row the first. */
async function againstRules(rows: Candidate[], _: Allowed, tx: Db): Promise<Refused> {
  if (!rows[0]) return new Map();
  const fits = rows.map(({ fit }) => fit);
  const { problems } = await checkFits(clientOf(tx), rows[0].companyUid, fits);
  return new Map(problems.toReversed().map(({ row, message }) => [rows[row] as Candidate, message] as const));
}

/**
 * Of the same part and vehicle, years that overlap, and chassis numbers that do: an unbounded fit meets every range.
 */
function meet(one: Fit, other: Fit): boolean {
  if (one.part !== other.part || one.vehicle !== other.vehicle) return false;
  const inYears = Number(one.year_from) <= Number(other.year_to) && Number(other.year_from) <= Number(one.year_to);
  const [a, b] = [rangeOf(one), rangeOf(other)];
  if (!inYears || isAnyChassis(a) || isAnyChassis(b)) return inYears;
  const last = ({ to }: ChassisRange) => (to === '' ? Number.POSITIVE_INFINITY : Number(to));
  return a.prefix === b.prefix && Number(a.from) <= last(b) && Number(b.from) <= last(a);
}

const NO_RANGE = 'טווח השלדות אינו ברור. כותבים את שני המספרים מלאים: ⁦AB10-0001 – AB10-0900⁩, ובלי סוף: ⁦AB10-0001 –⁩';
/** Why part and vehicle make no fit; empty: they do. */
function faultOf(part: Named, vehicle: Named): string {
  if ('reason' in part) return part.reason;
  if ('reason' in vehicle) return vehicle.reason;
  return part.companyUid === vehicle.companyUid ? '' : hebrewReason('unknown product');
}

const OTHER_COMPANY = 'החלק שייך לחברה אחרת מזו של השורות הראשונות';

type Named = { slug: string; companyUid: string } | { reason: string };

/** A part by its SKU in any spelling, its address, or its maker's number where only one has it. */
async function partsByNumber(ctx: Allowed, tx: Db, pasted: PastedRow[]): Promise<(number: string) => Named> {
  const partKeys = [...new Set(pasted.map(({ part }) => key(part)).filter(Boolean))];
  const slugs = [...new Set(pasted.map(({ part }) => part.toLowerCase()).filter(Boolean))];
  const { rows } = await tx.execute<{ slug: string; companyUid: string; key: string; rank: number }>(sql`
    select p.slug, p.company_uid as "companyUid", n.key, n.rank from (
      select v.product_uid as uuid, lower(regexp_replace(v.sku, '[^[:alnum:]]+', '', 'g')) as key, 1 as rank from variants v
        where lower(regexp_replace(v.sku, '[^[:alnum:]]+', '', 'g')) = any(${sql.param(partKeys)}::text[])
      union select q.uuid, lower(regexp_replace(q.slug, '[^[:alnum:]]+', '', 'g')), 2 from products q where q.slug = any(${sql.param(slugs)}::text[])
      union select m.product_uid, lower(regexp_replace(m.value, '[^[:alnum:]]+', '', 'g')), 3 from product_meta m
        where m.key = 'part_number' and lower(regexp_replace(m.value, '[^[:alnum:]]+', '', 'g')) = any(${sql.param(partKeys)}::text[])
    ) n join products p on p.uuid = n.uuid order by n.rank`);
  const seen = new Set(
    (await reachedParts(ctx, tx, [...new Set(rows.map(({ slug }) => slug))])).map(({ slug }) => slug),
  );
  return (number) => {
    if (number === '') return { reason: 'חסר מק״ט של החלק' };
    const matches = rows.filter((row) => row.key === key(number) && seen.has(row.slug));
    const best = matches.filter(({ rank }) => rank === matches[0]?.rank);
    const products = [...new Map(best.map((row) => [row.slug, row])).values()];
    if (products.length > 1)
      return { reason: `כמה מוצרים במספר הזה: ${products.map(({ slug }) => `\u2068${slug}\u2069`).join(', ')}` };
    return products[0] ?? { reason: hebrewReason('unknown SKU') };
  };
}

/** A vehicle by its address or its name, with its make or without. */
async function vehiclesByName(ctx: Allowed, tx: Db): Promise<(row: Pick<PastedRow, 'make' | 'model'>) => Named> {
  const { rows } = await tx.execute<{
    slug: string;
    companyUid: string;
    name: string;
    makes: string[];
  }>(sql`
    select p.slug, p.company_uid as "companyUid", p.name, array_remove(array[b.key, b.name, b.name_en], null) as makes
    from products p left join brands b on b.uuid = p.brand_uid
    where p.kind = 'VEHICLE' and p.company_uid in (select company_uid from stores where uuid = any(${sql.param(ctx.stores)}::uuid[]))`);
  const byName = new Map<string, { slug: string; companyUid: string; makes: string[] }[]>();
  for (const { slug, companyUid, name, makes } of rows) {
    const keys = makes.map(key);
    const short = keys.flatMap((make) => (key(name).startsWith(make) ? [key(name).slice(make.length)] : []));
    const names = [key(slug), key(name), ...short, ...keys.map((make) => make + key(name))];
    for (const one of new Set(names.filter(Boolean)))
      byName.set(one, [...(byName.get(one) ?? []), { slug, companyUid, makes: keys }]);
  }
  return ({ make, model }) => {
    if (model === '') return { reason: 'חסר דגם' };
    const named = byName.get(key(model)) ?? [];
    const matches = make === '' ? named : named.filter(({ makes }) => makes.includes(key(make)));
    if (matches.length > 1)
      return { reason: `כמה דגמים בשם הזה: ${matches.map(({ slug }) => `\u2068${slug}\u2069`).join(', ')}` };
    const [vehicle] = matches;
    if (vehicle) return vehicle;
    return { reason: named.length > 0 ? 'אין דגם כזה של היצרן' : `דגם: ${hebrewReason('unknown product')}` };
  };
}
