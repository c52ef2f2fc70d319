import { withoutPrefixes } from '#domain/search/hebrew-forms.ts';
import { nearTerms, termsOfWord } from '#domain/search/search-terms.ts';
import { wordsOf } from '#domain/search/search-text.ts';
import { readSpokenNeeds, type SpokenNeeds } from '#domain/search/spoken/needs.ts';
import type { Bitset } from '../engine/bitset.ts';
import { type PostingList, subtract } from '../engine/postings.ts';
import type { Catalogue } from '../snapshot/catalogue.ts';

/** Fields of more values are names and numbers, which nobody excludes by a word. */
const MAX_VALUES = 200;

/** What a query says of the products' own values; `בלי` and `לא` say it where products have the value. */
export const readNeeds = (catalogue: Catalogue, text: string): SpokenNeeds | null =>
  readSpokenNeeds(text, (word) => withValue(catalogue, word).length > 0);

/** Removes from the set the products that have one of the values. */
export function excludeValues(catalogue: Catalogue, docs: Bitset, values: string[]): void {
  for (const value of values) for (const list of withValue(catalogue, value)) subtract(docs, list);
}

/** A value that is called so lacks what its words name: `ללא מברשות`. */
const NEGATIONS = ['בלי', 'ללא', 'לא'];

/** The products of each value that has the word, in any form. */
function withValue({ fields }: Catalogue, typed: string): PostingList[] {
  const terms = wordsOf(typed).flatMap((word) => [word, ...withoutPrefixes(word), ...nearTerms(word)]);
  return [...fields.values()]
    .filter(({ values }) => values.length <= MAX_VALUES)
    .flatMap(({ values, postings }) =>
      postings.filter((_, id) => {
        const words = wordsOf(values[id] ?? '');
        const names = words.some((word) => NEGATIONS.includes(word)) ? [] : words.flatMap(termsOfWord);
        return names.some((term) => terms.includes(term));
      }),
    );
}
