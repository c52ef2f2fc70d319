import { qualifiers, vehicleWords } from '#domain/search/vehicle-synonyms.ts';
import { type Bitset, bitsetOf, cardinality, contains, intersectInto, intersection, intersects } from './bitset.ts';
import type { DocIdMap } from './doc-id-map.ts';
import { type InvertedIndex, postingsOf, type TextField } from './inverted-index.ts';
import { allTerms, matchAll, matchMost, matchNames, matchTerms } from './matching.ts';
import { findPartNumber } from './part-numbers.ts';
import { isEmptyList, union } from './postings.ts';
import type { QueryAnalysis, QueryTerm } from './query-analysis.ts';
import { MAX_RANKED, matchCalled, rankAll, rankSome, wantedTerm } from './ranking.ts';

/** What answers a query: published documents of the inverted index, and how some of them are ranked. */
type TextAnswer = {
  docs: Bitset;
  /** The best of `among`, best first; not all of them. */
  rank: (among: Bitset) => number[];
  corrected: string | null;
  /** No document has all tokens; these have some of them. */
  isPartial: boolean;
  /** There may be more, since bodies and part numbers are read so far only (`MAX_RANKED`). */
  truncated: boolean;
  /** No short text has the tokens as they were typed. */
  isWeak: boolean;
};

type TextQuery = {
  index: InvertedIndex;
  text: string;
  analysis: QueryAnalysis;
  docIds: DocIdMap;
  /** Document ids of the facet index, like `scope`, which is the part of the store that is searched. */
  published: Bitset;
  scope: Bitset | undefined;
  /** Looks up the long texts, which are not in the index: documents with all tokens, best first. */
  searchBodies: (tokens: string[]) => Promise<{ textIds: number[]; truncated: boolean }>;
};

/**
 * Part numbers first: the very number answers alone, a prefix of one together with what matches the text. How a query
 * is understood depends on the whole store, whatever the scope.
 */
export async function searchText(query: TextQuery): Promise<TextAnswer> {
  const { index, docIds, text, published, scope } = query;
  const lookUp = (docs?: Bitset) =>
    findPartNumber(index.partNumbers, text, {
      limit: MAX_RANKED,
      accepts: (textId) => {
        const docId = docIds.toDocId(textId);
        return docId >= 0 && contains(published, docId) && (!docs || contains(docs, docId));
      },
    });
  const inStore = lookUp();
  const numbers = inStore.truncated && scope ? lookUp(scope) : inStore;
  const byNumber = rankedAnswer(index, numbers.textIds, numbers.truncated);
  if (inStore.isExact) return byNumber;
  const byText = await searchTerms(query);
  // A correction is a guess; a prefix of a part number is none.
  if (inStore.textIds.length > 0 && (byText.corrected || byText.isPartial)) return byNumber;
  return {
    ...byText,
    docs: union(index.uuids.length, [{ bitset: byNumber.docs }, { bitset: byText.docs }]),
    rank: (among) => [...byNumber.rank(among), ...byText.rank(intersection(among, byText.docs))],
    truncated: byNumber.truncated || byText.truncated,
    isWeak: byText.isWeak && numbers.textIds.length === 0,
  };
}

/**
 * From the surest to the least sure: all tokens as typed (unless that hides what is wanted), all but what it is for,
 * bodies, all tokens by a guess, all by sound, most of the tokens.
 */
