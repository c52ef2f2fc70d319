import { z } from 'zod';
import { openingHours } from '#contract/file-values.ts';
import type { Db } from '#db/client.ts';
import { branches, companies, stores } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
import { isolate } from '#domain/text/format.ts';
import { readBranches } from '../../export/company.ts';
import { checkStores } from '../../import/checks/stores.ts';
import { branchFile, type CompanyFile, exceptionDay } from '../../import/schemas/company.ts';
import { writeBranches } from '../../import/write/company.ts';
import { refuse } from '../../platform/errors.ts';
import { may, storesWith } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { edited } from '../store-files/edited-input.ts';
import { editedStore, folderOf, writeParts } from '../store-files/folder.ts';
import { mergeEdited } from '../store-files/merge.ts';
import { parseFile } from '../store-files/problems.ts';
import { rowsOf } from '../store-files/store-file.ts';

type Values = Record<string, unknown>;
type Branch = CompanyFile['branches'][number];

/** A branch as its form has it: single days are rows, and it has a place among the company's. */
const toForm = ({ key: _, exceptions, ...branch }: Branch, at: number): Values =>
  JSON.parse(
    JSON.stringify({
      ...branch,
      exceptions: Object.entries(exceptions)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([day, hours]) => ({ day, hours })),
      position: at + 1,
    }),
  ) as Values;

const formFields = z.object({
  position: z.number().int().min(1).default(10_000),
  exceptions: z.array(z.strictObject({ day: exceptionDay, hours: openingHours.default('') })).default([]),
});

/** @throws BAD_REQUEST with the fields */
function fromForm(key: string, { position, exceptions, ...values }: Values): { branch: Branch; at: number } {
  const form = parseFile(formFields, { position, exceptions });
  const days = form.exceptions.map(({ day }) => day);
  const duplicateIndex = days.findIndex((day, at) => days.indexOf(day) !== at);
  if (duplicateIndex >= 0)
    throw refuse('BAD_REQUEST', {
      fields: [{ path: `exceptions.${duplicateIndex}.day`, message: 'היום הזה כבר ברשימה' }],
    });
  const branch = parseFile(branchFile, {
    ...values,
    key,
    exceptions: Object.fromEntries(form.exceptions.map(({ day, hours }) => [day, hours])),
  });
  return { branch, at: form.position - 1 };
}

/** A branch that is in no store is of whoever may change the settings of all. */
export const mayStoreless = ({ staff }: Pick<Allowed, 'staff'>): boolean =>
  storesWith(staff, 'settings.edit') === 'all';

/** The branch with the stores that it belongs to. @throws NOT_FOUND where the person may in none of them */
async function branchOf(ctx: Allowed, tx: Db, uuid: string) {
  const [row] = await tx.select().from(branches).where(eq(branches.uuid, uuid));
  const { rows: ownStores } = await tx.execute<{ uuid: string; key: string }>(sql`
    select s.uuid, s.key from branch_stores b join stores s on s.uuid = b.store_uid where b.branch_uid = ${uuid} order by s.position, s.key`);
  const isReached =
    ownStores.length === 0 ? mayStoreless(ctx) : ownStores.some((store) => ctx.stores.includes(store.uuid));
  if (!row || !isReached) throw refuse('NOT_FOUND');
  return { row, ownStores };
}

export const companyStores = async (tx: Db, companyUid: string) =>
  (
    await tx.execute<{ uuid: string; key: string; name: string }>(
      sql`select uuid, key, name from stores where company_uid = ${companyUid} order by position, key`,
    )
  ).rows;

export const readBranch = officeCall(
  { name: 'settings.branch', permission: 'settings.read', input: z.object({ branch: z.uuid() }), kind: 'read' },
  (ctx, { branch: uuid }) =>
    ctx.db.transaction(async (tx) => {
      const { row, ownStores } = await branchOf(ctx, tx, uuid);
      const all = await readBranches(rowsOf(tx), row.companyUid);
      const at = all.findIndex(({ key }) => key === row.key);
      const choices = await companyStores(tx, row.companyUid);
      const first = (ownStores.length > 0 ? ownStores : choices).find((store) => ctx.stores.includes(store.uuid)) as {
        uuid: string;
      };
      return {
        name: row.name,
        branch: toForm(all[at] as Branch, at),
        choices,
        /** The store that its form belongs to, and that the page leads back to. */
        store: first.uuid,
        may: { edit: ownStores.every((store) => mayEdit(ctx, store.uuid)) },
      };
    }),
);

export const editBranch = officeCall(
  {
    name: 'settings.edit-branch',
    permission: 'settings.edit',
    input: z.object({ branch: z.uuid(), ...edited }),
    kind: 'write',
    draftable: true,
  },
  (ctx, { branch: uuid, was, now }) =>
    ctx.db.transaction(async (tx) => {
      const { row } = await branchOf(ctx, tx, uuid);
      await lockBranches(tx, row.companyUid);
      const all = await readBranches(rowsOf(tx), row.companyUid);
      const from = all.findIndex(({ key }) => key === row.key);
      const currentBranch = all[from] as Branch;
      const { branch, at } = fromForm(row.key, mergeEdited(toForm(currentBranch, from), was, now));
      await refuseForeign(ctx, tx, [...currentBranch.stores, ...branch.stores]);
      await refuseLoss(ctx, tx, uuid, branch.stores);
      const others = all.filter(({ key }) => key !== row.key);
      await writeAll(tx, ctx, row.companyUid, [...others.slice(0, at), branch, ...others.slice(at)], branch.key);
    }),
);

