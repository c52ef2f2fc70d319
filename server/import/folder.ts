import type { z } from 'zod';
import type { Html } from '../content/rich-text.ts';
import { type CsvFile, type Row, readCsv, type Sheet } from './csv.ts';
import { readJson } from './json.ts';
import { type Layout, readLayout, type SheetName } from './layout.ts';
import { readDescription, readPage } from './pages.ts';
import { type Post, readPost } from './posts.ts';
import type { Problems, Unit } from './problems.ts';
import * as sheets from './schemas/catalogue.ts';
import { type CompanyFile, companyFile } from './schemas/company.ts';
import { type MenusFile, menusFile, type WidgetsFile, widgetsFile } from './schemas/content.ts';
import { type PostCategoryRow, postCategoryRow } from './schemas/posts.ts';
import { type CouponRow, couponRow, type SalesFile, salesFile } from './schemas/sales.ts';
import { type StoreFile, storeFile } from './schemas/store.ts';

export type Page = {
  file: string;
  unit: Unit;
  slug: string;
  former_slugs: string[];
  title: string;
  description: string;
  html: Html;
};
export type Description = { file: string; unit: Unit; slug: string; html: Html };

export type StoreFolder = {
  key: string;
  unit: Unit;
  file: StoreFile | null;
  menus: MenusFile | null;
  widgets: WidgetsFile | null;
  collections: Row<sheets.CollectionRow>[] | null;
  synonyms: Row<sheets.SynonymRow>[] | null;
  redirects: Row<sheets.RedirectRow>[] | null;
  postCategories: Row<PostCategoryRow>[] | null;
  posts: Post[];
  sales: SalesFile | null;
  coupons: Row<CouponRow>[] | null;
  pages: Page[];
};

/** All readable parts of the folder. */
export type Folder = {
  root: string;
  company: CompanyFile | null;
  stores: StoreFolder[];
  brands: Row<sheets.BrandRow>[];
  products: Row<sheets.ProductRow>[];
  variants: Row<sheets.VariantRow>[];
  /** Neither a file nor a row's product was illegible: what isn't named is no longer sold. */
  hasAllVariants: boolean;
  pictures: Row<sheets.PictureRow>[];
  branchStock: Row<sheets.BranchStockRow>[];
  specs: Row<sheets.SpecRow>[];
  templates: Row<sheets.TemplateRow>[];
  safety: Row<sheets.SafetyRow>[];
  faq: Row<sheets.FaqRow>[];
  relations: Row<sheets.RelationRow>[];
  fits: Row<sheets.FitRow>[];
  choices: Row<sheets.ChoiceRow>[];
  rules: Row<sheets.RuleRow>[];
  assemblies: Row<sheets.AssemblyRow>[];
  callouts: Row<sheets.CalloutRow>[];
  descriptions: Description[];
  declared: Declared;
};

/**
 * References declared by the folder, in valid rows or not, so that one invalid row doesn't make every reference to it
 * a problem. `any`: the file was unreadable, so references to it can't be checked.
 */
type Declared = {
  company: boolean;
  products: Set<string> | 'any';
  /** Products that variants name. */
  variants: Set<string> | 'any';
  assemblies: Set<string> | 'any';
  /** Keys of the stores that have a `store.json`. */
  stores: Set<string>;
  collections: Map<string, Set<string> | 'any'>;
  pages: Set<string>;
  posts: Set<string>;
};

export async function readFolder(root: string, problems: Problems): Promise<Folder> {
  const layout = await readLayout(root, problems);
  const declared: Declared = {
    company: layout.company,
    products: new Set(),
    variants: new Set(),
    assemblies: new Set(),
    stores: new Set(),
    collections: new Map(),
    pages: new Set(),
    posts: new Set(),
  };
  const company = layout.company
    ? await readJson(root, { file: 'company.json', unit: 'company' }, companyFile, problems)
    : null;

  const stores: StoreFolder[] = [];
  for (const key of layout.stores.keys()) stores.push(await readStore(root, key, layout, declared, problems));

  const sheet = <S extends z.ZodObject>(
    name: SheetName,
    schema: S,
    subject: string & keyof S['shape'],
    unit: (slug: string) => Unit = (slug) => `product:${slug}`,
  ) => readSheet(root, layout.sheets.get(name) ?? [], { schema, subject, unit }, problems);
  const assembly = (slug: string): Unit => `assembly:${slug}`;

  const products = await sheet('products', sheets.productRow, 'slug');
  declared.products = products.subjects;
  const variants = await sheet('variants', sheets.variantRow, 'product');
  declared.variants = variants.subjects;
  const assemblies = await sheet('assemblies', sheets.assemblyRow, 'slug', assembly);
  declared.assemblies = assemblies.subjects;
  const descriptions: Description[] = [];
  for (const name of layout.descriptions) {
    const description = await readDescription(root, name, problems);
    if (description) descriptions.push(description);
  }
  return {
    root,
    company,
    stores,
    brands: (await sheet('brands', sheets.brandRow, 'key', (key) => `brand:${key}`)).rows,
    products: products.rows,
    variants: variants.rows,
    hasAllVariants: variants.isWhole,
    pictures: (await sheet('pictures', sheets.pictureRow, 'product')).rows,
    branchStock: (await sheet('branch-stock', sheets.branchStockRow, 'product')).rows,
    specs: (await sheet('specs', sheets.specRow, 'product')).rows,
    templates: (await sheet('templates', sheets.templateRow, 'kind', (kind) => `template:${kind}`)).rows,
    safety: (await sheet('safety', sheets.safetyRow, 'product')).rows,
    faq: (await sheet('faq', sheets.faqRow, 'product')).rows,
    relations: (await sheet('relations', sheets.relationRow, 'product')).rows,
    fits: (await sheet('fits', sheets.fitRow, 'part')).rows,
    choices: (await sheet('choices', sheets.choiceRow, 'product')).rows,
    rules: (await sheet('rules', sheets.ruleRow, 'product')).rows,
    assemblies: assemblies.rows,
    callouts: (await sheet('callouts', sheets.calloutRow, 'assembly', assembly)).rows,
    descriptions,
    declared,
  };
}

