import type pg from 'pg';
import { DAY_MS } from '#domain/calendar/durations.ts';
import { IMPORT_LOCK } from '#server/catalogue/derived/refresh.ts';
import type { Change } from '#server/catalogue/derived/row-writer.ts';
import type { Storage } from '#server/providers/storage/storage.ts';
import { checkAssemblies } from './checks/assemblies.ts';
import { checkBranchStock } from './checks/branch-stock.ts';
import type { Check } from './checks/checks.ts';
import { checkCollections } from './checks/collections.ts';
import { checkChoicePrices, checkConfigurator } from './checks/configurator.ts';
import { checkContent, checkPosts } from './checks/content.ts';
import { checkDetails } from './checks/details.ts';
import { clearFormerPrices } from './checks/former-prices.ts';
import { checkFormerSlugs } from './checks/former-slugs.ts';
import { checkLeaving } from './checks/leaving.ts';
import { noteKept, noteMissing } from './checks/notes.ts';
import { checkPriceJumps } from './checks/price-jumps.ts';
import { checkProducts } from './checks/products.ts';
import { checkRedirects } from './checks/redirects.ts';
import { checkSales } from './checks/sales.ts';
import { checkStores } from './checks/stores.ts';
import { checkVariants } from './checks/variants.ts';
import { dropInvalid } from './drop-invalid.ts';
import { readExisting } from './existing.ts';
import { type Folder, readFolder } from './folder.ts';
import { knownReferences } from './known-references.ts';
import { collectPictures, type Pictures } from './pictures/collect.ts';
import { keepPictures } from './pictures/keep.ts';
import { readPictureCache, writePictureCache } from './pictures/probe.ts';
import { newProblems, type Problem, type Problems, sorted } from './problems.ts';
import { type Progress, silent } from './progress.ts';
import { existingByNewSlugs, leaveOutRenamed } from './renamed.ts';
import { writeFolder } from './write/write.ts';
import { changedRows } from './write/writer.ts';

export type ImportOptions = {
  pool: pg.Pool;
  folder: string;
  storage: Storage;
  /** File that caches facts on pictures, which makes the next run fast. */
  cacheFile?: string;
  /** `check` writes nothing; `all` writes everything or nothing (the default); `partial` writes what is valid. */
  mode?: 'check' | 'all' | 'partial';
  /** Also sets the stock of existing variants, where it hasn't changed since the file was exported. */
  setStock?: boolean;
  /** Accepts prices that change by more than half, and notes them. */
  acceptPriceChanges?: boolean;
  /** `false`: the files' costs are left out, with a note. */
  costs?: boolean;
  progress?: Progress;
  /** The key of the company whose folder it is, where `company.json` is not part of it. */
  company?: string | undefined;
  /** Called when everything is written, before the transaction is rolled back: a rehearsal changes nothing. */
  rehearse?: (client: pg.ClientBase) => Promise<void>;
};

export type ImportReport = {
  errors: Problem[];
  /** Notes for the operator that don't prevent writing. */
  notes: Problem[];
  /** Valid rows and files that were read. */
  read: Record<string, number>;
  written: boolean;
  changed: number;
  changes: Record<string, Change>;
};

const checks: Check[] = [
  checkStores,
  checkProducts,
  checkFormerSlugs,
  checkVariants,
  checkBranchStock,
  checkPriceJumps,
  clearFormerPrices,
  checkDetails,
  checkConfigurator,
  checkChoicePrices,
  checkAssemblies,
  checkCollections,
  checkContent,
  checkPosts,
  checkRedirects,
  checkSales,
  noteKept,
  noteMissing,
];
/** Longer than any import: for the one that waits for it. */
const LONGEST_IMPORT_MS = DAY_MS;

/**
 * Reads a folder (docs/import-format.md), checks it against itself and the database, and writes it in one
 * transaction.
 */
