import { expect, test } from 'vitest';
import { inVehicle, isDefiniteOf, nameOfVehicles, type VehicleNameRule } from './vehicle-name.ts';

const boat = { definite: 'הסירה', indefinite: 'סירה', types: ['סירה'] };
const jet = { definite: 'אופנוע הים', indefinite: 'אופנוע ים', brands: ['gal'], types: ['אופנוע ים'] };
const craft = { definite: 'כלי השיט', indefinite: 'כלי שיט' };
const rules: VehicleNameRule[] = [boat, jet, craft];
const gal = (type: string | null) => ({ brand: 'gal', type });

test('a vehicle has the name of the first rule that suits it, several of one kind have it together', () => {
  expect(nameOfVehicles(rules, [gal('סירה')])).toBe(boat);
  expect(nameOfVehicles(rules, [gal('אופנוע ים'), gal('אופנוע ים')])).toBe(jet);
  expect(nameOfVehicles(rules, [{ brand: 'other', type: 'אופנוע ים' }])).toBe(craft);
});

test('several kinds, one that no rule knows, and none at all have the store’s name for all', () => {
  expect(nameOfVehicles(rules, [gal('סירה'), gal('אופנוע ים')])).toBe(craft);
  expect(nameOfVehicles(rules, [gal(null)])).toBe(craft);
  expect(nameOfVehicles(rules, [])).toBe(craft);
});

test('a store that says nothing has a neutral name', () => {
  const usual = { definite: 'הכלי', indefinite: 'כלי' };
  expect(nameOfVehicles(undefined, [gal('סירה')])).toEqual(usual);
  expect(nameOfVehicles([boat, jet], [gal('סירה'), gal('אופנוע ים')])).toEqual(usual);
});

test('a preposition takes the article’s place, and leaves a letter of the word itself', () => {
  expect(inVehicle(boat)).toBe('בסירה');
  expect(inVehicle(jet)).toBe('באופנוע הים');
  expect(inVehicle({ definite: 'המנוע החיצוני', indefinite: 'מנוע חיצוני' })).toBe('במנוע החיצוני');
  expect(inVehicle({ definite: 'היברידית העיר', indefinite: 'היברידית עיר' })).toBe('בהיברידית העיר');
});

test('a definite form is the indefinite one with an article', () => {
  for (const { definite, indefinite } of [boat, jet, craft]) expect(isDefiniteOf(definite, indefinite)).toBe(true);
  for (const definite of ['סירה', 'הסירות', 'הסירה הקטנה', 'שסירה']) expect(isDefiniteOf(definite, 'סירה')).toBe(false);
});
