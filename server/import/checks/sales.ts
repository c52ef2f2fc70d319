import type { StoreFolder } from '../folder.ts';
import type { SaleScopeFile } from '../schemas/sales.ts';
import type { Check } from './checks.ts';

type About = Parameters<Check>[0];

/** Promotions and their codes: unique names and valid references. */
export const checkSales: Check = (about) => {
  for (const store of about.folder.stores) {
    checkStoreSales(about, store);
    checkCoupons(about, store);
  }
};

function checkStoreSales({ references, problems }: About, { key, unit, sales }: StoreFolder): void {
  const add = (column: string, value: string, reason: string): void =>
    problems.add({ file: `stores/${key}/sales.json`, unit, column }, value, reason);
  const names = (sales ?? []).map(({ name }) => name);

  const products = (column: string, slugs: string[]): void =>
    slugs.forEach((slug, at) => {
      if (!references.product(slug)) add(`${column}[${at}]`, slug, 'unknown product');
      else if (references.soldIn(slug, key) === false)
        add(`${column}[${at}]`, slug, `store ${key} does not sell this product`);
    });
  const scope = (column: string, scopeFile: SaleScopeFile): void => {
    products(`${column}.products`, scopeFile.products ?? []);
    (scopeFile.collections ?? []).forEach((slug, at) => {
      if (!references.collection(key, slug)) add(`${column}.collections[${at}]`, slug, 'unknown category');
    });
    (scopeFile.brands ?? []).forEach((brand, at) => {
      if (!references.brand(brand)) add(`${column}.brands[${at}]`, brand, 'unknown brand');
    });
  };

  (sales ?? []).forEach((sale, index) => {
    if (names.indexOf(sale.name) !== index) add(`[${index}].name`, sale.name, 'is there twice');
    scope(`[${index}].scope`, sale.scope);
    if (sale.reward) scope(`[${index}].reward`, sale.reward);
    (sale.bundle ?? []).forEach((part, at) => {
      products(`[${index}].bundle[${at}].products`, part.products);
    });
  });
}

function checkCoupons({ existing, problems }: About, { key, unit, sales, coupons }: StoreFolder): void {
  const first = new Map<string, number>();
  for (const { file, row, data } of coupons ?? []) {
    const at = (column: string) => ({ file, row, column, unit });
    const code = data.code.toUpperCase();
    if (first.has(code)) problems.add(at('code'), data.code, `is there twice, first in row ${first.get(code)}`);
    else first.set(code, row);
    const sale = sales?.find(({ name }) => name === data.sale);
    if (!sale && !existing.stores.get(key)?.sales.has(data.sale)) problems.add(at('sale'), data.sale, 'unknown sale');
    if (sale && !sale.by_coupon)
      problems.add(at('sale'), data.sale, 'needs no coupon: set by_coupon of the sale, or leave the code out');
  }
}
