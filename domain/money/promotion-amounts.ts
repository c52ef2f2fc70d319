import { allocate } from './allocate.ts';
import { partOf, percentOf } from './money.ts';
import { type Item, inScope, type Sale } from './promotion-kinds.ts';

/** What a promotion takes off each line: whole agorot, at most what the line still costs. Items are sorted by key. */
export function discountsOf(sale: Sale, items: Item[]): number[] {
  const scoped = items.map((item) => (inScope(sale.scope, item) ? item.left : 0));
  switch (sale.kind) {
    case 'PERCENT':
      return scoped.map((amount) => percentOf(amount, Math.min(sale.amount, 10_000)));
    case 'FIXED': {
      const total = scoped.reduce((a, b) => a + b, 0);
      return allocate(Math.min(sale.amount, total), scoped);
    }
    case 'FIXED_PRICE':
      return scoped.map((amount, i) => Math.max(0, amount - (items[i]?.quantity ?? 0) * sale.amount));
    case 'BUY_X_GET_Y':
      return getDiscounts(sale, items);
    case 'BUNDLE':
      return bundled(sale, items);
    case 'FREE_DELIVERY':
      return items.map(() => 0);
  }
}

/** Compares the remaining price of a piece without dividing; equal ones stay sorted by key. */
const cheaper = (a: Item, b: Item): number => a.left * b.quantity - b.left * a.quantity;

/**
 * Full groups only: of `buy` + `get` pieces, or of `buy` pieces for `get` pieces of another scope. The cheapest are
 * reduced.
 */
function getDiscounts({ scope, reward, buy, get, amount }: Sale, items: Item[]): number[] {
  const lowered = (item: Item) => inScope(reward ?? scope, item);
  // A piece that can be the reward doesn't also count as bought.
  const bought = (item: Item) => inScope(scope, item) && !(reward && lowered(item));
  const pieces = items.reduce((sum, item) => sum + (bought(item) ? item.quantity : 0), 0);
  let due = Math.floor(pieces / (reward ? buy : buy + get)) * get;
  const parts = new Map<Item, number>();
  for (const item of items.filter(lowered).sort(cheaper)) {
    const count = Math.min(due, item.quantity);
    due -= count;
    parts.set(item, percentOf(partOf(item.left, count, item.quantity), Math.min(amount, 10_000)));
  }
  return items.map((item) => parts.get(item) ?? 0);
}

/** As many sets as exist and save anything, each of the most expensive pieces left. */
function bundled({ bundle, amount }: Sale, items: Item[]): number[] {
  const dearest = [...items].sort((a, b) => cheaper(b, a));
  let pieces = new Map<Item, number>();
  let saved = 0;
  const costs = (pieces: Map<Item, number>) =>
    items.map((item) => partOf(item.left, pieces.get(item) ?? 0, item.quantity));
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

  for (let next = oneMore(bundle, dearest, pieces); next; next = oneMore(bundle, dearest, pieces)) {
    const gain = sum(costs(next)) - sum(costs(pieces)) - amount;
    if (gain <= 0) break;
    saved += gain;
    pieces = next;
  }
  return allocate(saved, costs(pieces));
}

/** The pieces plus those of one more set; `null` when there are not enough. */
function oneMore(bundle: Sale['bundle'], dearest: Item[], pieces: Map<Item, number>): Map<Item, number> | null {
  const next = new Map(pieces);
  for (const { products, quantity } of bundle) {
    let missing = quantity;
    for (const item of dearest) {
      if (!products.has(item.productUid)) continue;
      const count = Math.min(missing, item.quantity - (next.get(item) ?? 0));
      next.set(item, (next.get(item) ?? 0) + count);
      missing -= count;
    }
    if (missing > 0) return null;
  }
  return bundle.length > 0 ? next : null;
}
