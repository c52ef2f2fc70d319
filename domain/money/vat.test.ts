import { expect, test } from 'vitest';
import { parseVatRates, vatOn } from './vat.ts';

test('a rate is in force from its first day on, whatever the order in which the rates are written', () => {
  const rates = parseVatRates('2027-01-01:19,2015-10-01:17, 2025-01-01:18') ?? [];
  expect(['2024-12-31', '2025-01-01', '2026-12-31', '2027-01-01'].map((day) => vatOn(rates, day))).toEqual([
    1_700, 1_800, 1_800, 1_900,
  ]);
  expect(() => vatOn(rates, '2015-09-30')).toThrow('2015-09-30');
});

test('a rate that is added alone leaves those before it in force, and one for a known day replaces it', () => {
  const rates = parseVatRates('2027-01-01:19') ?? [];
  expect([vatOn(rates, '2024-12-31'), vatOn(rates, '2026-12-31'), vatOn(rates, '2027-01-01')]).toEqual([
    1_700, 1_800, 1_900,
  ]);
  expect(vatOn(parseVatRates('2025-01-01:18.5') ?? [], '2026-01-01')).toBe(1_850);
});

test('half a percent is a rate; a wrong day, a wrong number and a day twice are none', () => {
  expect(parseVatRates('2013-06-02:15.5')).toContainEqual({ from: '2013-06-02', bp: 1_550 });
  for (const wrong of ['', '18', '2025-02-30:18', '2025-01-01:x', '2025-01-01:180', '2025-01-01:17,2025-01-01:18'])
    expect(parseVatRates(wrong)).toBeNull();
});
