import { expect, test } from 'vitest';
import { type DeliveryRule, deliveryPrice, deliveryTerms, dependsOnPlace, type Parcel } from './delivery-price.ts';

// lint-allow hebrew-typography: a city as people type it
const eilat = { cities: ['אילת', 'מג׳דל שמס', 'תל אביב-יפו'], postalCodes: ['88'] };
const prices: DeliveryRule[] = [
  { ...eilat, weightFromG: 15_000, priceAgorot: 11_900, freeFromAgorot: null },
  { ...eilat, priceAgorot: 6_900, freeFromAgorot: 99_800 },
  { weightFromG: 15_000, priceAgorot: 7_900, freeFromAgorot: null },
  { sumFromAgorot: 20_000, priceAgorot: 1_900, freeFromAgorot: null },
];
const type = { priceAgorot: 3_900, freeFromAgorot: 49_900, prices };
const priceFor = (parcel: Partial<Parcel>) => {
  const full = { sumAgorot: 10_000, weightG: 0, city: '', postalCode: '', ...parcel };
  return deliveryPrice(deliveryTerms(type, full), full.sumAgorot);
};

test.each<[string, Partial<Parcel>, number]>([
  ['no rule suits: the type’s own price', {}, 3_900],
  ['a city of the zone', { city: 'אילת' }, 6_900],
  ['the same city, spelt otherwise', { city: ' תל אביב – יפו ' }, 6_900],
  // lint-allow hebrew-typography: a city as people type it
  ['geresh or apostrophe', { city: "מג'דל שמס" }, 6_900],
  ['another city that begins alike', { city: 'אילתית' }, 3_900],
  ['a postal code of the zone', { postalCode: '8810001' }, 6_900],
  ['another postal code', { postalCode: '3388000' }, 3_900],
  ['heavy, elsewhere', { city: 'חיפה', weightG: 15_000 }, 7_900],
  ['heavy, in the zone: the first rule', { city: 'אילת', weightG: 20_000 }, 11_900],
  ['a gram less', { weightG: 14_999 }, 3_900],
  ['from a sum up', { sumAgorot: 20_000 }, 1_900],
  ['free in the zone from its own threshold', { city: 'אילת', sumAgorot: 99_800 }, 0],
  ['an agora below it', { city: 'אילת', sumAgorot: 99_799 }, 6_900],
])('%s', (_name, parcel, price) => {
  expect(priceFor(parcel)).toBe(price);
});

test('whether the price depends on the place', () => {
  expect([dependsOnPlace(prices), dependsOnPlace(prices.slice(2)), dependsOnPlace([])]).toEqual([true, false, false]);
});
