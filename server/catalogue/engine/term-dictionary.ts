import { editDistance } from '#domain/search/edit-distance.ts';
import { type InvertedIndex, trigramsOf } from './inverted-index.ts';
import { lowerBound } from './sorted-lines.ts';

const MAX_COMPLETIONS = 24;
/** Words with a smaller share of common trigrams differ; two swapped letters of five leave a quarter. */
const MIN_SIMILARITY = 0.2;
const MAX_CANDIDATES = 40;
const MAX_CORRECTIONS = 3;

/** Terms with this prefix, the most frequent first. */
export function completionsOf({ terms, documentFrequency }: InvertedIndex, prefix: string): string[] {
  const best: number[] = [];
  const frequencyOf = (id: number | undefined): number => (id === undefined ? -1 : (documentFrequency[id] as number));
  for (let id = lowerBound(terms.length, (at) => terms[at] as string, prefix); ; id++) {
    if (!terms[id]?.startsWith(prefix)) break;
    if (best.length === MAX_COMPLETIONS && frequencyOf(id) <= frequencyOf(best[MAX_COMPLETIONS - 1])) continue;
    let at = best.length;
    while (at > 0 && frequencyOf(best[at - 1]) < frequencyOf(id)) at--;
    best.splice(at, 0, id);
    best.length = Math.min(best.length, MAX_COMPLETIONS);
  }
  return best.map((id) => terms[id] as string);
}

export type Correction = { term: string /** As people write it. */; surfaceForm: string };

/** Terms that a misspelt word may mean: those with the smallest edit distance, the most frequent first. */
export function correctionsOf(index: InvertedIndex, word: string): Correction[] {
  if (!/^\p{L}{4,40}$/u.test(word)) return [];
  const candidates = similarTerms(index, word)
    .map((id) => ({ term: index.terms[id] as string, frequency: index.documentFrequency[id] as number }))
    .map((candidate) => ({ ...candidate, distance: editDistance(candidate.term, word) }))
    .filter(({ distance }) => distance <= (word.length >= 7 ? 2 : 1));
  const smallest = Math.min(...candidates.map(({ distance }) => distance));
  return candidates
    .filter(({ distance }) => distance === smallest)
    .sort((a, b) => b.frequency - a.frequency)
    .slice(0, MAX_CORRECTIONS)
    .map(({ term }) => ({ term, surfaceForm: index.surfaceForms.get(term) ?? term }));
}

/** Ids of terms of about this length that share the most trigrams with the word (Jaccard similarity, as in pg_trgm). */
function similarTerms({ terms, documentFrequency, trigrams }: InvertedIndex, word: string): number[] {
  const wordTrigrams = trigramsOf(word);
  const shared = new Map<number, number>();
  for (const trigram of wordTrigrams)
    for (const id of trigrams.get(trigram) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1);
  const scored = [...shared].flatMap(([id, count]) => {
    const term = terms[id] as string;
    if (Math.abs(term.length - word.length) > 2) return [];
    const similarity = count / (wordTrigrams.size + trigramsOf(term).size - count);
    return similarity >= MIN_SIMILARITY ? [{ id, similarity }] : [];
  });
  return scored
    .sort(
      (a, b) =>
        b.similarity - a.similarity || (documentFrequency[b.id] as number) - (documentFrequency[a.id] as number),
    )
    .slice(0, MAX_CANDIDATES)
    .map(({ id }) => id);
}
