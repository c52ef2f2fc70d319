import type { RequestContext } from '../../context.ts';
import { type Bitset, cardinality, contains, emptyBitset, forEachDoc, intersection, setBit } from '../engine/bitset.ts';
import { type DocIdMap, docIdMap } from '../engine/doc-id-map.ts';
import type { InvertedIndex } from '../engine/inverted-index.ts';
import { analyseQuery, type QueryAnalysis } from '../engine/query-analysis.ts';
import { searchKind, searchText } from '../engine/text-search.ts';
import type { Catalogue } from '../snapshot/catalogue.ts';
import { type LongTextScope, searchLongTexts, wordsOfLongTexts } from './long-texts.ts';
import { getSearchIndex } from './search-index.ts';
import { findQuestions, findSitePages, isSitePageWord } from './site-pages.ts';

export type SearchResult = {
  /** Document ids of the catalogue: the best, best first, and behind them all others in the store's own order. */
  sortOrder: Uint32Array;
  /** The same as a set. */
  resultSet: Bitset;
  /** There may be more, since long texts and part numbers are read so far only (`MAX_RANKED`). */
  truncated: boolean;
  /** What the search was taken for, where the keyboard layout or the spelling was corrected. */
  corrected: string | null;
  analysis: QueryAnalysis;
  /** No product has all the words, so that these have some of them. */
  isPartial: boolean;
};

/** A part of the store to search in: `docs`, which are at most those of the collection and of the kind. */
type SearchScope = LongTextScope & { docs: Bitset };

type Searches = { catalogue: Catalogue; byText: Map<string, Promise<SearchResult>> };
const searchesOfRequest = new WeakMap<RequestContext, Searches>();

/**
 * The store's products for what was typed, or those of a part of it. How a search is understood depends on the whole
 * store, so that a part never shows near misses as if they were what was looked for. A page asks in several places; a
 * request searches the store once.
 */
export function search(
  ctx: RequestContext,
  catalogue: Catalogue,
  text: string,
  scope?: SearchScope,
): Promise<SearchResult> {
  if (scope) return find(ctx, catalogue, text, scope);
  const earlier = searchesOfRequest.get(ctx);
  const byText = earlier?.catalogue === catalogue ? earlier.byText : new Map<string, Promise<SearchResult>>();
  searchesOfRequest.set(ctx, { catalogue, byText });
  const result = byText.get(text) ?? find(ctx, catalogue, text);
  byText.set(text, result);
  return result;
}

/** A word that a service, a page or a long text of the store has is never taken for another one. */
export async function analyse(ctx: RequestContext, index: InvertedIndex, text: string): Promise<QueryAnalysis> {
  const plain = analyseQuery(index, text);
  if (plain.guesses.length + plain.unmatched.length === 0 && plain.corrected === null) return plain;
  const isOfPage = await isSitePageWord(ctx);
  const analysis = analyseQuery(index, text, isOfPage);
  // One word alone is looked for in the long texts before any guess.
  if (analysis.guesses.length === 0 || analysis.tokens.length === 1) return analysis;
  const longTextWords = await wordsOfLongTexts(
    ctx,
    analysis.guesses.map(({ token }) => token),
  );
  return longTextWords.size === 0
    ? analysis
    : analyseQuery(index, text, (token) => longTextWords.has(token) || isOfPage(token));
}

async function find(
  ctx: RequestContext,
  catalogue: Catalogue,
  text: string,
  scope?: SearchScope,
): Promise<SearchResult> {
  const index = await getSearchIndex(ctx);
  const analysis = await analyse(ctx, index, text);
  const docIds = docIdMap(index, catalogue);
  const { isWeak, docs, rank, ...answer } = await searchText({
    index,
    text,
    analysis,
    docIds,
    published: catalogue.published,
    scope: scope?.docs,
    async searchBodies(tokens) {
      const inStore = await searchLongTexts(ctx, tokens);
      const { uuids, truncated } = inStore.truncated && scope ? await searchLongTexts(ctx, tokens, scope) : inStore;
      return { textIds: docIds.toTextIds(uuids), truncated };
    },
  });
  if (isWeak && (await isAnswered(ctx, analysis, text))) {
    const resultSet = emptyBitset(catalogue.uuids.length);
    return { resultSet, sortOrder: new Uint32Array(), truncated: false, corrected: null, analysis, isPartial: false };
  }
  if (scope) docIds.retain(docs, scope.docs);
  return { ...toCatalogue(catalogue, docIds, rank(docs), docs), ...answer, analysis };
}

/**
 * Whether the query asks for a branch, financing or insurance: then products whose texts happen to have the word, or
 * one like it, aren't meant.
 */
async function isAnswered(ctx: RequestContext, { tokens, guesses }: QueryAnalysis, text: string): Promise<boolean> {
  if ((await findSitePages(ctx, tokens, text)).articles.length > 0) return true;
  return guesses.length === 0 && (await findQuestions(ctx, tokens)).length > 0;
}

/**
 * Those of `docs` that are of the kind which the text names first, however many of its other words they have; `null`
 * where it names none.
 */
export async function searchOfKind(
  ctx: RequestContext,
  catalogue: Catalogue,
  text: string,
  docs: Bitset,
): Promise<SearchResult | null> {
  const index = await getSearchIndex(ctx);
  const analysis = await analyse(ctx, index, text);
  const docIds = docIdMap(index, catalogue);
  const textAnswer = searchKind({ index, analysis, docIds, published: intersection(catalogue.published, docs) });
  if (!textAnswer) return null;
  const { docs: ofKind, rank, isWeak, ...answer } = textAnswer;
  return { ...toCatalogue(catalogue, docIds, rank(ofKind), ofKind), ...answer, analysis };
}

function toCatalogue(
  { uuids }: Catalogue,
  docIds: DocIdMap,
  ranked: number[],
  docs: Bitset,
): Pick<SearchResult, 'sortOrder' | 'resultSet'> {
  const resultSet = emptyBitset(uuids.length);
  const sortOrder = new Uint32Array(cardinality(docs));
  let length = 0;
  const add = (textId: number): void => {
    const docId = docIds.toDocId(textId);
    if (contains(resultSet, docId)) return;
    setBit(resultSet, docId, true);
    sortOrder[length++] = docId;
  };
  ranked.forEach(add);
  if (length < sortOrder.length) forEachDoc(docs, add);
  return { resultSet, sortOrder };
}
