import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { OperatorError } from '#db/operator-error.ts';
import type { Storage } from '#server/providers/storage/storage.ts';
import type { Progress } from '../import/progress.ts';
import { exportCollections } from './collections.ts';
import { exportCompany } from './company.ts';
import { exportContent } from './content.ts';
import { exportDetails } from './details.ts';
import { type Export, tablesIn } from './folder.ts';
import { type Media, mediaWriter, namerIn } from './media.ts';
import { exportPictures } from './pictures.ts';
import { exportProducts } from './products.ts';
import { exportSales } from './sales.ts';
import { inSnapshot, type Snapshot } from './snapshot.ts';
import { exportStore } from './store.ts';
import { exportVariants } from './variants.ts';

export type ExportOptions = {
  pool: pg.Pool;
  storage: Storage;
  /** A new folder. */
  folder: string;
  /** The key of a company, where there are several. */
  company?: string | undefined;
  /** Key of the one store to export. */
  store?: string | undefined;
  /** Tables as workbooks. */
  xlsx?: boolean;
  /** Only the catalogue's tables, without pictures and what names them: for a look, or for new prices. */
  tablesOnly?: boolean;
  /** `false`: without what goods cost the importer. */
  costs?: boolean;
  progress: Progress;
  /** Aborts the export; nothing is left then. */
  signal?: AbortSignal;
};

export type ExportReport = {
  folder: string;
  company: string;
  stores: string[];
  /** Lines written, by table. */
  written: Record<string, number>;
  files: number;
  /** Omissions and their reasons. */
  notes: string[];
  missing: Media['missing'];
};

/**
 * Writes the stores' settings and catalogue, from one snapshot, to a folder that an import reads
 * (docs/import-format.md). It is written under a temporary name and renamed when complete.
 */
export async function exportFolder(options: ExportOptions): Promise<ExportReport> {
  const { pool, folder, signal } = options;
  await refuseUsed(folder);
  let unfinished: string | undefined;
  try {
    await mkdir(dirname(folder), { recursive: true });
    unfinished = await mkdtemp(`${folder}.unfinished-`);
    const root = unfinished;
    const report = await inSnapshot(pool, signal, (snapshot) => writeAll(options, root, snapshot));
    signal?.throwIfAborted();
    await rename(root, folder);
    return report;
  } catch (error) {
    if (unfinished) await rm(unfinished, { recursive: true, force: true, maxRetries: 5 });
    if (signal?.aborted) throw new OperatorError('The export was broken off; nothing of it is left.');
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    throw code && syscall ? new OperatorError(`${folder} cannot be written: ${message}`) : error;
  }
}

async function refuseUsed(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new OperatorError(error.code === 'ENOTDIR' ? `${folder} is a file` : error.message);
  });
  if (names.length > 0) throw new OperatorError(`${folder} is there already and not empty: name a new folder`);
}

async function writeAll(options: ExportOptions, root: string, snapshot: Snapshot): Promise<ExportReport> {
  const { storage, signal, progress, folder, xlsx = false, tablesOnly = false, costs = true } = options;
  const { company, stores } = await findOwner(snapshot, options);
  const media = tablesOnly ? noMedia : mediaWriter(root, storage, signal);
  const about: Export = {
    root,
    snapshot,
    media,
    company,
    stores,
    onlyStore: options.store === undefined ? null : (stores[0]?.uuid ?? null),
    costs,
    notes: await notesOf(snapshot, company.uuid),
    counts: {},
    table: tablesIn(root, xlsx),
  };
  if (tablesOnly) about.table = withoutPictures(about.table);
  const settings = [() => exportCompany(about), ...stores.map((store) => () => exportOneStore(about, store))];
  const steps = [
    ...(tablesOnly ? [] : settings),
    () => exportProducts(about),
    async () => exportVariants(about, tablesOnly ? new Set() : await exportPictures(about)),
    () => exportDetails(about),
  ];
  for (const [index, step] of steps.entries()) {
    progress('exporting', index, steps.length);
    signal?.throwIfAborted();
    await step();
  }
  // Their pictures aren't there.
  if (tablesOnly) await rm(join(root, 'catalogue/descriptions'), { recursive: true, force: true });
  progress('exporting', steps.length, steps.length);
  const { files, missing } = media;
  return {
    folder,
    company: company.key,
    stores: stores.map(({ key }) => key),
    written: about.counts,
    files,
    notes: about.notes,
    missing,
  };
}

const noMedia: Media = { put: async (_, path) => path, missing: [], files: 0 };

/** What only a folder with pictures can say; an import leaves what a missing column would say as it is. */
const PICTURED: Record<string, string[]> = { products: ['videos'], variants: ['picture'] };
const DIAGRAMS = ['assemblies', 'callouts'];

const withoutPictures =
  (table: Export['table']): Export['table'] =>
  (path, columns) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (DIAGRAMS.includes(name)) return { rows: 0, add: async () => {}, end: async () => {} };
    return table(
      path,
      columns.filter((column) => !PICTURED[name]?.includes(column)),
    );
  };

async function exportOneStore(about: Export, store: { uuid: string; key: string }): Promise<void> {
  const place = namerIn(about.media, `stores/${store.key}/files/`);
  const target = {
    ...store,
    place: async (name: string, baseName: string) => (await place(name, baseName)).slice(`stores/${store.key}/`.length),
  };
  await exportStore(about, target);
  await exportCollections(about, target);
  await exportContent(about, target);
  await exportSales(about, target);
}

type Owner = Pick<Export, 'company' | 'stores'>;

/** @throws OperatorError where the company or store is ambiguous */
async function findOwner(snapshot: Snapshot, { company: companyKey, store }: ExportOptions): Promise<Owner> {
  const companies = await snapshot.all<{ uuid: string; key: string }>('select uuid, key from companies order by key');
  const stores = await snapshot.all<{ uuid: string; key: string; company_uid: string }>(
    'select uuid, key, company_uid from stores order by position, key collate "C"',
  );
  const only = stores.find(({ key }) => key === store);
  if (store !== undefined && !only) throw new OperatorError(`There is no store ${store}`);
  const names = companies.map(({ key }) => key).join(', ');
  if (companies.length === 0) throw new OperatorError('There is nothing to export: the database has no company');
  if (companyKey !== undefined && !companies.some(({ key }) => key === companyKey))
    throw new OperatorError(`There is no company ${companyKey}; there are ${names}`);
  const company = companies.find(({ uuid, key }) =>
    companyKey !== undefined ? key === companyKey : only ? uuid === only.company_uid : companies.length === 1,
  );
  if (!company)
    throw new OperatorError(`There are several companies (${names}): name one by --company, or a store by --store`);
  if (only && only.company_uid !== company.uuid)
    throw new OperatorError(`The store ${only.key} belongs to another company than ${company.key}`);
  return { company, stores: only ? [only] : stores.filter(({ company_uid }) => company_uid === company.uuid) };
}

/** Data that no folder can express. */
async function notesOf(snapshot: Snapshot, company: string): Promise<string[]> {
  const rows = await snapshot.all<{ slug: string }>(
    `select slug from products p where company_uid = $1
       and not exists (select from store_products sp where sp.product_uid = p.uuid) order by slug collate "C"`,
    [company],
  );
  return rows.map(({ slug }) => `The product ${slug} was left out: no store sells it.`);
}
