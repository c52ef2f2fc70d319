import { afterEach, expect, test } from 'vitest';
import { readCart } from './cart-store.ts';

const { localStorage } = globalThis;
afterEach(() => Object.assign(globalThis, { localStorage }));

let written: [string, string | null][] = [];
function store(stored: Record<string, unknown>): void {
  written = [];
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => JSON.stringify(stored[key] ?? null),
      setItem: (key: string, value: string) => written.push([key, value]),
      removeItem: (key: string) => written.push([key, null]),
    },
  });
}

const id = '0a1b2c3d-0000-4000-8000-123456789abc';
const line = { id, quantity: 2, price: 10, name: 'קסדה', slug: { name: 'helmet' }, types: [], choices: [] };

test('of a stored cart the lines that can be drawn and calculated are read, and the others are dropped', () => {
  const { types: _, ...withoutTypes } = line;
  const { slug: __, ...withoutSlug } = line;
  const others = [withoutTypes, withoutSlug, { ...line, id: 'x' }, { ...line, types: 'XL' }, 'x', null, 1, []];
  store({ cartItems: [...others, line] });
  expect(readCart()?.items).toEqual([line]);
  expect(written).toEqual([]);
  // What is dropped here is not taken out of the account's cart.
  store({ cartItems: [...others, line], cart_account: { owner: 'dana', lines: [] } });
  expect(readCart()?.items).toEqual([line]);
  expect(written).toEqual([
    ['cart_account', JSON.stringify({ owner: 'dana', lines: [], merge: true })],
    ['cartItems', JSON.stringify([line])],
  ]);
  store({ cartItems: [line, { ...line, choices: undefined }] });
  expect(readCart()?.items).toEqual([line, line]);
  expect(written).toEqual([]);
  for (const cartItems of [null, 'x', { 0: line }]) {
    store({ cartItems });
    expect(readCart()).toBeNull();
  }
});
