import { clientOf, type Db } from '#db/client.ts';
import { stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import type { Deps } from '../../context.ts';
import type { Check } from '../../import/checks/checks.ts';
import { readExisting } from '../../import/existing.ts';
import type { Folder, StoreFolder } from '../../import/folder.ts';
import { knownReferences } from '../../import/known-references.ts';
import { newProblems, type Problem } from '../../import/problems.ts';
import type { Writer } from '../../import/write/writer.ts';
import { refuse } from '../../platform/errors.ts';
import { filesIn, picturesByPath } from './pictures.ts';
import { refuseProblems } from './problems.ts';

export type EditedStore = { uuid: string; key: string; companyUid: string };
export type StoreParts = Partial<StoreFolder>;

export async function editedStore(db: Db, uuid: string): Promise<EditedStore> {
  const [store] = await db
    .select({ uuid: stores.uuid, key: stores.key, companyUid: stores.companyUid })
    .from(stores)
    .where(eq(stores.uuid, uuid));
  if (!store) throw refuse('NOT_FOUND');
  return store;
}

/** An import folder of nothing but these files of one store. */
export function folderOf({ key }: Pick<EditedStore, 'key'>, parts: StoreParts, rest: Partial<Folder> = {}): Folder {
  const none = {
    file: null,
    menus: null,
    widgets: null,
    collections: null,
    synonyms: null,
    redirects: null,
    postCategories: null,
    posts: [],
    sales: null,
    coupons: null,
    pages: [],
  };
  return {
    root: '',
    company: null,
    stores: [{ key, unit: `store:${key}`, ...none, ...parts }],
    brands: [],
    products: [],
    variants: [],
    hasAllVariants: true,
    pictures: [],
    branchStock: [],
    specs: [],
    templates: [],
    safety: [],
    faq: [],
    relations: [],
    fits: [],
    choices: [],
    rules: [],
    assemblies: [],
    callouts: [],
    descriptions: [],
    declared: {
      company: true,
      products: new Set(),
      variants: new Set(),
      assemblies: new Set(),
      stores: new Set([key]),
      collections: new Map(),
      pages: new Set(),
      posts: new Set(),
    },
    ...rest,
  };
}

type Edit = {
  deps: Pick<Deps, 'storage'>;
  store: EditedStore;
  folder: Folder;
  checks: Check[];
  /**
   * Of the problems that the checks find, those of what is edited; what is old may be wrong by now and is no reason to
   * refuse.
   */
  isEdited?: (problem: Problem) => boolean;
  /** Where the form has what the file names so: of `[0].scope`, `scope`. */
  fieldOf?: (column: string) => string;
};

/**
 * Writes files of a store by the importer's own rules and steps, within the transaction. @throws BAD_REQUEST with the
 * fields that the rules refuse, and nothing is written
 */
export async function writeParts(
  tx: Db,
  { deps, store, folder, checks, isEdited = () => true, fieldOf }: Edit,
  steps: ((writer: Writer) => Promise<void>)[],
): Promise<void> {
  const client = clientOf(tx);
  const problems = newProblems();
  const only = { companyUid: store.companyUid, slugs: slugsIn(folder) };
  const existing = await readExisting(client, folder, problems, { only });
  const references = knownReferences(folder, existing, false);
  const notes = newProblems();
  const pictures = { views: new Map(), byPath: await picturesByPath(deps, store.key, filesIn(folder), problems) };
  for (const check of checks)
    check({ folder, existing, references, problems, notes, acceptPriceChanges: false, setStock: false });
  refuseProblems(problems.list.filter(isEdited), fieldOf);
  const writer: Writer = {
    client,
    folder,
    pictures,
    notes,
    changes: new Map(),
    setStock: false,
    companyUid: store.companyUid,
    brands: new Map(),
    products: new Map(),
    stores: new Map([...existing.stores].map(([key, { uuid }]) => [key, uuid])),
  };
  for (const step of steps) await step(writer);
}

/**
 * Whatever in the folder may name a product: its texts, and the last parts of its paths. Of a large catalogue only
 * these are read.
 */
function slugsIn(folder: Folder): string[] {
  const slugs = new Set<string>();
  JSON.stringify(folder, (_, value: unknown) => {
    if (typeof value === 'string' && value.length < 400) {
      const last =
        value
          .replace(/[?#].*$/, '')
          .split('/')
          .at(-1) ?? '';
      for (const one of [value, last, decoded(last)]) slugs.add(one.normalize('NFC'));
    }
    return value;
  });
  return [...slugs];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
