import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feesOf, feesOfAll, roadPrice } from './road-price.ts';

const agorot = fc.integer({ min: 0, max: 99_999_999 });

test('the sum is exact to the agora, whatever the floats would make of it', () => {
  fc.assert(
    fc.property(agorot, fc.array(agorot, { maxLength: 12 }), (price, fees) => {
      const total = roadPrice(
        price / 100,
        fees.map((fee) => ({ price: fee / 100 })),
      );
      expect(Math.round(total * 100)).toBe(fees.reduce((sum, fee) => sum + fee, price));
      expect(Number(total.toFixed(2))).toBe(total);
    }),
  );
});

test('a fee counts when all of its conditions hold, and one without conditions always does', () => {
  const always = { name: 'הכנה למסירה', price: 100 };
  const small = { name: 'רישוי', price: 200, licence_classes: ['A1', 'A2'], engine_cc: { from: 126, to: 250 } };
  const brand = { name: 'הובלה', price: 300, brands: ['north'] };
  const of = (brandKey: string | null, licenceClass: string | null, engineCc: number) =>
    feesOf([always, small, brand], { brand: brandKey, licenceClass, engineCc });
  expect(of('north', 'A1', 250)).toEqual([always, small, brand]);
  expect(of('north', 'A1', 251)).toEqual([always, brand]);
  expect(of('south', 'A1', 125)).toEqual([always]);
  expect(of(null, 'A1', 126)).toEqual([always, small]);
  expect(of(null, 'A', 126)).toEqual([always]);
  expect(of(null, null, 200)).toEqual([always]);
});

test('several vehicles pay each their own, and a name that two of them pay stands once', () => {
  const always = { name: 'הכנה למסירה', price: 100 };
  const small = { name: 'רישוי', price: 200, licence_classes: ['A1'] };
  const vehicle = { brand: null, engineCc: 125 };
  const sums = feesOfAll(
    [always, small],
    [
      { ...vehicle, licenceClass: 'A1', quantity: 2 },
      { ...vehicle, licenceClass: 'none', quantity: 1 },
    ],
  );
  expect(sums).toEqual([
    { name: 'הכנה למסירה', price: 3 },
    { name: 'רישוי', price: 4 },
  ]);
  expect(feesOfAll([always], [])).toEqual([]);
});
