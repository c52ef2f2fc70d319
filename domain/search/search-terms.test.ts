import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';
import { synonymsOf } from './expand-synonyms.ts';
import { stemOf, withoutPrefixes } from './hebrew-forms.ts';
import { otherLayout } from './keyboard.ts';
import {
  headOf,
  headTerm,
  headTerms,
  nearTerms,
  soundTerms,
  termsOfWord,
  termsWithSound,
  withFinals,
  writtenWords,
  yodTerms,
} from './search-terms.ts';
import { wordsOf } from './search-text.ts';
import { soundsOf } from './transliteration.ts';

const word = (text: string): string => wordsOf(text)[0] ?? '';
/** Whether a search for `typed` finds a text with `written`. */
const finds = (typed: string, written: string): boolean => {
  const terms = termsOfWord(word(written));
  return terms.includes(word(typed)) || nearTerms(word(typed)).some((term) => terms.includes(term));
};

test.each([
  ['קסדות', 'קסדה'],
  ['קסדה', 'קסדת'],
  ['אופנוע', 'אופנועים'],
  ['אופנועי', 'אופנוע'],
  ['חשמליות', 'חשמלי'],
  ['שחורה', 'שחור'],
  ['לאופנוע', 'אופנוע'],
  ['אופנוע', 'לאופנועים'],
  ['והקסדה', 'קסדות'],
  ['שבסירה', 'סירות'],
  ['למעלית', 'מעלית'],
])('%s finds %s', (typed, written) => {
  expect(finds(typed, written)).toBe(true);
});

test.each([
  ['קסדה', 'סדין'],
  ['ברק', 'רק'],
  ['מנוע', 'אופנוע'],
  ['סירה', 'סיר'.repeat(2)],
  ['מעלית', 'מעל'],
  ['למעלית', 'למעלה'],
])('%s does not find %s', (typed, written) => {
  expect(finds(typed, written)).toBe(false);
});

test.each([
  ['מכלים', 'מיכל', true],
  ['מיכל', 'מכל', true],
  ['רפידות', 'רפדות', true],
  // Another word by the yod and the ending together.
  ['מעלית', 'מעיל', false],
])('%s finds %s, a yod apart: %s', (typed, written, isFound) => {
  const terms = termsOfWord(word(written));
  expect(yodTerms(word(typed)).some((term) => terms.includes(term))).toBe(isFound);
});

const letters = fc.string({ unit: fc.constantFrom(...'אבגדהוזחטיכלמנסעפצקרשת'), minLength: 3, maxLength: 12 });

test('a word is found by itself, with any prefix letter and in the plural', () => {
  fc.assert(
    fc.property(letters, fc.constantFrom('ה', 'ב', 'ל', 'מ', 'ש', 'כ', 'ו', 'ול', 'שה', 'וב'), (text, prefix) => {
      fc.pre(!/(?:^ו|וו|יי)/.test(text));
      expect(finds(text, text)).toBe(true);
      expect(finds(prefix + text, text)).toBe(true);
      expect(finds(text, prefix + text)).toBe(true);
    }),
  );
});

test('forms never leave less than three letters, and other alphabets alone', () => {
  fc.assert(
    fc.property(letters, (text) => {
      expect(stemOf(text).length).toBeGreaterThanOrEqual(3);
      for (const reading of withoutPrefixes(text)) expect(reading.length).toBeGreaterThanOrEqual(3);
    }),
  );
  expect([stemOf('ibises'), withoutPrefixes('mlshb'), stemOf('1000')]).toEqual(['ibises', [], '1000']);
});

test.each([
  ['barak', 'ברק'],
  ['sufa', 'סופה'],
  ['derech', 'דרך'],
  ['horizon', 'הורייזון'],
  ['maxi', 'מקסי'],
  ['rally', 'ראלי'],
  ['cargo', 'קארגו'],
  ['ruach', 'רוח'],
  ['katnoa', 'קטנוע'],
])('%s sounds like %s', (latin, hebrew) => {
  expect(soundsOf(word(latin)).some((sound) => soundsOf(word(hebrew)).includes(sound))).toBe(true);
  const names = termsWithSound(word(latin), true);
  expect(soundTerms(word(hebrew)).some((term) => names.includes(term))).toBe(true);
});

test('the other keyboard layout there and back is the same', () => {
  expect([otherLayout('akuo'), otherLayout('נשרשל'), otherLayout("'שהק"), otherLayout('123')]).toEqual([
    'שלום',
    'barak',
    'wave',
    null,
  ]);
  fc.assert(
    fc.property(letters, (text) => {
      expect(otherLayout(otherLayout(text) ?? '')).toBe(text);
    }),
  );
});

test('mistakes are counted as people make them', () => {
  expect([editDistance('קסדה', 'קסדה'), editDistance('קסהד', 'קסדה'), editDistance('ברק', 'ברקק')]).toEqual([0, 1, 1]);
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(editDistance(a, b) === 0).toBe(a === b);
    }),
  );
});

test('synonyms are found as phrases, in any form and with prefix letters', () => {
  const synonyms = synonymsOf([
    ['אופנוע ים', 'ג׳ט סקי'],
    ['קטנוע', 'סקוטר'],
  ]);
  expect(synonyms(wordsOf('אופנועי ים לפנאי'))).toEqual(['גט', 'סקי']);
  expect(synonyms(wordsOf('מצת לקטנוע'))).toEqual(['סקוטר']);
  expect(synonyms(wordsOf('אופנוע כביש'))).toEqual([]);
});

test('words are shown as they are written', () => {
  expect(writtenWords('״נייקד״ Barak-800, צ׳ופרים')).toEqual([
    { word: 'ניקד', written: 'נייקד' },
    { word: 'barak', written: 'barak' },
    { word: '800', written: '800' },
    { word: 'צופרימ', written: 'צ׳ופרים' },
  ]);
  expect(withFinals('אופנועימ')).toBe('אופנועים');
});

test('a thing is called by the first Hebrew word of its name, behind how many of it there are', () => {
  expect(headOf(wordsOf('מסנן שמן LEVTEC'))).toBe('מסננ');
  expect(headOf(wordsOf('KIPOD Atlas קסדה מלאה'))).toBe('קסדה');
  expect(headOf(wordsOf('ערכת שרשרת מקורית'))).toBe('שרשרת');
  expect(headOf(wordsOf('RAAM Barak 500'))).toBeUndefined();
  for (const typed of ['קסדה', 'קסדות', 'לקסדה']) expect(headTerms(word(typed)), typed).toContain(headTerm('קסדת'));
});
