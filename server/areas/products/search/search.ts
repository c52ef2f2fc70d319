import type { RequestContext } from '../../../context.ts';
import { hitsOfAll, hitsOfNumber, hitsOfSome, hitsOfTexts } from './hits.ts';
import { readWords, type Words } from './words.ts';

export type Found = {
  /** Products, best first; at most `MOST_HITS`. */
  uuids: string[];
  /** What the search was taken for, where the keyboard layout or the spelling was mended. */
  corrected: string | null;
  /** What was typed, word by word, in the right keyboard layout. */
  words: string[];
  /** Nothing has all the words, so that these have some of them. */
  partly: boolean;
};

const known = new WeakMap<RequestContext, Map<string, Promise<Found>>>();

/** The store's products for what was typed. One page asks in several places, and one request searches once. */
export function search(ctx: RequestContext, text: string): Promise<Found> {
  const searches = known.get(ctx) ?? new Map<string, Promise<Found>>();
  known.set(ctx, searches);
  const found = searches.get(text) ?? find(ctx, text);
  searches.set(text, found);
  return found;
}

async function find(ctx: RequestContext, text: string): Promise<Found> {
  const [numbers, words] = await Promise.all([hitsOfNumber(ctx, text), readWords(ctx, text)]);
  const byNumber = numbers.map((hit) => hit.uuid);
  const only = { uuids: byNumber, words: words.typed, corrected: null, partly: false };
  if (numbers.some((hit) => hit.exact)) return only;
  const found = { ...(await findWords(ctx, words)), words: words.typed };
  if (byNumber.length === 0) return found;
  // A mended word is a guess, and a beginning of a part number is none.
  return found.corrected || found.partly ? only : { ...only, uuids: [...new Set([...byNumber, ...found.uuids])] };
}

/** What is really in the catalogue comes before a guess, and a guess at all of the words before some of them. */
async function findWords(ctx: RequestContext, words: Words): Promise<Omit<Found, 'words'>> {
  const { known, unknown, typed, guessed, corrected } = words;
  const all = () => (unknown.length === 0 && known.length > 0 ? hitsOfAll(ctx, known) : []);
  const sure = guessed.length === 0 ? await all() : [];
  if (sure.length > 0) return { uuids: sure, corrected, partly: false };
  const texts = await hitsOfTexts(ctx, typed);
  if (texts.length > 0) return { uuids: texts, corrected: guessed.length > 0 ? null : corrected, partly: false };
  const guess = guessed.length > 0 ? await all() : [];
  if (guess.length > 0) return { uuids: guess, corrected, partly: false };
  const certain = known.filter((word) => !guessed.includes(word));
  const some = 2 * certain.length >= typed.length ? await hitsOfSome(ctx, certain) : [];
  return { uuids: some, corrected: guessed.length > 0 ? null : corrected, partly: some.length > 0 };
}
