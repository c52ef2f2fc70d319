import type { RequestContext } from '../../context.ts';
import { type Bits, bitsOf, both, each, has, keepBoth, none, put, size, union } from '../engine/places.ts';
import type { Catalogue } from '../snapshot/catalogue.ts';
import { bestOfAll, bestOfSome, documentsOfAll, documentsOfSome, hitsOfNumber, hitsOfTexts } from './hits.ts';
import { type InvertedIndex, indexOf } from './inverted-index.ts';
import { findServices } from './services.ts';
import { readWords, type Words } from './words.ts';

export type Found = {
  /** Places in the catalogue: the best, best first, and behind them all others in the store's own order. */
  order: Uint32Array;
  /** The same as a set. */
  members: Bits;
  /** There may be more, since long texts and part numbers are read so far only (`MOST_HITS`). */
  cut: boolean;
  /** What the search was taken for, where the keyboard layout or the spelling was mended. */
  corrected: string | null;
  /** What was typed, word by word, in the right keyboard layout. */
  words: string[];
  /** Nothing has all the words, so that these have some of them. */
  partly: boolean;
};

/** A part of the store to search in: `members`, which are at most those of the collection and of the kind. */
export type Part = { members: Bits; collection?: string | undefined; kind?: string | undefined };

/** What answers a search: documents that the store shows, and how some of them are put in order. */
type Answer = {
  documents: Bits;
  best: (documents: Bits) => number[];
  corrected: string | null;
  partly: boolean;
  cut: boolean;
  /** No product's name, brand, category or other short text has what was typed. */
  weak: boolean;
};

const known = new WeakMap<RequestContext, { catalogue: Catalogue; searches: Map<string, Promise<Found>> }>();

/**
 * The store's products for what was typed, or those of a part of it. What a search is taken for depends on the whole store, so
 * that a part never shows what only nearly fits as if it were what was looked for. One page asks in several places, and one request searches
 * the store once.
 */
export function search(ctx: RequestContext, catalogue: Catalogue, text: string, part?: Part): Promise<Found> {
  if (part) return find(ctx, catalogue, text, part);
  const last = known.get(ctx);
  const searches = last?.catalogue === catalogue ? last.searches : new Map<string, Promise<Found>>();
  known.set(ctx, { catalogue, searches });
  const found = searches.get(text) ?? find(ctx, catalogue, text);
  searches.set(text, found);
  return found;
}

async function find(ctx: RequestContext, catalogue: Catalogue, text: string, part?: Part): Promise<Found> {
  const index = await indexOf(ctx);
  const words = readWords(index, text);
  const among = amongst(index, catalogue);
  const { weak, ...found } = await answerOf(ctx, { index, among, words, text, part });
  // Who asks for a branch or for financing doesn't look for a product whose text happens to have the word, or one like it.
  const isService = weak && (await findServices(ctx, words.typed)).length > 0;
  const { documents, best, ...answer } = isService
    ? { ...found, documents: none(index.uuids.length), corrected: null, partly: false, cut: false }
    : found;
  if (part) among.keep(documents, part.members);
  return { ...toCatalogue(among, best(documents), documents), ...answer, words: words.typed };
}

type Question = { index: InvertedIndex; among: Among; words: Words; text: string; part: Part | undefined };

/** Part numbers first; what begins so, together with what has the words. */
async function answerOf(ctx: RequestContext, question: Question): Promise<Answer> {
  const { index, among, text, part } = question;
  const isAsked = (products?: Bits) => (document: number) => {
    const place = among.places[document] as number;
    return place >= 0 && has(among.shown, place) && (!products || has(products, place));
  };
  const numbers = hitsOfNumber(index, text, isAsked());
  const { documents, cut } = numbers.cut && part ? hitsOfNumber(index, text, isAsked(part.members)) : numbers;
  const byNumber = listed(index, documents, cut);
  if (numbers.exact) return byNumber;
  const found = await wordsOf(ctx, question);
  // A mended word is a guess, and a beginning of a part number is none.
  if (numbers.documents.length > 0 && (found.corrected || found.partly)) return byNumber;
  return {
    ...found,
    documents: union(index.uuids.length, [{ bits: byNumber.documents }, { bits: found.documents }]),
    best: (asked) => [...byNumber.best(asked), ...found.best(both(asked, found.documents))],
    cut: byNumber.cut || found.cut,
    weak: found.weak && documents.length === 0,
  };
}

