import { compoundsOf, type Synonyms } from '#domain/search/expand-synonyms.ts';
import { termsWithSound, writtenWords } from '#domain/search/search-terms.ts';
import { compounds, qualifiers } from '#domain/search/vehicle-synonyms.ts';
import type { TextField } from './inverted-index.ts';

export type SourceText = { field: Exclude<TextField, 'synonym'>; text: string };

type AnalysedDocument = {
  terms: Map<string, Set<TextField>>;
  /** How people write each word. */
  surfaceForms: Map<string, string>;
};

const isInCompound = compoundsOf(compounds);

/**
 * The terms of a document's short texts: each word, what it is found by in another form or by sound, and its synonyms.
 */
export function analyseDocument(texts: SourceText[], synonyms: Synonyms): AnalysedDocument {
  const terms = new Map<string, Set<TextField>>();
  const surfaceForms = new Map<string, string>();
  const add = (word: string, field: TextField): void => {
    for (const term of termsWithSound(word, field === 'name')) {
      const fields = terms.get(term);
      if (fields) fields.add(field);
      else terms.set(term, new Set([field]));
    }
  };
  for (const { field, text } of texts) {
    const words = writtenWords(text);
    const inCompound = isInCompound(words.map(({ word }) => word));
    for (const [at, { word, written }] of words.entries()) {
      add(word, inCompound[at] ? 'detail' : field);
      if (!surfaceForms.has(word)) surfaceForms.set(word, written);
    }
    for (const word of synonyms(words.map(({ word: text }) => text))) {
      // An outboard, which is a `מנוע לסירה`, is no boat.
      add(word, qualifiers.has(word) ? 'detail' : field === 'name' ? 'synonym' : field);
    }
  }
  return { terms, surfaceForms };
}
