import { expect, test } from 'vitest';
import type { TradeInCondition } from '../people/trade-in-questions.ts';
import { netPiece, tradeInCredit } from './trade-in-credit.ts';
import { estimateTradeIn, findTradeInRow, type TradeInTable } from './trade-in-estimate.ts';

const table: TradeInTable = {
  valid_days: 14,
  spread: 10,
  values: [
    { make: 'הונדה, HONDA', year_from: 2015, year_to: 2024, price: 15_000 },
    { make: 'הונדה, HONDA', model: 'CB500X', year_from: 2019, year_to: 2022, price: 30_000 },
    { make: 'הונדה, HONDA', model: 'CB500X', year_from: 2021, year_to: 2021, price: 32_000 },
  ],
  km: [
    { from: 20_000, share: 90 },
    { from: 60_000, share: 60 },
  ],
  deductions: {
    second_hand: 5,
    third_hand: 10,
    fleet: 8,
    light_damage: 7,
    structural_damage: 100,
    worn_tyres: 2,
  },
};
const honda = { make: 'הונדה יפן', model: 'CB 500X ABS', year: 2021 };
const good = { kind: 'road', km: 0, hand: 'first', ownership: 'private', accidents: 'none', tyres: 'good' } as const;

test('the row that says most of the vehicle counts: model, then years; spellings of the make are one', () => {
  const priceOf = (vehicle: typeof honda) => findTradeInRow(table, vehicle)?.price;
  expect(priceOf({ ...honda, model: 'CB500X' })).toBe(32_000);
  expect(priceOf({ ...honda, make: 'Honda', model: 'cb500x', year: 2020 })).toBe(30_000);
  expect(priceOf({ ...honda, model: 'PCX 125' })).toBe(15_000);
  expect(priceOf({ ...honda, year: 2014 })).toBeUndefined();
  expect(priceOf({ ...honda, make: 'ימאהה' })).toBeUndefined();
});

test('kilometres and each answer take their share, and the ends are whole hundreds', () => {
  const of = (more: object) => estimateTradeIn(table, { ...honda, model: 'CB500X' }, { ...good, ...more });
  expect(of({})).toEqual({ low: 2_880_000, high: 3_200_000 });
  expect(of({ km: 19_999 })).toEqual(of({}));
  expect(of({ km: 20_000 })).toEqual({ low: 2_590_000, high: 2_880_000 });
  // 32,000 × 60 % × 90 % × 92 % × 93 % × 98 % = 14,488.6
  expect(of({ km: 70_000, hand: 'third', ownership: 'fleet', accidents: 'light', tyres: 'worn' })).toEqual({
    low: 1_300_000,
    high: 1_440_000,
  });
});

test('answers that the table has no share for leave the offer to a person', () => {
  const of = (condition: TradeInCondition) => estimateTradeIn(table, { ...honda, model: 'CB500X' }, condition);
  expect(of({ kind: 'boat', hours: 0, hand: 'first', ownership: 'private', hull: 'good', engine: 'good' })).toBeNull();
  const scooter = { kind: 'mobility', hand: 'second', tyres: 'good', accidents: 'none' } as const;
  expect(of({ ...scooter, battery: 'good' })).toEqual(of({ ...good, hand: 'second' }));
  expect(of({ ...scooter, battery: 'weak' })).toBeNull();
  // A question that is asked one day, and that nobody has given a share.
  expect(of({ ...good, paint: 'scratched' } as TradeInCondition)).toBeNull();
  expect(of({ ...good, hull: undefined } as object as TradeInCondition)).toEqual(of(good));
});

test('without a table, a row or anything left, a person makes the offer', () => {
  expect(estimateTradeIn(null, honda, good)).toBeNull();
  expect(estimateTradeIn(table, { ...honda, make: 'ימאהה' }, good)).toBeNull();
  expect(estimateTradeIn(table, honda, { ...good, accidents: 'structural' })).toBeNull();
});

test('the credit is never more than the vehicle, nor than the whole', () => {
  expect(tradeInCredit(300, 1_000, 1_200)).toBe(300);
  expect(tradeInCredit(3_000, 1_000, 1_200)).toBe(1_000);
  expect(tradeInCredit(3_000, 1_000, 900)).toBe(900);
  expect(tradeInCredit(3_000, 1_000, 0)).toBe(0);
  expect(netPiece({ priceAgorot: 1_000, quantity: 3, discountAgorot: 1_000 })).toBe(666);
  expect(netPiece({ priceAgorot: 1_000, quantity: 1, discountAgorot: 1_000 })).toBe(0);
});
