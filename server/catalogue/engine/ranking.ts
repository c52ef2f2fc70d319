import { isMeasure } from '#domain/search/search-terms.ts';
import { vehicleWords } from '#domain/search/vehicle-synonyms.ts';
import { type Bitset, cardinality, contains, firstDocs, intersectInto, intersection, intersects } from './bitset.ts';
import type { InvertedIndex, TextField } from './inverted-index.ts';
import { allTerms, matchTerms } from './matching.ts';
import type { QueryTerm } from './query-analysis.ts';

/**
 * So many documents are scored: no shopper reads further, and it bounds the cost of a search in a large store. Bodies
 * and part numbers are not read further either.
 */
export const MAX_RANKED = 300;

type Hit = { docId: number; score: number };

const NAMES: TextField[] = ['name', 'synonym'];

/** Of documents that match every term the best, best first. */
export function rankAll(index: InvertedIndex, terms: QueryTerm[], docs: Bitset): number[] {
  const called = matchCalled(index, terms);
  const hits = scored(index, terms, docs, called);
  const hasVehicle = hits.some(({ docId }) => contains(index.vehicles, docId));
  const wanted = hasVehicle && called && intersects(called, docs) ? wantedTerm(terms) : undefined;
  // What merely has among its words what others are called comes after these, a vehicle too.
  const named = wanted && matchTerms(index, allTerms(wanted), NAMES).slice();
  const termsInName = countTerms(index, terms, hits, NAMES);
  const isKindAlone = terms.every(({ token }) => vehicleWords.has(token));
  hits.forEach((hit, at) => {
    // Of two names with all terms the shorter one is meant, and a vehicle before its accessories.
    if (termsInName[at] === terms.length) hit.score += (3 * terms.length) / (index.nameLength[hit.docId] || 1);
    // Who names nothing but a kind of vehicle wants one, and no cover that is called one for it.
    if (contains(index.vehicles, hit.docId) && (!named || contains(named, hit.docId)))
      hit.score += isKindAlone ? 18 : 6;
  });
  return bestFirst(hits);
}

/**
 * Of documents that match some terms the best, best first. Who names a kind of vehicle and no goods means one, also
 * where the store has none of the kind, or where something else is asked about it: `רישיון לאופנוע ים`.
 */
export function rankSome(index: InvertedIndex, terms: QueryTerm[], docs: Bitset, namesVehicle = false): number[] {
  const called = matchCalled(index, terms);
  const hits = scored(index, terms, docs, called);
  if (namesVehicle && !called) for (const hit of hits) if (contains(index.vehicles, hit.docId)) hit.score += 6;
  return bestFirst(hits);
}

/** The first of the terms by which any goods are called, unless a kind of vehicle stands before it. */
export function wantedTerm(terms: QueryTerm[]): QueryTerm | undefined {
  const essential = terms.filter(({ token, isQualifier }) => !isQualifier && !isMeasure(token));
  const isOfVehicle = vehicleWords.has(essential[0]?.token ?? '');
  return isOfVehicle ? undefined : essential.find(({ heads }) => heads.length > 0);
}

/**
 * Documents that are called what is wanted: `שמן` is what an oil is called, and not a `מסנן שמן`; `null` without any.
 */
export function matchCalled(index: InvertedIndex, terms: QueryTerm[]): Bitset | null {
  const wanted = wantedTerm(terms);
  return wanted ? matchTerms(index, wanted.heads, ['name']).slice() : null;
}

function scored(index: InvertedIndex, terms: QueryTerm[], docs: Bitset, called: Bitset | null): Hit[] {
  const hits = candidates(index, terms, docs, called);
  addAllScores(index, terms, hits);
  if (called) for (const hit of hits) if (contains(called, hit.docId)) hit.score += 3;
  return hits;
}

const bestFirst = (hits: Hit[]): number[] =>
  hits.sort((a, b) => b.score - a.score || a.docId - b.docId).map(({ docId }) => docId);

/**
 * The `MAX_RANKED` documents to score, in the store's own sequence: first those with every term in the name, then in
 * name or synonym, then in brand or category too, then the rest.
 */
function candidates(index: InvertedIndex, terms: QueryTerm[], docs: Bitset, called: Bitset | null): Hit[] {
  const chosenDocs = new Set<number>();
  const choose = (tier: Bitset) => {
    for (const docId of firstDocs(tier, MAX_RANKED)) {
      if (chosenDocs.size >= MAX_RANKED) return;
      chosenDocs.add(docId);
    }
  };
  if (cardinality(docs) > MAX_RANKED) {
    const tiers: TextField[][] = [['name'], NAMES, [...NAMES, 'category']];
    for (const fields of tiers) {
      const tier = docs.slice();
      for (const term of terms) intersectInto(tier, matchTerms(index, allTerms(term), fields));
      if (called && chosenDocs.size === 0) choose(intersection(tier, called));
      choose(tier);
    }
  }
  choose(docs);
  return [...chosenDocs].map((docId) => ({ docId, score: 0 }));
}

/**
 * What the wanted thing is for counts half: `מנעול לאופנוע` is a lock first, and no cover with a way through for one.
 */
function addAllScores(index: InvertedIndex, terms: QueryTerm[], hits: Hit[]): void {
  const hasEssential = terms.some(({ isQualifier }) => !isQualifier);
  for (const term of terms) addScores(index, term, hits, hasEssential && term.isQualifier ? 0.5 : 1);
}

/**
 * Adds to each hit the points of the best level at which it matches the term. The points rank levels and were set by
 * the query table (tests/search-queries.csv); a term in several fields is worth a little more.
 */
function addScores(index: InvertedIndex, term: QueryTerm, hits: Hit[], weight: number): void {
  const { exact, forms, completions, phonetic } = term;
  const levels: [points: number, terms: string[], fields?: TextField[]][] = [
    [12, exact, ['name']],
    [11, forms, ['name']],
    [10.5, exact, ['synonym']],
    [10, forms, ['synonym']],
    [9, exact, ['category']],
    [8.5, completions, NAMES],
    [8, forms, ['category']],
    // As near to the finished word as this, so that the list does not turn round with the last letter typed.
    [7.5, completions, ['category']],
    [7, phonetic, NAMES],
    [4, exact],
    [3, forms],
    [2.5, phonetic, ['category']],
    [2, allTerms(term)],
  ];
  let unscored = hits;
  for (const [points, terms, fields] of levels) {
    if (terms.length === 0) continue;
    const docs = matchTerms(index, terms, fields);
    unscored = unscored.filter((hit) => {
      if (!contains(docs, hit.docId)) return true;
      hit.score += points * weight;
      return false;
    });
  }
  const inDetails = matchTerms(index, exact, ['detail']);
  for (const hit of hits) if (contains(inDetails, hit.docId)) hit.score += 0.25;
}

/** For each hit, how many of the query terms it matches in the fields. */
function countTerms(index: InvertedIndex, terms: QueryTerm[], hits: Hit[], fields: TextField[]): number[] {
  const counts = hits.map(() => 0);
  for (const term of terms) {
    const docs = matchTerms(index, allTerms(term), fields);
    hits.forEach(({ docId }, at) => {
      counts[at] = (counts[at] as number) + Number(contains(docs, docId));
    });
  }
  return counts;
}
