import fs from 'node:fs';
import { expect, test } from 'vitest';

type Price = { price: number; free_from?: number | null; zone?: string; weight_from?: number };
type Delivery = Price & { key: string; kind: string; product_kinds: string[]; prices?: Price[] };
type MenuLink = { name: string; custom_path?: string; children?: MenuLink[] };
type Widget = { items: { title?: string; text?: string }[] };

const stores = fs.readdirSync('demo/stores');
const readStore = (store: string, file: string): string => fs.readFileSync(`demo/stores/${store}/${file}`, 'utf8');

const deliveriesOf = (store: string): { all: Delivery[]; courier: Delivery } => {
  const all: Delivery[] = JSON.parse(readStore(store, 'store.json')).deliveries;
  const courier = all.find(({ key }) => key === 'courier');
  if (!courier) throw new Error(`${store} has no courier`);
  return { all, courier };
};

/** Shekels that a text names. */
const figuresIn = (text: string): number[] =>
  [...text.matchAll(/₪([\d,]+)/g)].map(([, figure = '']) => Number(figure.replaceAll(',', '')));

/** The FAQ's paragraphs without their marks. */
const paragraphsOf = (store: string): string[] =>
  readStore(store, 'pages/faq.html')
    .split('</p>')
    .map((html) =>
      html
        .replace(/.*<p>/s, '')
        .replace(/<[^>]+>/g, '')
        .replaceAll('&nbsp;', ' '),
    );

test.each(stores)('the FAQ of %s names the prices of its checkout, and where they differ', (store) => {
  const { all, courier } = deliveriesOf(store);
  const [text = '', ...further] = paragraphsOf(store).filter((one) => /שליח/.test(one) && one.includes('₪'));
  expect(further).toEqual([]);
  const charged = all
    .flatMap((one) => [one, ...(one.prices ?? [])])
    .flatMap(({ price, free_from }) => [price, free_from]);
  for (const figure of figuresIn(text)) expect(charged, text).toContain(figure);
  expect(text).toContain(`בקנייה מ־₪${courier.free_from}`);
  if (text.includes('עולה')) expect(text).toContain(`עולה ₪${courier.price}, ובקנייה מ־₪${courier.free_from} הוא חינם`);
  const exceptions = courier.prices ?? [];
  if (exceptions.some(({ weight_from }) => weight_from)) expect(text).toContain('לחבילות כבדות');
  // Either all zones are put in a word, or each is named with its own threshold.
  if (!text.includes('לאזורים מרוחקים'))
    for (const { zone, weight_from, free_from } of exceptions)
      if (zone && !weight_from) expect(figuresIn(text)).toContain(free_from);
  expect(text).toContain('הסכום המדויק מופיע בקנייה, לפני התשלום');
});

test.each(stores)('the FAQ of %s brings vehicles home only where its checkout does', (store) => {
  const text = paragraphsOf(store).join('\n');
  const homeWays = deliveriesOf(store).all.filter(
    ({ kind, product_kinds }) => kind === 'COURIER' && product_kinds.includes('VEHICLE'),
  );
  for (const { price } of homeWays) expect(figuresIn(text)).toContain(price);
  if (homeWays.length === 0) expect(text).not.toMatch(/(?:למסור|נמסר)[^.]*(?:בית|משק)/);
});

test.each(stores)('free delivery on the home page of %s is that of its checkout, and not for everywhere', (store) => {
  const { courier } = deliveriesOf(store);
  const widgets: Widget[] = JSON.parse(readStore(store, 'widgets.json'));
  for (const { title = '', text = '' } of widgets.flatMap(({ items }) => items)) {
    if (!/משלוח חינם/.test(title + text)) continue;
    expect(figuresIn(title + text)).toEqual([courier.free_from]);
    if (courier.prices?.some(({ zone }) => zone)) expect(text).toContain('ברוב היישובים');
  }
});

test.each(stores)('a menu link of %s that names a ride or a sail leads to where it is booked', (store) => {
  const flat = (links: MenuLink[]): MenuLink[] => links.flatMap((link) => [link, ...flat(link.children ?? [])]);
  const menus: Record<string, MenuLink[]> = JSON.parse(readStore(store, 'menus.json'));
  for (const { name, custom_path } of flat(Object.values(menus).flat()))
    if (/^(?:(?:תיאום|קביעת) )?(?:נסיע|הפלג)(?!.*בבית)/.test(name))
      expect([name, custom_path]).toEqual([name, 'booking?service=TEST_RIDE']);
});
