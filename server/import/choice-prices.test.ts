import { afterEach, beforeEach, expect, test } from 'vitest';
import { startImport, type TestImport } from '../../tests/support/test-import.ts';
import type { ImportReport } from './import.ts';

let shop: TestImport;
beforeEach(async () => {
  shop = await startImport();
});
afterEach(() => shop.end());

const choices = (red: string, black: string) =>
  `product,group,pick,choice,name,price,variants
one-500,צבע,one,red,אדום,${red},ONE-500-RED
one-500,צבע,one,black,שחור,${black},ONE-500-BLK
one-500,אביזרים,many,rack,סבל,560,
`;
const reportTexts = (report: ImportReport) =>
  report.errors.map((error) => `${error.file} ${error.row} ${error.column}: ${error.reason}`);

test('a choice that names a variant says nothing of its price, or just what the variant costs more', async () => {
  await shop.sample.put('catalogue/choices.csv', choices('', ''));
  expect(reportTexts(await shop.load())).toEqual([]);
  await shop.sample.put('catalogue/choices.csv', choices('0', '1000'));
  expect(reportTexts(await shop.load())).toEqual([]);
});

test('a choice with another price than its variant has is refused, and nothing is written', async () => {
  await shop.sample.put('catalogue/choices.csv', choices('600', '0'));
  expect(reportTexts(await shop.load())).toEqual([
    "catalogue/choices.csv 2 price: variant ONE-500-RED costs 0 more than the product: leave the price empty and set the variant's own",
    "catalogue/choices.csv 3 price: variant ONE-500-BLK costs 1000 more than the product: leave the price empty and set the variant's own",
  ]);
  expect(await shop.query('select count(*)::int from products')).toEqual([[0]]);
});

test('variants that only the database has are judged by what they cost there', async () => {
  expect(reportTexts(await shop.load())).toEqual([]);
  expect(reportTexts(await shop.loadOnly({ 'catalogue/choices.csv': choices('', '1000') }))).toEqual([]);
  expect(reportTexts(await shop.loadOnly({ 'catalogue/choices.csv': choices('', '900') }))).toEqual([
    expect.stringContaining('variant ONE-500-BLK costs 1000 more'),
  ]);
});

test('a choice whose difference of price changes by more than half is an error, unless that is accepted', async () => {
  await shop.load();
  const only = (rack: string, options = {}) =>
    shop.loadOnly({ 'catalogue/choices.csv': choices('', '').replace('560', rack) }, options);
  expect(reportTexts(await only('-1200'))).toEqual([]);
  for (const rack of ['-120', '1200', ''])
    expect(reportTexts(await only(rack)), rack).toEqual([expect.stringContaining('4 price: was')]);
  expect(reportTexts(await only('-700'))).toEqual([]);
  const accepted = await only('120', { acceptPriceChanges: true });
  expect([accepted.errors, accepted.notes.map(({ reason }) => reason)]).toEqual([[], ['was −₪700']]);
  // What was part of the price may get one.
  await only('', { acceptPriceChanges: true });
  expect(reportTexts(await only('5600'))).toEqual([]);
});
