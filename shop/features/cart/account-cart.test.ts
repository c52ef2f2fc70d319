import { afterEach, expect, test } from 'vitest';
import { forgetAccountCart } from './account-cart.ts';
import { cart } from './cart-store.ts';

const { localStorage } = globalThis;
afterEach(() => Object.assign(globalThis, { localStorage }));

let stored: Record<string, string> = {};
function store(values: Record<string, unknown>): void {
  stored = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => {
        stored[key] = value;
      },
      removeItem: (key: string) => {
        delete stored[key];
      },
    },
  });
}

const id = '0a1b2c3d-0000-4000-8000-123456789abc';
const line = { id, quantity: 2, price: 10, name: 'קסדה', slug: { name: 'helmet' }, types: [], choices: [] };
const account = { owner: 'dana', lines: [{ id, configuration: null, quantity: 2 }] };

test.each([
  ['as it was', [line]],
  ['with a line that can’t be drawn', [line, { ...line, id: 'x' }]],
])('what the account has leaves the device with its owner: a cart %s', (_, cartItems) => {
  store({ cartItems, cart_account: account });
  // As the page's mount does.
  cart.load();
  forgetAccountCart();
  expect(cart.get().items).toEqual([]);
  expect([stored.cartItems, stored.cart_account]).toEqual(['[]', undefined]);
});
