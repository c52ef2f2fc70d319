import { editDistance } from '#domain/search/edit-distance.ts';
import { type InvertedIndex, lowerBound, trigramsOf } from './inverted-index.ts';

/** How many endings of an unfinished word are looked for, the commonest first. */
const ENDINGS = 24;
/** Below this share of common trigrams a word is another word; two swapped letters of five leave a quarter. */
const SIMILARITY = 0.2;
const CANDIDATES = 40;
const SPELLINGS = 3;

/** Words of the store that begin with this, the commonest first. */
export function endingsOf({ terms, frequency }: InvertedIndex, beginning: string): string[] {
  const best: number[] = [];
  const often = (id: number | undefined): number => (id === undefined ? -1 : (frequency[id] as number));
  for (let id = lowerBound(terms.length, (at) => terms[at] as string, beginning); ; id++) {
    if (!terms[id]?.startsWith(beginning)) break;
    if (best.length === ENDINGS && often(id) <= often(best[ENDINGS - 1])) continue;
    let place = best.length;
    while (place > 0 && often(best[place - 1]) < often(id)) place--;
    best.splice(place, 0, id);
    best.length = Math.min(best.length, ENDINGS);
  }
  return best.map((id) => terms[id] as string);
}

export type Spelling = { term: string; shown: string };

/** Words of the store that a mistyped one may have been meant as: those with the fewest mistakes, the commonest first. */
export function spellingsOf(index: InvertedIndex, word: string): Spelling[] {
  if (!/^\p{L}{4,40}$/u.test(word)) return [];
  const near = similar(index, word)
    .map((id) => ({ term: index.terms[id] as string, often: index.frequency[id] as number }))
    .map((one) => ({ ...one, mistakes: editDistance(one.term, word) }))
    .filter(({ mistakes }) => mistakes <= (word.length >= 7 ? 2 : 1));
  const fewest = Math.min(...near.map(({ mistakes }) => mistakes));
  const best = near.filter(({ mistakes }) => mistakes === fewest).sort((a, b) => b.often - a.often);
  return best.slice(0, SPELLINGS).map(({ term }) => ({ term, shown: index.written.get(term) ?? term }));
}

/** Words of about this length that have the most trigrams in common with it, as pg_trgm measures it. */
function similar({ terms, frequency, trigrams }: InvertedIndex, word: string): number[] {
  const wanted = trigramsOf(word);
  const common = new Map<number, number>();
  for (const trigram of wanted) for (const id of trigrams.get(trigram) ?? []) common.set(id, (common.get(id) ?? 0) + 1);
  const scored = [...common].flatMap(([id, shared]) => {
    const term = terms[id] as string;
    if (Math.abs(term.length - word.length) > 2) return [];
    const similarity = shared / (wanted.size + trigramsOf(term).size - shared);
    return similarity >= SIMILARITY ? [{ id, similarity }] : [];
  });
  return scored
    .sort((a, b) => b.similarity - a.similarity || (frequency[b.id] as number) - (frequency[a.id] as number))
    .slice(0, CANDIDATES)
    .map(({ id }) => id);
}
