import { expect, test } from 'vitest';
import { LOAN_WARNING } from '../../money/finance-texts.ts';
import { basketPrice, type Monthly, roadPriceName, vehiclePrice } from './price-card.ts';

const fees = [
  { name: 'אגרת רישוי', price: 724.5 },
  { name: 'מסירה', price: 1000 },
];
const monthly: Monthly = {
  ...{ monthly: 760.47, months: 60, down: 9180, tradeIn: 4000, balloon: 0, lender: 'כרמל', chosen: false },
};
const values = (lines: ReturnType<typeof vehiclePrice>) =>
  Object.fromEntries(lines.map(({ key, value }) => [key, value]));

test('a vehicle’s card and the card of a basket with it alone have the same figures', () => {
  const vehicle = vehiclePrice({ price: 45_900, fees, licence: 'A1', monthly, deposit: 2000 });
  const basket = basketPrice({
    total: 45_900,
    label: 'סה״כ',
    fees,
    licences: ['A1', null],
    deliveryKinds: ['HANDOVER'],
    monthly,
    deposit: 2000,
  });
  expect(values(vehicle)).toEqual({ cash: 45_900, monthly: 760.47, road: 47_624.5, deposit: 2000 });
  expect(values(basket)).toEqual({ ...values(vehicle), fees: 1724.5 });
  expect(basket.find(({ key }) => key === 'fees')?.note).toContain('אגרת רישוי וכן מסירה');
  expect(basket.find(({ key }) => key === 'monthly')?.note).toMatch(/מתוכה .*4,000.* הרכב שלכם, בכפוף לבדיקה/);
});

test('who may get the vehicle at home doesn’t read that fees are paid at a branch', () => {
  const named = (...deliveryKinds: string[]) =>
    basketPrice({ total: 1, label: '', fees, licences: [], deliveryKinds, monthly: null, deposit: null })[1]?.label;
  expect([named('HANDOVER'), named('COURIER'), named('HANDOVER', 'COURIER')]).toEqual([
    'לתשלום בסניף',
    'לתשלום לפני המסירה',
    'לתשלום לפני המסירה',
  ]);
});

test('lines that a vehicle does not have are left out, and a price on request has none', () => {
  const plain = { fees: [], licence: null, monthly: null, deposit: null };
  expect(vehiclePrice({ price: 100, ...plain }).map(({ key }) => key)).toEqual(['cash']);
  expect(vehiclePrice({ price: null, fees, licence: 'A', monthly: null, deposit: 500 })).toMatchObject([
    { value: null },
  ]);
  expect(
    basketPrice({ total: 100, label: '', licences: [], deliveryKinds: [], ...plain }).map(({ key }) => key),
  ).toEqual(['cash']);
});

test('where other variants cost more, the price on the road is the lowest one, too', () => {
  const card = (startingFrom: boolean) =>
    vehiclePrice({ price: 900, startingFrom, fees, licence: 'A', monthly: null, deposit: null });
  expect(card(true).map(({ key, before }) => [key, before])).toEqual([
    ['cash', 'החל מ־'],
    ['road', 'החל מ־'],
  ]);
  expect(card(false).map(({ before }) => before)).toEqual(['', '']);
});

test('a deposit is never more than the price', () => {
  const [, deposit] = vehiclePrice({ price: 900, fees: [], licence: null, monthly: null, deposit: 2000 });
  expect(deposit?.value).toBe(900);
});

test('where other variants cost more, what is left after the used vehicle is a lowest price too', () => {
  const [, credit, after] = vehiclePrice({
    ...{ price: 900, startingFrom: true, fees: [], licence: null, monthly: null, deposit: null },
    tradeIn: { low: 200, piece: 900 },
  });
  expect(credit).toMatchObject({ key: 'trade_in', value: -200 });
  expect(credit?.before).toBeFalsy();
  expect(after).toMatchObject({ key: 'after_trade_in', value: 700, before: 'החל מ־' });
});

test('a credit stands under the price that it is taken from, and the price on the road says that it is without it', () => {
  const notCounted = { ...monthly, tradeIn: 0 };
  const sums = { fees, monthly: notCounted, deposit: 2000, tradeIn: { low: 12_500, piece: 43_290 } };
  const vehicle = vehiclePrice({ ...sums, price: 43_290, licence: 'A' });
  const basket = basketPrice({ ...sums, total: 43_290, label: 'סה״כ', licences: ['A'], deliveryKinds: [] });
  for (const card of [vehicle, basket]) {
    expect(card.slice(0, 3).map(({ key, value }) => [key, value])).toEqual([
      ['cash', 43_290],
      ['trade_in', -12_500],
      ['after_trade_in', 30_790],
    ]);
    expect(card.find(({ key }) => key === 'road')?.label).toBe('מחיר על הכביש, לפני הזיכוי');
    expect(card.find(({ key }) => key === 'monthly')?.label).toBe('במימון, לפני הזיכוי');
  }
});

test('a monthly sum that counts the used vehicle is not called one before its credit', () => {
  const sums = { fees, monthly, deposit: null, tradeIn: { low: 12_500, piece: 43_290 } };
  const [line] = vehiclePrice({ ...sums, price: 43_290, licence: 'A' }).filter(({ key }) => key === 'monthly');
  expect(line?.label).toBe('במימון');
});

test('an offer above the price of what is bought says what becomes of the rest', () => {
  const noteOf = (low: number) =>
    vehiclePrice({
      price: 900,
      fees: [],
      licence: null,
      monthly: null,
      deposit: null,
      tradeIn: { low, piece: 900 },
    }).find(({ key }) => key === 'trade_in')?.note;
  expect(noteOf(900)).not.toContain('ההפרש');
  expect(noteOf(1_150)).toContain('ההפרש, \u2068₪250\u2069, לא משולם באתר: לגביו פונים לסניף.');
});

test('every monthly sum has lender, terms and warning beside it, and a balloon if there is one', () => {
  const line = (one: Monthly) => vehiclePrice({ price: 1, fees: [], licence: null, monthly: one, deposit: null })[1];
  expect(line(monthly)).toMatchObject({ before: 'החל מ־', after: ' לחודש' });
  for (const part of [LOAN_WARNING, 'כרמל', '60 תשלומים', '₪9,180']) expect(line(monthly)?.note).toContain(part);
  expect(line(monthly)?.note).not.toContain('בלון');
  const chosen = line({ ...monthly, chosen: true, balloon: 13_770 });
  expect(chosen?.before).toBe('');
  expect(chosen?.note).toContain('תשלום בלון בסוף \u2068₪13,770\u2069');
});

test.each([
  [['A'], 'מחיר על הכביש'],
  [['A1', null, undefined], 'מחיר על הכביש'],
  [['A1', 'B'], 'מחיר כולל רישוי ומסירה'],
  [['B'], 'מחיר כולל רישוי ומסירה'],
  [['none'], 'מחיר כולל מסירה'],
  [[null], 'מחיר כולל מסירה'],
])('the price with its fees of vehicles with the licences %j is called %s', (licences, name) => {
  expect(roadPriceName(licences)).toBe(name);
});
