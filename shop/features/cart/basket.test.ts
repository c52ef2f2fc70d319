import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CalcCart, CalcCartBody, CartItem } from '#contract/checkout/cart-pricing.ts';
import { choiceOf, contentsOf, emptyChoice } from '../purchase/basket/purchase-storage.ts';
import { type Contents, emptyCalculation, emptyContents, type Line, withLine, withoutLine } from './basket.ts';
import { calculationOf, createBasket } from './basket-store.ts';

/** The server, whose answers come when the test lets them. */
let calls: { body: CalcCartBody; answer: () => Promise<void>; fail: () => Promise<void> }[] = [];
const realFetch = globalThis.fetch;

beforeEach(() => {
  calls = [];
  globalThis.fetch = ((_url: string, { body }: { body: string }) =>
    new Promise((resolve, reject) => {
      const requested = JSON.parse(body) as CalcCartBody;
      calls.push({
        body: requested,
        answer() {
          resolve(Response.json(calculated(requested)));
          return arrived();
        },
        fail() {
          reject(new TypeError('no connection'));
          return arrived();
        },
      });
    })) as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** As long as a page takes to read an answer that is there. */
const arrived = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Has three of everything but `gone`, and knows the coupon TEN. */
const price = 10;
function calculated({ cart, coupons = [], delivery_type_id = null }: CalcCartBody): CalcCart {
  const lines = cart
    .filter(({ id }) => id !== 'gone')
    .map((line) => ({ ...line, quantity: Math.min(line.quantity, 3) }));
  return {
    cart: lines.map((line) => ({ ...line, price, configuration: line.configuration ?? null }) as CartItem),
    coupons: coupons
      .filter(({ code }) => code === 'TEN')
      .map(({ code }) => ({ id: code, code, name: code, discount: 1 })),
    delivery_type_id,
    total_order_price: lines.reduce((sum, { quantity }) => sum + quantity * price, 0),
    errors: cart.length > lines.length ? [{ error_code: 'PRODUCT_UNAVAILABLE', message: 'gone', id: 'gone' }] : [],
  } as unknown as CalcCart;
}

const line = (id: string, quantity = 1) => ({ id, quantity });
const newCart = () => createBasket({ uid: null, read: () => ({}), onEvent: () => {} });
const newPurchase = (requested: Partial<Contents>) =>
  createBasket({ uid: 'p', requested: { ...emptyContents, ...requested }, read: () => null, onEvent: () => {} });
type Basket = ReturnType<typeof newCart>;
const quantities = (lines: { id: string; quantity: number }[]) =>
  Object.fromEntries(lines.map(({ id, quantity }) => [id, quantity]));
const shownOf = (basket: Basket) => quantities(basket.get().items);

const ids = fc.constantFrom('a', 'b', 'c', 'gone');
const change = fc.oneof(
  fc.record({ name: fc.constant('add' as const), id: ids }),
  fc.record({ name: fc.constant('remove' as const), id: ids }),
  fc.record({ name: fc.constant('quantity' as const), id: ids, quantity: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ name: fc.constant('coupon' as const), code: fc.constantFrom('TEN', 'NONE') }),
  fc.constant({ name: 'replace' as const }),
);
const answer = fc.record({ name: fc.constant('answer' as const), of: fc.nat(), good: fc.boolean() });

const add = (basket: Basket, added: Line) => basket.change(({ lines }) => ({ lines: withLine(lines, added) }));
const remove = (basket: Basket, id: string) => basket.change(({ lines }) => ({ lines: withoutLine(lines, { id }) }));
const setQuantity = (basket: Basket, id: string, quantity: number) =>
  basket.change(({ lines }) => ({ lines: lines.map((other) => (other.id === id ? { ...other, quantity } : other)) }));
const addCoupon = (basket: Basket, code: string) => basket.change(({ coupons }) => ({ coupons: [...coupons, code] }));

function take(basket: Basket, step: typeof change extends fc.Arbitrary<infer T> ? T : never): Promise<unknown> {
  if (step.name === 'add') return add(basket, line(step.id));
  if (step.name === 'remove') return remove(basket, step.id);
  if (step.name === 'quantity') return setQuantity(basket, step.id, step.quantity);
  if (step.name === 'coupon') return addCoupon(basket, step.code);
  return Promise.resolve(basket.replace(emptyCalculation));
}

test('whatever the order of the answers, the cart is what the newest request was answered with, or as it was before it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof({ weight: 2, arbitrary: change }, answer), { maxLength: 25 }), async (steps) => {
      calls = [];
      const basket = newCart();
      const done: Promise<unknown>[] = [];
      let last = {};
      const settle = async (of: number, good: boolean) => {
        const [call] = calls.splice(of % calls.length, 1);
        const isNewest = of % (calls.length + 1) === calls.length && basket.get().calculating;
        await (good ? call?.answer() : call?.fail());
        if (isNewest && good && call) last = quantities(calculated(call.body).cart);
        if (isNewest) expect(shownOf(basket)).toEqual(last);
        expect(quantities(basket.get().calculation.items)).toEqual(last);
      };
      for (const step of steps) {
        if (step.name === 'answer') {
          if (calls.length > 0) await settle(step.of, step.good);
          continue;
        }
        done.push(take(basket, step).catch(() => {}));
        if (!basket.get().calculating) last = {};
        expect(quantities(basket.get().calculation.items)).toEqual(last);
      }
      while (calls.length > 0) await settle(0, true);
      // Every change has ended, none has left the basket waiting.
      await Promise.all(done);
      expect(basket.get().calculating).toBe(false);
      expect(shownOf(basket)).toEqual(last);
    }),
    { numRuns: 150 },
  );
});