async function searchTerms(query: TextQuery): Promise<TextAnswer> {
  const { index, analysis, docIds, published } = query;
  const { terms, unmatched, tokens, guesses, corrected } = analysis;
  const retainPublished = (docs: Bitset) => docIds.retain(docs, published);
  const hasGuesses = guesses.length > 0;
  // Most queries are answered without it.
  let named: Kind | null | undefined;
  const kindNamed = (): Kind | null => {
    if (named === undefined) named = namedKind(query);
    return named;
  };
  const retainKind = (docs: Bitset) => {
    retainPublished(docs);
    const kind = kindNamed();
    if (kind) intersectInto(docs, kind.docs);
  };
  const all = (queryTerms = terms): TextAnswer => {
    const docs = matchAll(index, unmatched.length === 0 ? queryTerms : []);
    retainPublished(docs);
    return {
      docs,
      rank: (among) => rankAll(index, queryTerms, among),
      corrected,
      isPartial: false,
      truncated: false,
      isWeak: hasGuesses,
    };
  };
  const namesVehicle = tokens.some((token) => vehicleWords.has(token) || qualifiers.has(token));
  const someOf = (queryTerms: QueryTerm[]): TextAnswer => {
    const docs = matchMost(index, queryTerms, retainKind);
    return {
      docs,
      rank: (among) => rankSome(index, queryTerms, among, namesVehicle),
      corrected: hasGuesses ? null : corrected,
      isPartial: cardinality(docs) > 0,
      truncated: false,
      isWeak: true,
    };
  };
  const asTyped = hasGuesses ? null : all();
  const essential = terms.filter((term) => !term.isQualifier);
  const unqualified = asTyped && essential.length < terms.length ? all(essential) : null;
  const isHidden = isNamedElsewhere(index, essential, asTyped, unqualified);
  if (asTyped && !isEmpty(asTyped) && !isHidden) {
    return orKind(query, asTyped, kindNamed, someOf);
  }
  if (unqualified && !isEmpty(unqualified)) return unqualified;

  const bodies = await query.searchBodies(tokens);
  const inBodies = rankedAnswer(index, bodies.textIds, bodies.truncated);
  retainKind(inBodies.docs);
  if (!isEmpty(inBodies)) return { ...inBodies, isWeak: true, corrected: hasGuesses ? null : corrected };

  const guessed = hasGuesses ? all() : null;
  if (guessed && !isEmpty(guessed)) return guessed;

  const byEar = terms.map((term) => ({
    ...term,
    phonetic: [...new Set([...term.phonetic, ...term.phoneticFallback])],
  }));
  const bySound = all(byEar);
  if (!isEmpty(bySound)) return { ...bySound, isWeak: true };

  const certain = terms.filter((term) => !guesses.includes(term) && isSure(index, term));
  const quorum = 2 * certain.length >= tokens.length ? certain : [];
  const some = someOf(quorum);
  return isEmpty(some) ? (knownKind(query, kindNamed) ?? some) : some;
}

/**
 * What was found as it is typed, unless that is nothing of what the first word names: then what is called so, or the
 * vehicles with most of the words.
 */
function orKind(
  { index, analysis }: TextQuery,
  asTyped: TextAnswer,
  kindNamed: () => Kind | null,
  someOf: (terms: QueryTerm[]) => TextAnswer,
): TextAnswer {
  const first = firstTerm(analysis);
  if (!first || intersects(asTyped.docs, docsNamed(index, first))) return asTyped;
  const kind = kindNamed();
  if (kind?.isCalled) return ofKind(index, analysis.terms, kind);
  const most = kind && isBesides(index, kind, analysis.terms, asTyped.docs) ? someOf(analysis.terms) : asTyped;
  return isEmpty(most) ? asTyped : most;
}

/**
 * All published documents of the kind that the query names first, those with more of its words before the others;
 * `null` where it names none.
 */
export function searchKind(query: Omit<TextQuery, 'text' | 'scope' | 'searchBodies'>): TextAnswer | null {
  const kind = namedKind(query);
  if (!kind) return null;
  return ofKind(query.index, query.analysis.terms, kind);
}

const ofKind = (index: InvertedIndex, terms: QueryTerm[], { docs }: Kind): TextAnswer => ({
  docs,
  rank: (among) => rankSome(index, terms, among),
  corrected: null,
  isPartial: true,
  truncated: false,
  isWeak: true,
});

/** Where all words are known, what is called as the first one says; a kind of vehicle whatever else is said of it. */
function knownKind({ index, analysis }: TextQuery, kindNamed: () => Kind | null): TextAnswer | null {
  const isKnown = analysis.unmatched.length + analysis.guesses.length === 0;
  const kind = kindNamed();
  return kind && (kind.isVehicle || (isKnown && kind.isCalled)) ? ofKind(index, analysis.terms, kind) : null;
}

