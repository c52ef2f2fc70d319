import type { RequestContext } from '../../../context.ts';
import { type Bits, has, none, put } from '../listing/places.ts';
import { catalogueOf } from '../listing/store-catalogue.ts';
import { hitsOfAll, hitsOfNumber, hitsOfSome, hitsOfTexts } from './hits.ts';
import { type InvertedIndex, indexOf } from './inverted-index.ts';
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
  const [index, { byUuid, shown }] = await Promise.all([indexOf(ctx), catalogueOf(ctx)]);
  const isShown = (uuid: string): boolean => has(shown, byUuid.get(uuid) ?? -1);
  const shownOf = (documents: number[]): string[] =>
    documents.map((document) => index.uuids[document] as string).filter(isShown);
  const shownDocuments = documentsIn(index, byUuid, shown);
  const words = readWords(index, text);
  const numbers = hitsOfNumber(index, text);
  const byNumber = shownOf(numbers.map(({ document }) => document));
  const only = { uuids: byNumber, words: words.typed, corrected: null, partly: false };
  if (shownOf(numbers.flatMap(({ document, exact }) => (exact ? document : []))).length > 0) return only;
  const texts = async () => (await hitsOfTexts(ctx, words.typed)).filter(isShown);
  const found = { ...(await findWords(index, words, shownDocuments, shownOf, texts)), words: words.typed };
  if (byNumber.length === 0) return found;
  // A mended word is a guess, and a beginning of a part number is none.
  return found.corrected || found.partly ? only : { ...only, uuids: [...new Set([...byNumber, ...found.uuids])] };
}

/** Where each document stands in the catalogue, −1 where it doesn't; as long as both are in memory. */
const placesOf = new WeakMap<InvertedIndex, { byUuid: Map<string, number>; places: Int32Array }>();

/** The documents whose products the store shows now. */
function documentsIn(index: InvertedIndex, byUuid: Map<string, number>, shown: Bits): Bits {
  let known = placesOf.get(index);
  if (known?.byUuid !== byUuid) {
    known = { byUuid, places: Int32Array.from(index.uuids, (uuid) => byUuid.get(uuid) ?? -1) };
    placesOf.set(index, known);
  }
  const documents = none(index.uuids.length);
  known.places.forEach((place, document) => {
    if (place >= 0 && has(shown, place)) put(documents, document, true);
  });
  return documents;
}

/** What is really in the catalogue comes before a guess, and a guess at all of the words before some of them. */
async function findWords(
  index: InvertedIndex,
  { known, unknown, typed, guessed, corrected }: Words,
  shown: Bits,
  shownOf: (documents: number[]) => string[],
  findTexts: () => Promise<string[]>,
): Promise<Omit<Found, 'words'>> {
  const all = () => (unknown.length === 0 && known.length > 0 ? shownOf(hitsOfAll(index, known, shown)) : []);
  const sure = guessed.length === 0 ? all() : [];
  if (sure.length > 0) return { uuids: sure, corrected, partly: false };
  const texts = await findTexts();
  if (texts.length > 0) return { uuids: texts, corrected: guessed.length > 0 ? null : corrected, partly: false };
  const guess = guessed.length > 0 ? all() : [];
  if (guess.length > 0) return { uuids: guess, corrected, partly: false };
  const certain = known.filter((word) => !guessed.includes(word));
  const some = 2 * certain.length >= typed.length ? shownOf(hitsOfSome(index, certain, shown)) : [];
  return { uuids: some, corrected: guessed.length > 0 ? null : corrected, partly: some.length > 0 };
}
