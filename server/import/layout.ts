import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problems } from './problems.ts';

/** Sheets by prefix of their file name; `products-raam.csv` and `products.xlsx` are one sheet. */
const sheetNames = [
  'brands',
  'products',
  'variants',
  'pictures',
  'branch-stock',
  'specs',
  'templates',
  'safety',
  'faq',
  'relations',
  'fits',
  'choices',
  'rules',
  'assemblies',
  'callouts',
] as const;
export type SheetName = (typeof sheetNames)[number];

export type Layout = {
  company: boolean;
  /** Folders below `stores/` by key, with their file names. */
  stores: Map<string, { files: Set<string>; pages: string[]; posts: string[] }>;
  sheets: Map<SheetName, string[]>;
  descriptions: string[];
};

const storeFiles = [
  ...['store.json', 'menus.json', 'widgets.json', 'collections.csv', 'synonyms.csv', 'redirects.csv'],
  ...['sales.json', 'coupons.csv', 'post-categories.csv', 'pages', 'posts', 'files'],
];

/** Names in a folder, sorted; none without the folder. Temporary files of editors and systems are skipped. */
async function names(path: string): Promise<string[]> {
  const entries = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((name) => !name.startsWith('.') && !/^(?:Thumbs\.db|desktop\.ini|README\..*)$|~$|^~\$/.test(name))
    .sort();
}

type Unknown = (file: string) => void;

/**
 * The files of the folder. A file of an unknown name is a problem: it is usually misspelt. Further folders beside these
 * are left alone.
 */
export async function readLayout(root: string, problems: Problems): Promise<Layout> {
  const unknown: Unknown = (file) =>
    problems.add({ file }, null, 'is not a file of this format (docs/import-format.md)');
  const top = await names(root);
  for (const name of top) if (/\.(?:json|csv|xlsx|html)$/.test(name) && name !== 'company.json') unknown(name);
  return {
    company: top.includes('company.json'),
    stores: await readStores(root, unknown),
    ...(await readCatalogue(root, unknown)),
  };
}

async function readStores(root: string, unknown: Unknown): Promise<Layout['stores']> {
  const stores: Layout['stores'] = new Map();
  for (const key of await names(join(root, 'stores'))) {
    const folder = join(root, 'stores', key);
    if (!(await stat(folder)).isDirectory()) {
      unknown(`stores/${key}`);
      continue;
    }
    const files = await names(folder);
    for (const name of files)
      if (!storeFiles.includes(name.replace(/\.xlsx$/, '.csv'))) unknown(`stores/${key}/${name}`);
    const texts = async (kind: string): Promise<string[]> => {
      const fileNames = await names(join(folder, kind));
      for (const name of fileNames) if (!name.endsWith('.html')) unknown(`stores/${key}/${kind}/${name}`);
      return fileNames.filter((name) => name.endsWith('.html'));
    };
    stores.set(key, { files: new Set(files), pages: await texts('pages'), posts: await texts('posts') });
  }
  return stores;
}

async function readCatalogue(root: string, unknown: Unknown): Promise<Pick<Layout, 'sheets' | 'descriptions'>> {
  const sheets: Layout['sheets'] = new Map();
  const descriptions: string[] = [];
  for (const name of await names(join(root, 'catalogue'))) {
    if (name === 'descriptions') continue;
    const sheet = sheetNames.find((one) => name.startsWith(one) && /\.(?:csv|xlsx)$/.test(name));
    if (!sheet) unknown(`catalogue/${name}`);
    else sheets.set(sheet, [...(sheets.get(sheet) ?? []), `catalogue/${name}`]);
  }
  for (const name of await names(join(root, 'catalogue/descriptions'))) {
    if (name.endsWith('.html')) descriptions.push(name);
    else unknown(`catalogue/descriptions/${name}`);
  }
  return { sheets, descriptions };
}