type Kind = {
  first: QueryTerm;
  isVehicle: boolean;
  /** Some goods are called so. */
  isCalled: boolean;
  docs: Bitset;
};

/**
 * What the first word names, where it is a category, a kind of vehicle or what goods are called: a scooter that has
 * room for a helmet is no answer to `קסדה פתוחה`, nor is a tyre to `טרקטורון לחקלאות`.
 */
function namedKind({ index, analysis, docIds, published }: Parameters<typeof searchKind>[0]): Kind | null {
  const first = firstTerm(analysis);
  if (!first) return null;
  const docs = docsNamed(index, first).slice();
  docIds.retain(docs, published);
  if (cardinality(docs) === 0) return null;
  return { first, isVehicle: vehicleWords.has(first.token), docs, isCalled: isCalled(first) };
}

const firstTerm = ({ terms, tokens }: QueryAnalysis): QueryTerm | undefined =>
  terms.find(({ token }) => token === tokens[0]);
const isCalled = (term: QueryTerm): boolean => wantedTerm([term]) !== undefined;

/** Documents of the category, or also with the name, published or not; in the index's scratch. */
function docsNamed(index: InvertedIndex, first: QueryTerm): Bitset {
  const fields: TextField[] = isCalled(first) ? [...NAMES, 'category'] : ['category'];
  const docs = matchTerms(index, [...first.exact, ...first.forms], fields);
  if (vehicleWords.has(first.token)) intersectInto(docs, index.vehicles);
  return docs;
}

/**
 * Of a vehicle that is described nothing was found but goods for it, none of its kind: no other vehicle is named by any
 * of its words, nor goods by all of them.
 */
function isBesides(index: InvertedIndex, { first, isVehicle }: Kind, terms: QueryTerm[], foundDocs: Bitset): boolean {
  if (!isVehicle) return false;
  const others = terms.filter((term) => term !== first);
  const named = intersection(foundDocs, matchTerms(index, others.flatMap(allTerms), [...NAMES, 'category']));
  if (intersects(named, index.vehicles)) return false;
  for (const term of others) intersectInto(named, matchTerms(index, allTerms(term), [...NAMES, 'category']));
  return cardinality(named) === 0;
}

/**
 * Nothing that was found with what it is for is called what is wanted, but other products are: a motorbike whose
 * details mention bags is no answer to `תיק לאופנוע`, nor is a boat cover whose brand has the name of the thing to
 * `עוגן לסירה`.
 */
function isNamedElsewhere(
  index: InvertedIndex,
  essential: QueryTerm[],
  qualified: TextAnswer | null,
  unqualified: TextAnswer | null,
): boolean {
  if (!qualified || !unqualified) return false;
  const called = matchCalled(index, essential);
  if (called) intersectInto(called, matchNames(index, essential));
  return [called, matchNames(index, essential, NAME), matchNames(index, essential)].some((docs) => {
    const named = docs && intersection(docs, unqualified.docs);
    return named && cardinality(named) > 0 && !intersects(named, qualified.docs);
  });
}

const NAME: TextField[] = ['name'];
const NAMES: TextField[] = ['name', 'synonym'];

/**
 * An adjective alone is often another word than its stem, and so are the stem's synonyms: what is `זוגית` is no pair.
 */
function isSure(index: InvertedIndex, { token, exact }: QueryTerm): boolean {
  const inNames = exact.flatMap((term) => postingsOf(index, term, ['name']));
  return !/(?:ית|יה|יות)$/.test(token) || vehicleWords.has(token) || inNames.some((list) => !isEmptyList(list));
}

const isEmpty = ({ docs }: TextAnswer): boolean => cardinality(docs) === 0;

/** Documents that have their order already. */
const rankedAnswer = (index: InvertedIndex, textIds: number[], truncated: boolean): TextAnswer => ({
  docs: bitsetOf(index.uuids.length, textIds),
  rank: (among) => textIds.filter((textId) => contains(among, textId)),
  corrected: null,
  isPartial: false,
  truncated,
  isWeak: false,
});
