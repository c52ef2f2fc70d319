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

function noteStock({ folder, known, notes }: About): void {
  const kept = new Map<string, number>();
  for (const { file, data } of folder.variants) {
    const there = known.variants.get(data.sku);
    if (there && typeof data.stock === 'number' && data.stock !== there.stock)
      kept.set(file, (kept.get(file) ?? 0) + 1);
  }
  for (const [file, count] of kept)
    notes.add(
      { file, column: 'stock' },
      null,
      `differs from the stock of the shop for ${count === 1 ? 'a variant' : `${count} variants`}: only --stock sets it`,
    );
}

function noteStore({ known, notes }: About, { key, file, sales, coupons }: StoreFolder): void {
  const there = known.stores.get(key);
  if (!there) return;
  const at = (name: string, column: string, row?: number) => ({ file: `stores/${key}/${name}`, column, row });
  if (file && file.status !== there.status)
    notes.add(at('store.json', 'status'), file.status, `the store is ${there.status} and stays so: stores set-status`);
  sales?.forEach(({ name }, index) => {
    if (there.operators.sales.has(name))
      notes.add(at('sales.json', `[${index}]`), name, 'was made by a command and stays as it is there');
  });
  for (const { row, data } of coupons ?? [])
    if (there.operators.coupons.has(data.code.toUpperCase()))
      notes.add(at('coupons.csv', 'code', row), data.code, 'was made by a command and stays as it is there');
}