test('a change builds on those that are still unanswered: a removed line does not come back', async () => {
  const basket = newCart();
  void add(basket, line('a'));
  void add(basket, line('b'));
  void add(basket, line('b'));
  void remove(basket, 'a');
  void addCoupon(basket, 'TEN');
  for (const call of calls.toReversed()) await call.answer();
  expect(calls.at(-1)?.body).toMatchObject({ cart: [line('b', 2)], coupons: [{ code: 'TEN' }] });
  expect(shownOf(basket)).toEqual({ b: 2 });
});

test('a change that was overtaken ends as the one that has taken its place', async () => {
  const basket = newCart();
  const first = add(basket, line('gone'));
  const second = add(basket, line('a'));
  await calls[0]?.answer();
  await calls[1]?.answer();
  expect(await first).toBe(await second);
  expect(await first).toMatchObject([{ error_code: 'PRODUCT_UNAVAILABLE' }]);

  const third = add(basket, line('b'));
  basket.replace(emptyCalculation);
  await calls[2]?.answer();
  expect(await third).toEqual([]);
  expect(shownOf(basket)).toEqual({});
});

test('an error keeps the last good state of a cart, a changed quantity included, and the next change starts from it', async () => {
  const basket = newCart();
  void add(basket, line('a'));
  await calls[0]?.answer();
  const failed = expect(setQuantity(basket, 'a', 2)).rejects.toThrow('אין חיבור');
  expect(shownOf(basket)).toEqual({ a: 2 });
  await calls[1]?.fail();
  await failed;
  expect(basket.get()).toMatchObject({ failed: true, calculating: false });
  expect(shownOf(basket)).toEqual({ a: 1 });
  void add(basket, line('b'));
  expect(quantities(calls[2]?.body.cart ?? [])).toEqual({ a: 1, b: 1 });
});

test('a product’s purchase keeps what was chosen: over an error, at quantity 0, and when the product is gone', async () => {
  const basket = newPurchase({ lines: [line('a', 9), line('gone'), line('b')] });
  void basket.change();
  await calls[0]?.answer();
  expect(basket.get().requested.lines).toEqual([
    { ...line('a', 3), price },
    { ...line('b'), price },
  ]);

  const failed = expect(basket.change({ lines: [line('c'), line('b')] })).rejects.toThrow('אין חיבור');
  await calls[1]?.fail();
  await failed;
  expect(basket.get().requested.lines).toEqual([line('c'), line('b')]);
  expect(shownOf(basket)).toEqual({ a: 3, b: 1 });

  await basket.change({ lines: [line('c', 0), line('b')] });
  expect(calls).toHaveLength(2);
  expect(basket.get()).toMatchObject({ failed: false, calculation: { summary: null } });
  expect(basket.get().requested.lines).toEqual([line('c', 0), line('b')]);

  void basket.change({ lines: [line('gone', 2)] });
  await calls[2]?.answer();
  expect(basket.get().requested.lines).toEqual([line('gone', 2)]);
  expect(shownOf(basket)).toEqual({});
});

test('each line is asked for with the price that was shown of it, so that another one is told; what is put in once more, too', async () => {
  const pricesSent = (call: number) => calls[call]?.body.cart.map(({ id, price }) => [id, price]);
  const purchase = newPurchase({ lines: [{ ...line('a'), price: 9 }, line('b')] });
  void purchase.change();
  expect(pricesSent(0)).toEqual([
    ['a', 9],
    ['b', undefined],
  ]);
  await calls[0]?.answer();
  void purchase.change();
  expect(pricesSent(1)).toEqual([
    ['a', price],
    ['b', price],
  ]);

  const cart = newCart();
  void add(cart, line('a'));
  await calls[2]?.answer();
  void add(cart, { ...line('a'), price: 12 });
  expect(pricesSent(3)).toEqual([['a', 12]]);
});

