import { expect, it } from 'vitest';
import { soundTerms, termsWithSound } from './search-terms.ts';

it.each([
  ['dio', 'דיו'],
  ['rio', 'ריו'],
  ['barak', 'ברק'],
  ['pulsar', 'פולסר'],
  ['gixxer', 'גיקסר'],
])('a name in either alphabet is found by the other: %s, %s', (latin, hebrew) => {
  const meets = (name: string, typed: string) =>
    soundTerms(typed).some((term) => termsWithSound(name, true).includes(term));
  expect(meets(latin, hebrew)).toBe(true);
  expect(meets(hebrew, latin)).toBe(true);
});

it('a short name is told from another by its vowels', () => {
  expect(termsWithSound('dio', true).some((term) => soundTerms('דאי').includes(term))).toBe(false);
});

it('a Hebrew ending is no part of a sound in the same alphabet', () => {
  const meets = (typed: string, name: string) =>
    soundTerms(typed).some((term) => termsWithSound(name, true).includes(term));
  expect(meets('זכאות', 'זקט')).toBe(false);
  expect(meets('כסדות', 'קסדה')).toBe(true);
});