/** All files of a sheet together. */
async function readSheet<S extends z.ZodObject>(
  root: string,
  files: string[],
  sheet: Sheet<S>,
  problems: Problems,
): Promise<{ rows: Row<z.output<S>>[]; subjects: Set<string> | 'any'; isWhole: boolean }> {
  const rows: Row<z.output<S>>[] = [];
  const subjects = new Set<string>();
  let unreadable = false;
  let isWhole = true;
  for (const file of files) {
    const csvFile: CsvFile<z.output<S>> | null = await readCsv(root, file, sheet, problems);
    if (!csvFile) unreadable = true;
    if (!csvFile?.isWhole) isWhole = false;
    for (const row of csvFile?.rows ?? []) rows.push(row);
    for (const subject of csvFile?.subjects ?? []) subjects.add(subject);
  }
  return { rows, subjects: unreadable ? 'any' : subjects, isWhole };
}

async function readStore(
  root: string,
  key: string,
  layout: Layout,
  declared: Declared,
  problems: Problems,
): Promise<StoreFolder> {
  const storeLayout = layout.stores.get(key);
  const unit: Unit = `store:${key}`;
  const location = (name: string) => ({ file: `stores/${key}/${name}`, unit });
  const json = async <S extends z.ZodType>(name: string, schema: S): Promise<z.output<S> | null> =>
    storeLayout?.files.has(name) ? readJson(root, location(name), schema, problems) : null;

  let collections: Row<sheets.CollectionRow>[] | null = null;
  const tableOf = (name: string): string | undefined =>
    [name, name.replace(/csv$/, 'xlsx')].find((one) => storeLayout?.files.has(one));
  for (const name of storeLayout?.files ?? [])
    if (name.endsWith('.csv') && storeLayout?.files.has(name.replace(/csv$/, 'xlsx')))
      problems.add(location(name), null, 'is there as .xlsx, too: leave one of them');
  const tree = tableOf('collections.csv');
  if (tree) {
    const sheet = { schema: sheets.collectionRow, subject: 'slug', unit: () => unit } as const;
    const csvFile = await readCsv(root, location(tree).file, sheet, problems);
    if (!csvFile) problems.refused.add(unit);
    collections = csvFile?.rows ?? null;
    declared.collections.set(key, csvFile?.subjects ?? 'any');
  }
  if (storeLayout?.files.has('store.json')) declared.stores.add(key);
  const csv = async <S extends z.ZodObject>(
    name: string,
    schema: S,
    subject: string & keyof S['shape'],
  ): Promise<Row<z.output<S>>[] | null> => {
    const table = tableOf(name);
    if (!table) return null;
    const csvFile = await readCsv(root, location(table).file, { schema, subject, unit: () => unit }, problems);
    if (!csvFile) problems.refused.add(unit);
    return csvFile?.rows ?? null;
  };
  const pages: Page[] = [];
  for (const name of storeLayout?.pages ?? []) {
    declared.pages.add(`${key}/${name.slice(0, -'.html'.length).normalize('NFC')}`);
    const page = await readPage(root, key, name, problems);
    if (page) pages.push(page);
  }
  const posts: Post[] = [];
  for (const name of storeLayout?.posts ?? []) {
    declared.posts.add(`${key}/${name.slice(0, -'.html'.length).normalize('NFC')}`);
    const post = await readPost(root, key, name, problems);
    if (post) posts.push(post);
  }
  return {
    key,
    unit,
    file: await json('store.json', storeFile),
    menus: await json('menus.json', menusFile),
    widgets: await json('widgets.json', widgetsFile),
    collections,
    synonyms: await csv('synonyms.csv', sheets.synonymRow, 'words'),
    sales: await json('sales.json', salesFile),
    coupons: await csv('coupons.csv', couponRow, 'code'),
    redirects: await csv('redirects.csv', sheets.redirectRow, 'from'),
    postCategories: await csv('post-categories.csv', postCategoryRow, 'slug'),
    posts,
    pages,
  };
}
