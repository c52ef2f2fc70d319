import { expect, test } from 'vitest';
import { joinedCopies, joinedNumber, normaliseSearchText, searchText, searchWords } from './search-text.ts';

test.each([
  ['בִּיטּוּחַ', 'ביטוח'],
  ['סמ״ק', 'סמק'],
  ['סמ"ק', 'סמק'],
  ['צ׳ופר', 'צופר'],
  ['ק״ג', 'קג'],
  ['אופנועים', 'אופנועימ'],
  ['ארגז עליון־גדול', 'ארגז עליונ גדול'],
  ['TMAX-560', 'tmax 560'],
  ['\u200FRAAM\u200E Barak/500', 'raam barak 500'],
  ['קוואסאקי חייה', 'קואסאקי חיה'],
  ['4.5 מ׳.', '4.5 מ'],
  ['  רווח   כפול ', 'רוח כפול'],
])('%j is searched as %j', (text, expected) => {
  expect(normaliseSearchText(text)).toBe(expected);
});

test('composed and decomposed letters are one', () => {
  expect(normaliseSearchText('\u05E9\u05C1לום')).toBe(normaliseSearchText('שלום'));
  expect(normaliseSearchText('cafe\u0301')).toBe(normaliseSearchText('café'));
});

test('a search in its normal form stays as it is', () => {
  for (const text of ['קסדה מלאה', 'raam barak 1100 r', 'סמק 4.5'])
    expect(normaliseSearchText(normaliseSearchText(text))).toBe(normaliseSearchText(text));
});

test('model numbers are found joined', () => {
  expect(joinedCopies('RAAM Barak 1100 R')).toEqual(['barak1100', '1100r']);
  expect(joinedCopies('MT-07')).toEqual(['mt07']);
  expect(joinedCopies('קסדה מלאה')).toEqual([]);
  expect(joinedNumber('RM-B300-RED')).toBe('rmb300red');
  expect(joinedNumber('12.345/6')).toBe('123456');
});

test('a product is found by name, both brand names, numbers, categories and filter values, each word once', () => {
  const text = searchText({
    name: 'RAAM Barak 500',
    brand: ['רעם', 'RAAM'],
    subtitle: 'נייקד לכל יום',
    numbers: ['RM-B500-RED'],
    categories: ['אופנועים', 'נייקד'],
    meta: ['471', 'בנזין'],
  });
  expect(text).toBe('raam barak 500 רעמ barak500 rm b500 red rmb500red ניקד לכל יומ אופנועימ 471 בנזינ');
});

test('what a shopper types becomes words without wildcards', () => {
  expect(searchWords(' 50% MT-07_x\\ ')).toEqual(['50', 'mt', '07', 'x']);
});
