import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinedNumber, normaliseSearchText, numberEntries, searchWords, wordsOf } from './search-text.ts';

test.each([
  ['בִּיטּוּחַ', 'ביטוח'],
  ['סמ״ק', 'סמק'],
  // lint-allow hebrew-typography: what people type into the search
  ['סמ"ק', 'סמק'],
  ['צ׳ופר', 'צופר'],
  ['ק״ג', 'קג'],
  ['אופנועים', 'אופנועימ'],
  ['ארגז עליון־גדול', 'ארגז עליונ גדול'],
  ['TMAX-560', 'tmax 560'],
  ['\u200FRAAM\u200E Barak/500', 'raam barak 500'],
  ['קוואסאקי חייה', 'קואסאקי חיה'],
  ['4.5 מ׳.', '4.5 מ'],
  ['1,103 סמ״ק', '1103 סמק'],
  ['  רווח   כפול ', 'רוח כפול'],
])('%j is searched as %j', (text, expected) => {
  expect(normaliseSearchText(text)).toBe(expected);
});

test('composed and decomposed letters are one', () => {
  expect(normaliseSearchText('\u05E9\u05C1לום')).toBe(normaliseSearchText('שלום'));
  expect(normaliseSearchText('cafe\u0301')).toBe(normaliseSearchText('café'));
});

test('letters and digits are words of their own, however they are written', () => {
  for (const text of ['Barak 800', 'barak800', 'BARAK-800', 'Barak/800'])
    expect(wordsOf(text)).toEqual(['barak', '800']);
  expect(wordsOf('10W-40')).toEqual(['10', 'w', '40']);
});

test('a number is found from each of its parts on', () => {
  expect(joinedNumber('RM-B300-RED')).toBe('rmb300red');
  expect(numberEntries('SV-11100-A8')).toEqual(['sv11100a8', '11100a8']);
  expect(numberEntries('KP-1001-BK-S')).toEqual(['kp1001bks', '1001bks']);
});

const hebrew = fc.string({ unit: fc.constantFrom(...'אבגדהוזחטיכלמנסעפצקרשתםןץףך״׳ְִָֹּ־ "\'-'), maxLength: 40 });
const anything = fc.oneof(hebrew, fc.string({ unit: 'binary', maxLength: 60 }));

test('what is normal stays as it is, and has nothing in it that a query could take for more than a letter', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const normal = normaliseSearchText(text);
      expect(normaliseSearchText(normal)).toBe(normal);
      expect(normal).not.toMatch(/['"\\%_:&|!()<>*\0\u0591-\u05C7\u200E\u200F]/);
      expect(normal).not.toMatch(/[םןץףך]/);
      for (const word of wordsOf(text)) expect(wordsOf(word)).toEqual([word]);
    }),
    { numRuns: 500 },
  );
});

test('case, niqqud, quotes and dashes make no difference', () => {
  const word = fc.string({ unit: fc.constantFrom(...'אבגדהזחטכלמנסעפצקרשת'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat(), (words, at) => {
      const pointed = words.map((one) => [...one].join('\u05B8')).join('־');
      const quoted = words.map((one) => `${one.slice(0, at % one.length)}״${one.slice(at % one.length)}`).join(' - ');
      expect(wordsOf(pointed)).toEqual(wordsOf(words.join(' ')));
      expect(wordsOf(quoted)).toEqual(wordsOf(words.join(' ')));
    }),
  );
});

test('no search is of more words than anyone means', () => {
  expect(searchWords('ברק '.repeat(1_000))).toEqual(['ברק']);
  expect(searchWords(Array.from({ length: 300 }, (_, i) => `מילה${i}`).join(' ')).length).toBeLessThanOrEqual(12);
  expect(searchWords(' 50% MT-07_x\\ ')).toEqual(['50', 'mt', '07', 'x']);
});
