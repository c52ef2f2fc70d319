import { randomUUID } from 'node:crypto';
import { databaseOn } from '#db/client.ts';
import { sync } from '#server/catalogue/derived/sync.ts';
import { lockVatRates } from '#server/checkout/documents/vat-rates.ts';
import { storePath } from '../pictures/references.ts';
import { uuidsBy, type Writer } from './writer.ts';

/** Company and brands of `company.json`. Runs first: it sets the writer's company. */
export async function writeCompany(writer: Writer): Promise<void> {
  const { company } = writer.folder;
  if (company) {
    writer.companyUid ||= randomUUID();
    const { key, name, legal_name, company_number, address, trade_in } = company;
    await sync(writer, { table: 'companies', key: ['uuid'] }, [
      { uuid: writer.companyUid, key, name, legal_name, company_number, address, ...(trade_in && { trade_in }) },
    ]);
    const rows = company.brands.map((brand, position) => ({
      company_uid: writer.companyUid,
      key: brand.key,
      name: brand.name,
      name_en: brand.name_en,
      logo: brandLogo(writer, brand.key, brand.logo),
      position,
    }));
    await sync(writer, { table: 'brands', key: ['company_uid', 'key'] }, rows);
  }
  await addBrands(writer);
  writer.brands = await uuidsBy(writer, 'select key, uuid from brands where company_uid = $1');
}

/** Those of `brands.csv` come after all others; one that is there keeps its place and its logo. */
async function addBrands(writer: Writer): Promise<void> {
  const rows = writer.folder.brands.map(({ data }, at) => ({
    company_uid: writer.companyUid,
    ...data,
    position: 1_000 + at,
  }));
  await sync(writer, { table: 'brands', key: ['company_uid', 'key'], once: ['position'] }, rows);
}

/** A brand without a logo gets that of the store with its key, if the folder has one. */
function brandLogo({ folder, pictures }: Writer, key: string, logo: string | undefined): string | undefined {
  const store = folder.stores.find((one) => one.key === key)?.file?.logo;
  const path = logo ?? (store && storePath(key, store));
  return path === undefined ? undefined : pictures.byPath.get(path)?.media;
}

/**
 * Runs after the stores that branches belong to. An omitted branch keeps its row for old orders, but belongs to no
 * store.
 */
export async function writeBranches(writer: Writer): Promise<void> {
  const { company } = writer.folder;
  if (!company) return;
  const rows = company.branches.map(({ stores: _stores, lat, lng, ...branch }, position) => ({
    company_uid: writer.companyUid,
    ...branch,
    lat: lat ?? null,
    lng: lng ?? null,
    position,
  }));
  await sync(writer, { table: 'branches', key: ['company_uid', 'key'] }, rows);
  const branches = await uuidsBy(writer, 'select key, uuid from branches where company_uid = $1');
  const links = company.branches.flatMap((branch) =>
    branch.stores
      .filter((store) => writer.stores.has(store))
      .map((store) => ({ branch_uid: branches.get(branch.key), store_uid: writer.stores.get(store) })),
  );
  const replace = { column: 'branch_uid', values: [...branches.values()] };
  await sync(writer, { table: 'branch_stores', key: ['branch_uid', 'store_uid'], replace }, links);
}

/**
 * Days from today on that the office has closed or given other hours, and the file doesn't name: they stay, with a
 * note.
 */
export async function keepSingleDays({ client, companyUid, folder, notes }: Writer): Promise<void> {
  if (!folder.company) return;
  // A day that is set from now on waits, and is written into what this import leaves.
  await client.query('select from branches where company_uid = $1 order by uuid for no key update', [companyUid]);
  const { rows } = await client.query<{ key: string; day: string; hours: string }>(
    `select b.key, e.key as day, e.value as hours from branches b, jsonb_each_text(b.exceptions) e
     where b.company_uid = $1 and e.key >= to_char(now() at time zone 'Asia/Jerusalem', 'YYYY-MM-DD') order by e.key`,
    [companyUid],
  );
  for (const [position, branch] of folder.company.branches.entries())
    for (const { day, hours } of rows.filter(({ key }) => key === branch.key)) {
      if (branch.exceptions[day] !== undefined) continue;
      branch.exceptions = { ...branch.exceptions, [day]: hours };
      notes.add(
        { file: 'company.json', column: `branches[${position}].exceptions` },
        day,
        'stays as it is, though the file does not name it: the office takes such days back',
      );
    }
}

/**
 * Days that have no rate yet get theirs. Runs last: until the transaction ends no invoice is issued. A rate that there
 * is stays, and none is added where invoices have been issued by another.
 */
export async function addVatRates(writer: Writer): Promise<void> {
  const { folder, client, notes } = writer;
  const rates = folder.company?.vat_rates ?? [];
  const { rows } = await client.query<{ from: string; bp: number }>(
    'select from_day::text as from, vat_bp as bp from vat_rates',
  );
  const currentRates = new Map(rows.map(({ from, bp }) => [from, bp]));
  const note = (day: string, reason: string) => notes.add({ file: 'company.json', column: 'vat_rates' }, day, reason);
  for (const { from, percent } of rates)
    if ((currentRates.get(from) ?? percent) !== percent) note(from, 'has another rate, which stays');
  const missing = rates.filter(({ from }) => !currentRates.has(from));
  if (missing.length === 0) return;
  const last = await lockVatRates(databaseOn(client));
  const added = missing.filter(({ from }) => last === null || from > last);
  for (const { from } of missing)
    if (!added.some((one) => one.from === from))
      note(from, 'was not added: invoices of that day or later have been issued');
  await sync(
    writer,
    { table: 'vat_rates', key: ['from_day'] },
    added.map(({ from, percent }) => ({ from_day: from, vat_bp: percent })),
  );
}