test('of one thing there are 99 pieces at most, however often it is put in', () => {
  const cart = newCart();
  void add(cart, line('a', 60));
  void add(cart, line('a', 60));
  expect(calls[1]?.body.cart).toMatchObject([{ id: 'a', quantity: 99 }]);
});

test('the price that was shown stays with a choice that is kept, and makes no other purchase of it', () => {
  const lines = [
    { ...line('a', 2), configuration: null, price: 12.5 },
    { ...line('b'), price: 3 },
  ];
  const choice = { ...emptyChoice('p'), ...choiceOf({ ...emptyContents, lines }) };
  expect(contentsOf(choice, null).lines).toEqual(lines);
});

test('what another tab has changed is taken over, without what is being asked for getting lost', async () => {
  let stored: CartItem[] = [];
  const basket = createBasket({
    uid: null,
    read: () => ({ calculation: { items: stored, summary: null, coupons: [], deliveryTypeId: null } }),
    onEvent: () => {},
  });
  stored = calculated({ cart: [line('a')] }).cart;
  // The storage is read before the first change, so that nothing is written over.
  void add(basket, line('b'));
  stored = calculated({ cart: [line('c')] }).cart;
  basket.load();
  expect(shownOf(basket)).toEqual({ c: 1 });
  await calls[0]?.answer();
  expect(shownOf(basket)).toEqual({ a: 1, b: 1 });
});

test('another tab’s calculation of the same contents leaves the delivery that was priced for this tab’s address; of others it is taken over', async () => {
  let stored = calculated({ cart: [] } as unknown as CalcCartBody);
  const basket = createBasket({ uid: null, read: () => ({ calculation: calculationOf(stored) }), onEvent: () => {} });
  const asOtherTab = (cart: Line[], total_order_price: number, more: Partial<CalcCartBody> = {}) => {
    stored = { ...calculated({ cart, delivery_type_id: 'd', ...more } as CalcCartBody), total_order_price };
    basket.load();
    return basket.get().calculation.summary?.total_order_price;
  };
  void basket.change({ lines: [line('a')], deliveryTypeId: 'd' });
  await calls[0]?.answer();
  expect(asOtherTab([line('a')], 20)).toBe(20);
  void basket.change({ place: { city: 'אילת', postal_code: '' } });
  await calls[1]?.answer();
  expect(asOtherTab([line('a')], 21)).toBe(price);
  expect(basket.get().requested).toMatchObject({ lines: [{ id: 'a', quantity: 1 }], place: { city: 'אילת' } });
  expect(asOtherTab([line('a')], 22, { coupons: [{ code: 'TEN' }] })).toBe(22);
  expect(asOtherTab([line('a')], 23, { delivery_type_id: 'e' })).toBe(23);
  expect(asOtherTab([line('a', 2)], 24)).toBe(24);
});

test('a calculation that came by another way voids what was asked for before', async () => {
  const basket = newCart();
  void add(basket, line('a'));
  basket.replace(calculationOf(calculated({ cart: [line('b', 2)] })));
  await calls[0]?.answer();
  expect(shownOf(basket)).toEqual({ b: 2 });
  expect(basket.get().requested.lines).toMatchObject([{ id: 'b', quantity: 2, price: 10 }]);
});

test('what was sold out meanwhile is missing until it is there again or the basket is replaced; what the shopper takes out is not', async () => {
  const basket = createBasket({
    uid: null,
    read: () => ({ calculation: calculationOf(calculated({ cart: [line('a'), line('b')] } as CalcCartBody)) }),
    onEvent: () => {},
  });
  const missing = () => basket.get().missing.map(({ id, price }) => [id, price]);
  basket.load();
  void remove(basket, 'b');
  await calls[0]?.answer();
  expect(missing()).toEqual([]);
  basket.refuse(calculationOf(calculated({ cart: [] } as unknown as CalcCartBody)));
  void basket.change();
  expect([basket.get().items, missing()]).toEqual([[], [['a', price]]]);
  void add(basket, line('b'));
  await calls[1]?.answer();
  expect(missing()).toEqual([['a', price]]);
  void add(basket, line('a'));
  await calls[2]?.answer();
  expect(missing()).toEqual([]);
  basket.refuse(calculationOf(calculated({ cart: [line('b')] } as CalcCartBody)));
  basket.replace(emptyCalculation);
  expect(missing()).toEqual([]);
});
