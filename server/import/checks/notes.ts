import { formatCount } from '#domain/text/format.ts';
import type { StoreFolder } from '../folder.ts';
import type { Check } from './checks.ts';

type About = Parameters<Check>[0];

/**
 * Notes on values of the files that an import ignores, because the shop has changed them since
 * (docs/import-format.md).
 */
export const noteKept: Check = (about) => {
  if (!about.setStock) noteStock(about);
  for (const store of about.folder.stores) noteStore(about, store);
};

function noteStock({ folder, existing, notes }: About): void {
  const ignoredStocks = new Map<string, number>();
  for (const { file, data } of folder.variants) {
    const existingVariant = existing.variants.get(data.sku);
    if (existingVariant && typeof data.stock === 'number' && data.stock !== existingVariant.stock)
      ignoredStocks.set(file, (ignoredStocks.get(file) ?? 0) + 1);
  }
  for (const [file, count] of ignoredStocks)
    notes.add(
      { file, column: 'stock' },
      null,
      `differs from the stock of the shop for ${count === 1 ? 'a variant' : `${count} variants`}: only --stock sets it`,
    );
}

function noteStore({ existing, notes }: About, { key, file, sales, coupons }: StoreFolder): void {
  const existingStore = existing.stores.get(key);
  if (!existingStore) return;
  const at = (name: string, column: string, row?: number) => ({ file: `stores/${key}/${name}`, column, row });
  if (file && file.status !== existingStore.status)
    notes.add(
      at('store.json', 'status'),
      file.status,
      `the store is ${existingStore.status} and stays so: stores set-status`,
    );
  sales?.forEach(({ name, origin }, index) => {
    if (origin === 'IMPORT' && existingStore.operators.sales.has(name))
      notes.add(at('sales.json', `[${index}]`), name, 'was made by a command and stays as it is there');
  });
  for (const { row, data } of coupons ?? [])
    if (data.origin !== 'OPERATOR' && existingStore.operators.coupons.has(data.code.toUpperCase()))
      notes.add(at('coupons.csv', 'code', row), data.code, 'was made by a command and stays as it is there');
}

const NAMED = 5;

/** Notes on omitted optional values that shoppers will notice. */
export const noteMissing: Check = ({ folder, existing, notes }) => {
  for (const { key, file } of folder.stores)
    if (file && !file.public_domain)
      notes.add(
        { file: `stores/${key}/store.json`, column: 'public_domain' },
        null,
        'is missing: every page of the store will say so to its visitors (לא נמצא דומיין מחובר)',
      );
  const pictured = new Set([
    ...folder.variants.flatMap(({ data }) => (data.picture ? [data.product] : [])),
    ...folder.pictures.map(({ data }) => data.product),
  ]);
  const unpictured = folder.products
    .map(({ data }) => data.slug)
    .filter((slug) => !pictured.has(slug) && !existing.products.get(slug)?.pictured);
  if (unpictured.length === 0) return;
  const examples = unpictured.slice(0, NAMED).join(', ');
  notes.add(
    { file: 'catalogue/variants.csv', column: 'picture' },
    unpictured.length > NAMED ? `${examples} …` : examples,
    `${unpictured.length === 1 ? 'a product has' : `${formatCount(unpictured.length)} products have`} no picture: a drawing stands in its place`,
  );
};
