import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Product, ProductPreview } from '#contract/catalogue/products.ts';
import type { CartItem } from '#contract/checkout/cart-pricing.ts';
import type { Order } from '#contract/checkout/orders.ts';
import { createGa4Sender } from './events.ts';

type Entry = { event: string; ecommerce?: { value?: number; items: Record<string, unknown>[] } } & Record<
  string,
  unknown
>;

/** The parts of a browser's page that events need. Storage is blocked. */
const at = (address: string) => {
  vi.stubGlobal('window', { location: new URL(address) });
  vi.stubGlobal('document', { title: 'כותרת' });
};
afterAll(() => vi.unstubAllGlobals());
let sent: Entry[];
let sender: ReturnType<typeof createGa4Sender>;
beforeEach(() => {
  at('https://www.one.example/category/naked');
  sent = [];
  sender = createGa4Sender((entry) => sent.push(entry as Entry));
});

const product = (slug: string, price = 100) =>
  ({ id: slug, slug: { name: slug }, name: slug.toUpperCase(), kind: 'VEHICLE', brand: null, price }) as ProductPreview;
const line = (id: string, quantity: number, more: Partial<CartItem> = {}) =>
  ({
    id,
    slug: { name: id },
    name: id,
    sku: id,
    price: 10,
    discount: 0,
    configuration: null,
    quantity,
    ...more,
  }) as CartItem;
const nextTask = () => new Promise((done) => setTimeout(done));

test('what a page shows is sent once, however often it is rendered, and again on the next page', () => {
  const products = [product('a'), product('b')];
  for (const _ of [1, 2, 3]) {
    sender.send('list', { name: 'נייקד', products: [...products] });
    sender.send('product', products[0] as Product);
  }
  expect(sent.map(({ event }) => event)).toEqual(['view_item_list', 'view_item']);
  sender.send('list', { name: 'נייקד', products: [product('b')] });
  expect(sent).toHaveLength(3);
  sender.page(200);
  sender.send('list', { name: 'נייקד', products });
  expect(sent.slice(3).map(({ event }) => event)).toEqual(['page_view', 'view_item_list']);
  sender.send('list', { name: 'ריקה', products: [] });
  expect(sent).toHaveLength(5);
});

test('a press that is rendered twice is one; two presses are two', async () => {
  const media = { kind: 'picture', name: 'Barak' } as const;
  sender.send('media', media);
  sender.send('media', media);
  expect(sent).toHaveLength(1);
  await nextTask();
  sender.send('media', media);
  expect(sent).toHaveLength(2);
});

test('a product is chosen from the list that it stands in', () => {
  sender.send('list', { name: 'א', products: [product('a'), product('b')] });
  sender.send('list', { name: 'ב', products: [product('b')] });
  sent.length = 0;
  sender.select('/product/b', 'א');
  sender.select('/product/b', undefined);
  sender.select('/product/nobody', 'א');
  expect(sent.map(({ ecommerce }) => [ecommerce?.items[0]?.item_list_name, ecommerce?.items[0]?.index])).toEqual([
    ['א', 1],
    ['ב', 0],
  ]);
});

test.each<[string, CartItem[], CartItem[], string[]]>([
  ['nothing changed', [line('a', 1)], [line('a', 1)], []],
  ['one more', [line('a', 1)], [line('a', 3)], ['add_to_cart a×2 20']],
  ['one gone', [line('a', 2)], [], ['remove_from_cart a×2 20']],
  ['one for another', [line('a', 1)], [line('b', 1)], ['add_to_cart b×1 10', 'remove_from_cart a×1 10']],
  ['discounted', [], [line('a', 2, { discount: 5 })], ['add_to_cart a×2 15']],
  [
    'the same in two configurations',
    [line('a', 1, { configuration: 'x' })],
    [line('a', 1, { configuration: 'x' }), line('a', 1, { configuration: 'y' })],
    ['add_to_cart a×1 10'],
  ],
])('the cart: %s', (_, before, after, expected) => {
  sender.cart(before, after);
  const short = sent.map(
    ({ event, ecommerce }) =>
      `${event} ${ecommerce?.items.map((item) => `${item.item_id}×${item.quantity}`)} ${ecommerce?.value}`,
  );
  expect(short).toEqual(expected);
});

test('steps of a purchase are sent once a purchase, an order once and for all, also where storage is blocked', () => {
  const steps = { key: 'p', items: [line('a', 1)], value: 10 };
  const order = (number: string) =>
    ({
      number,
      total_order_price: 10,
      delivery: { final_price: 0 },
      payment_method: 'card',
      lines: [line('a', 1)],
    }) as unknown as Order;
  for (const _ of [1, 2]) {
    sender.send('checkout', steps);
    sender.send('payment', { ...steps, method: 'card' });
  }
  for (const _ of [1, 2]) sender.send('order', order('A1'));
  expect(sent.map(({ event }) => event)).toEqual(['begin_checkout', 'add_payment_info', 'purchase']);
  // The next purchase of the same goods is a new one.
  sender.send('checkout', steps);
  sender.send('order', order('A2'));
  expect(sent.slice(3).map(({ event }) => event)).toEqual(['begin_checkout', 'purchase']);
});

test('neither addresses nor searched words carry what is somebody’s own', () => {
  at('https://www.one.example/success?order=secret&utm_source=mail&email=a%40b.example#x');
  sender.page(200);
  expect(sent[0]).toMatchObject({
    page_path: '/success',
    page_location: 'https://www.one.example/success?utm_source=mail',
  });
  for (const term of ['קסדה 050-1234567', 'dana@example.com', 'Barak 500']) sender.send('search', { term, results: 1 });
  expect(sent.slice(1).map(({ search_term }) => search_term)).toEqual(['קסדה …', '…', 'Barak 500']);
});