/** What is really in the catalogue comes before a guess, and a guess at all of the words before some of them. */
async function wordsOf(ctx: RequestContext, { index, among, words, part }: Question): Promise<Answer> {
  const { known, unknown, typed, guessed, corrected } = words;
  const keepShown = (documents: Bits) => among.keep(documents, among.shown);
  const all = (asked = known): Answer => {
    const documents = documentsOfAll(index, unknown.length === 0 ? asked : []);
    keepShown(documents);
    return {
      documents,
      best: (among) => bestOfAll(index, asked, among),
      corrected,
      partly: false,
      cut: false,
      weak: guessed.length > 0,
    };
  };
  const isEmpty = ({ documents }: Answer): boolean => size(documents) === 0;
  const sure = guessed.length === 0 ? all() : null;
  if (sure && !isEmpty(sure)) return sure;
  const texts = await textsOf(ctx, { index, among, typed, part });
  if (texts) return { ...texts, weak: true, corrected: guessed.length > 0 ? null : corrected };
  const guess = guessed.length > 0 ? all() : null;
  if (guess && !isEmpty(guess)) return guess;
  const heard = known.map((word) => ({ ...word, alike: [...new Set([...word.alike, ...word.heard])] }));
  const bySound = unknown.length === 0 ? all(heard) : null;
  if (bySound && !isEmpty(bySound)) return { ...bySound, weak: true };
  const certain = known.filter((word) => !guessed.includes(word));
  const enough = 2 * certain.length >= typed.length ? certain : [];
  const some = {
    documents: documentsOfSome(index, enough, keepShown),
    best: (asked: Bits) => bestOfSome(index, enough, asked),
    corrected: guessed.length > 0 ? null : corrected,
    cut: false,
    weak: true,
  };
  return { ...some, partly: size(some.documents) > 0 };
}

/** By the long texts, `null` where the store has none with these words. */
async function textsOf(
  ctx: RequestContext,
  { index, among, typed, part }: Pick<Question, 'index' | 'among' | 'part'> & { typed: string[] },
): Promise<Answer | null> {
  const inStore = await hitsOfTexts(ctx, typed);
  if (inStore.uuids.length === 0) return null;
  const { uuids, cut } = inStore.cut && part ? await hitsOfTexts(ctx, typed, part) : inStore;
  const answer = listed(index, among.documentsOf(uuids), cut);
  among.keep(answer.documents, among.shown);
  return answer;
}

/** Documents that have their order already. */
const listed = (index: InvertedIndex, documents: number[], cut: boolean): Answer => ({
  documents: bitsOf(index.uuids.length, documents),
  best: (asked) => documents.filter((document) => has(asked, document)),
  corrected: null,
  partly: false,
  cut,
  weak: false,
});

/** How documents and the catalogue's products stand to each other. */
type Among = {
  /** Of each document; −1 where it isn't in the catalogue. */
  places: Int32Array;
  /** Of products by uuid. */
  documentsOf: (uuids: string[]) => number[];
  shown: Bits;
  /** Takes away what isn't among the products. */
  keep: (documents: Bits, products: Bits) => void;
};

type Pair = { byUuid: Map<string, number>; places: Int32Array; documents: Int32Array; inCatalogue: Bits };
const pairs = new WeakMap<InvertedIndex, Pair>();

/** As long as both are in memory. */
function amongst(index: InvertedIndex, { byUuid, uuids, shown }: Catalogue): Among {
  let pair = pairs.get(index);
  if (pair?.byUuid !== byUuid) {
    const places = Int32Array.from(index.uuids, (uuid) => byUuid.get(uuid) ?? -1);
    const documents = new Int32Array(uuids.length).fill(-1);
    places.forEach((place, document) => {
      if (place >= 0) documents[place] = document;
    });
    const inCatalogue = bitsOf(
      places.length,
      documents.filter((document) => document >= 0),
    );
    pair = { byUuid, places, documents, inCatalogue };
    pairs.set(index, pair);
  }
  const { places, documents, inCatalogue } = pair;
  const keep = (all: Bits, products: Bits): void => {
    keepBoth(all, inCatalogue);
    // Of a whole store there is less to be taken away than to be kept.
    if (size(products) > uuids.length / 2) {
      const others = products.map((word) => ~word);
      each(others, (place) => {
        const document = documents[place] ?? -1;
        if (document >= 0) put(all, document, false);
      });
    } else {
      each(all, (document) => {
        if (!has(products, places[document] as number)) put(all, document, false);
      });
    }
  };
  const documentsOf = (asked: string[]): number[] =>
    asked.map((uuid) => documents[byUuid.get(uuid) ?? -1] ?? -1).filter((document) => document >= 0);
  return { places, documentsOf, shown, keep };
}

function toCatalogue({ places, shown }: Among, best: number[], all: Bits): Pick<Found, 'order' | 'members'> {
  const members = new Uint32Array(shown.length);
  const order = new Uint32Array(size(all));
  let length = 0;
  const add = (document: number): void => {
    const place = places[document] as number;
    if (has(members, place)) return;
    put(members, place, true);
    order[length++] = place;
  };
  best.forEach(add);
  if (length < order.length) each(all, add);
  return { order, members };
}