export async function importFolder(options: ImportOptions): Promise<ImportReport> {
  const {
    pool,
    mode = 'all',
    storage,
    cacheFile,
    progress = silent,
    acceptPriceChanges = false,
    setStock = false,
    costs = true,
  } = options;
  const problems = newProblems();
  const notes = newProblems();
  progress('reading files', 0, 1);
  const folder = await readFolder(options.folder, problems);
  progress('reading files', 1, 1);

  const client = await pool.connect();
  try {
    // One import at a time, so that the checks still hold when it writes.
    // Another may take minutes: whatever the connection's patience, this one is waited for.
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    const lock = { text: 'select pg_advisory_lock($1)', values: [IMPORT_LOCK], query_timeout: LONGEST_IMPORT_MS };
    await client.query(lock).finally(() => client.query('reset lock_timeout; reset statement_timeout'));
    const existing = existingByNewSlugs(
      folder,
      await readExisting(client, folder, problems, { named: options.company }),
    );
    // All other checks depend on which company owns the folder.
    if (existing.companyUid === null && !folder.declared.company)
      return emptyReport(problems.list.filter(({ file }) => file === 'company.json'));
    leaveOutRenamed(folder, existing, problems);
    if (!costs) dropCosts(folder, notes);
    for (const [file, encoding] of problems.encodings) notes.add({ file }, null, `was read as ${encoding}`);
    const check = (trusting: boolean): void => {
      const references = knownReferences(folder, existing, trusting);
      for (const one of checks) one({ folder, existing, references, problems, notes, acceptPriceChanges, setStock });
    };
    check(true);
    await checkLeaving(client, { folder, existing, references: knownReferences(folder, existing, true), problems });
    const cache = cacheFile ? await readPictureCache(cacheFile) : {};
    const pictures = await collectPictures(folder, cache, problems, progress);
    if (cacheFile) await writePictureCache(cacheFile, cache);
    if (mode === 'partial') {
      dropInvalid(folder, problems);
      // At least once: what names rows of an unreadable file is left out, too.
      do check(false);
      while (dropInvalid(folder, problems));
    }

    const report: ImportReport = {
      errors: sorted(problems.list),
      notes: [],
      read: counts(folder, pictures),
      written: false,
      changed: 0,
      changes: {},
    };
    const finalReport = (): ImportReport => ({ ...report, notes: sorted([...notes.list, ...removedElements(folder)]) });
    if (mode === 'check' || (mode === 'all' && problems.list.length > 0) || !canWrite(folder, existing.companyUid))
      return finalReport();

    const { rehearse } = options;
    if (!rehearse) await keepPictures(folder, pictures, storage, progress);
    const changes = new Map<string, Change>();
    const writer = {
      client,
      folder,
      pictures,
      changes,
      notes,
      setStock,
      companyUid: existing.companyUid ?? '',
      brands: new Map(),
      stores: new Map(),
      products: new Map(),
    };
    await writeFolder(
      writer,
      { folder: options.folder, mode, read: report.read, problems: problems.list.length, stock: writer.setStock },
      progress,
      rehearse,
    );
    return {
      ...finalReport(),
      written: !rehearse,
      changed: changedRows(changes),
      changes: Object.fromEntries(changes),
    };
  } finally {
    const unlocked = await client.query('select pg_advisory_unlock($1)', [IMPORT_LOCK]).catch(() => null);
    // A connection that may still get the lock isn't used again.
    client.release(unlocked === null);
  }
}

const emptyReport = (errors: Problem[]): ImportReport => ({
  errors,
  notes: [],
  read: {},
  written: false,
  changed: 0,
  changes: {},
});

/** Without a company no row has an owner. */
const canWrite = (folder: Folder, companyUid: string | null): boolean => folder.company !== null || companyUid !== null;

/** For who may not see what goods cost the importer: removes it from all rows, with a note per file. */
function dropCosts({ variants }: Folder, notes: Problems): void {
  for (const { file, data } of variants) {
    if (data.cost === undefined) continue;
    data.cost = undefined;
    notes.add({ file, column: 'cost' }, null, 'was left out: costs are written by whoever may see them');
  }
}

/** Elements removed from rich text, one note per kind and file. */
function removedElements({ stores, descriptions }: Folder): Problem[] {
  const texts = [...stores.flatMap(({ posts, pages }) => [...posts, ...pages]), ...descriptions];
  const notes = texts.flatMap(({ file, html: { removedTags } }) =>
    [...new Set(removedTags)].map((tag) => {
      const times = removedTags.filter((one) => one === tag).length;
      return { file, row: null, column: null, value: `<${tag}>`, reason: `was taken out, ${times} of them` };
    }),
  );
  return sorted(notes);
}

const counts = (folder: Folder, pictures: Pictures): Record<string, number> => ({
  stores: folder.stores.length,
  categories: folder.stores.reduce((sum, store) => sum + (store.collections?.length ?? 0), 0),
  pages: folder.stores.reduce((sum, store) => sum + store.pages.length, 0),
  posts: folder.stores.reduce((sum, store) => sum + store.posts.length, 0),
  redirects: folder.stores.reduce((sum, store) => sum + (store.redirects?.length ?? 0), 0),
  sales: folder.stores.reduce((sum, store) => sum + (store.sales?.length ?? 0), 0),
  products: folder.products.length,
  variants: folder.variants.length,
  specifications: folder.specs.length,
  assemblies: folder.assemblies.length,
  pictures: pictures.byPath.size,
});
