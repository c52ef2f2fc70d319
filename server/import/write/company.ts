import { randomUUID } from 'node:crypto';
import { sync } from '#server/catalogue/derived/sync.ts';
import { storePath } from '../pictures/references.ts';
import { uuidsBy, type Writer } from './writer.ts';

/** Company, brands and branches of `company.json`. Runs first: it sets the writer's company. */
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
