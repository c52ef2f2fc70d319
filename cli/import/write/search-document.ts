import { termsOfWord, termsWithSound, writtenWords } from '#domain/search/search-terms.ts';
import { wordsOf } from '#domain/search/search-text.ts';
import type { Synonyms } from '#domain/search/synonyms.ts';

/** PostgreSQL's weights: name, synonyms of the name, brand and categories, other short texts. */
type Weight = 'A' | 'B' | 'C' | 'D';
export type Field = { weight: 'A' | 'C' | 'D'; text: string };

export type Document = {
  terms: Map<string, Set<Weight>>;
  /** Common spellings of the words. */
  written: Map<string, string>;
};

export function documentOf(fields: Field[], synonyms: Synonyms): Document {
  const terms = new Map<string, Set<Weight>>();
  const written = new Map<string, string>();
  const add = (word: string, weight: Weight): void => {
    for (const term of termsWithSound(word, weight === 'A')) {
      const weights = terms.get(term);
      if (weights) weights.add(weight);
      else terms.set(term, new Set([weight]));
    }
  };
  for (const { weight, text } of fields) {
    const words = writtenWords(text);
    for (const one of words) {
      add(one.word, weight);
      if (!written.has(one.word)) written.set(one.word, one.written);
    }
    for (const word of synonyms(words.map((one) => one.word))) add(word, weight === 'A' ? 'B' : weight);
  }
  return { terms, written };
}

/** PostgreSQL's text form of a tsvector. Terms have no quotes or backslashes (`normaliseSearchText`). */
export const toVector = ({ terms }: Document): string =>
  [...terms]
    .map(([term, weights]) => `'${term}':${[...weights].sort().map((weight, at) => `${at + 1}${weight}`)}`)
    .join(' ');

/** Distinct words of long texts, without weight. PostgreSQL stores at most a megabyte of them. */
export function bodyVector(texts: string[]): string {
  const terms = new Set(texts.flatMap(wordsOf).flatMap(termsOfWord));
  return [...terms]
    .filter((term) => term.length <= 60)
    .slice(0, 5_000)
    .map((term) => `'${term}'`)
    .join(' ');
}