export const createBranch = officeCall(
  {
    name: 'settings.create-branch',
    permission: 'settings.edit',
    input: z.object({ store: z.uuid(), now: edited.now }),
    kind: 'write',
    draftable: true,
    entity: 'store',
  },
  (ctx, { store: uuid, now }) =>
    ctx.db.transaction(async (tx) => {
      const store = await editedStore(tx, uuid);
      await lockBranches(tx, store.companyUid);
      const all = await readBranches(rowsOf(tx), store.companyUid);
      let number = all.length + 1;
      while (all.some(({ key }) => key === `branch-${number}`)) number++;
      const { branch, at } = fromForm(`branch-${number}`, { stores: [store.key], ...now });
      await refuseForeign(ctx, tx, branch.stores);
      refuseStoreless(ctx, branch.stores);
      await writeAll(tx, ctx, store.companyUid, [...all.slice(0, at), branch, ...all.slice(at)], branch.key);
      const [createdBranch] = await tx
        .select({ uuid: branches.uuid })
        .from(branches)
        .where(sql`${branches.companyUid} = ${store.companyUid} and ${branches.key} = ${branch.key}`);
      return { uuid: createdBranch?.uuid ?? '', message: 'הסניף נוסף' };
    }),
);

const mayEdit = ({ staff }: Allowed, store: string): boolean => may(staff, 'settings.edit', store);

/**
 * The company's branches are one list, which an edit writes whole: of two people who change it, the second waits. Rows
 * that name the company (invoices, an import's products) don't.
 */
export const lockBranches = (tx: Db, companyUid: string) =>
  tx.select({ uuid: companies.uuid }).from(companies).where(eq(companies.uuid, companyUid)).for('no key update');

/** What a branch is, it is in all its stores. */
async function refuseForeign(ctx: Allowed, tx: Db, keys: string[]): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select name from stores where key = any(${sql.param(keys)}::text[]) and not uuid = any(${sql.param(ctx.stores)}::uuid[]) limit 1`);
  if (rows[0]) throw refuse('NOT_POSSIBLE', { details: `הסניף שייך גם לחנות ${rows[0].name}, שההגדרות שלה אינן שלכם` });
}

const storesFault = (message: string) => refuse('BAD_REQUEST', { fields: [{ path: 'stores', message }] });

/** @throws BAD_REQUEST where nobody but others would see the branch afterwards */
function refuseStoreless(ctx: Allowed, stores: string[]): void {
  if (stores.length === 0 && !mayStoreless(ctx))
    throw storesFault('בחרו לפחות חנות אחת: סניף שאינו באף חנות נמצא בידי מי שמנהלים את כולן');
}

/**
 * Visits of a store that the branch leaves could be moved by nobody, and pieces of one in no store neither counted nor
 * moved. @throws BAD_REQUEST
 */
async function refuseLoss(ctx: Allowed, tx: Db, branch: string, stores: string[]): Promise<void> {
  refuseStoreless(ctx, stores);
  const { rows: visits } = await tx.execute<{ store: string; count: number }>(sql`
    select s.name as store, count(*)::int as count from bookings k join stores s on s.uuid = k.store_uid
    where k.branch_uid = ${branch} and k.cancelled_at is null and k.starts_at > ${ctx.now().toISOString()}::timestamptz
      and not s.key = any(${sql.param(stores)}::text[])
    group by s.name order by s.name limit 1`);
  if (visits[0]) {
    const { store, count } = visits[0];
    throw storesFault(
      count === 1
        ? `לחנות ${isolate(store)} כבר נקבע כאן תור אחד. השאירו אותה בסניף עד שיעבור, או בטלו אותו ביומן התורים`
        : `לחנות ${isolate(store)} כבר נקבעו כאן ${count} תורים. השאירו אותה בסניף עד שיעברו, או בטלו אותם ביומן התורים`,
    );
  }
  if (stores.length > 0) return;
  const { rows: stock } = await tx.execute<{ pieces: number }>(
    sql`select coalesce(sum(pieces), 0)::int as pieces from branch_stock where branch_uid = ${branch}`,
  );
  const pieces = stock[0]?.pieces ?? 0;
  if (pieces > 0)
    throw storesFault(
      `רשום כאן מלאי: ${pieces === 1 ? 'יחידה אחת' : `${pieces} יחידות`}. העבירו אותו קודם לסניף אחר או למחסן`,
    );
}

/** By the importer's rules, of which only those of the branch that is edited can refuse. */
async function writeAll(tx: Db, ctx: Allowed, companyUid: string, all: Branch[], edited: string): Promise<void> {
  const [store] = await tx.select({ uuid: stores.uuid }).from(stores).where(eq(stores.companyUid, companyUid)).limit(1);
  const [company] = await tx.select().from(companies).where(eq(companies.uuid, companyUid));
  if (!store || !company) throw refuse('NOT_FOUND');
  const target = await editedStore(tx, store.uuid);
  const file: CompanyFile = {
    key: company.key,
    name: company.name,
    legal_name: company.legalName,
    company_number: company.companyNumber,
    address: company.address,
    brands: [],
    branches: all,
  };
  const place = `branches[${all.findIndex(({ key }) => key === edited)}].`;
  const parts = { folder: folderOf(target, {}, { company: file }), checks: [checkStores] };
  await writeParts(
    tx,
    {
      deps: ctx,
      store: target,
      ...parts,
      isEdited: ({ column }) => column?.startsWith(place) ?? false,
      fieldOf: (column) => column.replace(place, ''),
    },
    [writeBranches],
  );
}
