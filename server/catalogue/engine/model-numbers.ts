import { nearTerms, soundTerms } from '#domain/search/search-terms.ts';
import { wordsOf } from '#domain/search/search-text.ts';
import { numbersInWords } from '#domain/search/spoken/number-words.ts';
import { cardinality, intersectInto, intersection } from './bitset.ts';
import type { InvertedIndex, TextField } from './inverted-index.ts';
import { matchTerms } from './matching.ts';

const NAMES: TextField[] = ['name', 'synonym'];
/** Smaller numbers count what a vehicle has: `קלנועית שלושה גלגלים`. */
const SMALLEST_OF_KIND = 50;

/**
 * The words of a query with the numbers of models in digits: `ברק חמש מאות` → `ברק 500`. Words are such a number where
 * a vehicle has it in its name together with the word before; next to a kind of vehicle (`אופנוע חמש מאות`) any such
 * vehicle will do.
 */
export function withModelNumbers(index: InvertedIndex, words: string[]): string[] {
  const result: string[] = [];
  for (let at = 0; at < words.length; ) {
    const model = modelNumber(index, result.at(-1), words, at);
    result.push(model ? String(model.number) : (words[at] as string));
    at += model?.length ?? 1;
  }
  return result;
}

function modelNumber(
  index: InvertedIndex,
  before: string | undefined,
  words: string[],
  start: number,
): { length: number; number: number } | null {
  const readings = before === undefined ? [] : numbersInWords(words, start);
  const [name] = readings.length > 0 ? wordsOf(before ?? '').slice(-1) : [];
  for (const { length, numbers } of name ? readings : []) {
    const number = numbers.find((one) => isModel(index, name as string, one));
    if (number !== undefined) return { length, number };
  }
  return null;
}

function isModel(index: InvertedIndex, name: string, number: number): boolean {
  const term = String(number);
  if (!index.termIds.has(term)) return false;
  const vehicles = intersection(matchTerms(index, [term], ['name']), index.vehicles);
  const fields: TextField[] = number >= SMALLEST_OF_KIND ? [...NAMES, 'category'] : NAMES;
  intersectInto(vehicles, matchTerms(index, [name, ...nearTerms(name), ...soundTerms(name)], fields));
  return cardinality(vehicles) > 0;
}
