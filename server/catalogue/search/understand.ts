import type { RequestContext } from '../../context.ts';
import { contains } from '../engine/bitset.ts';
import { docIdMap } from '../engine/doc-id-map.ts';
import { matchNames } from '../engine/matching.ts';
import type { QueryAnalysis } from '../engine/query-analysis.ts';
import { getCatalogue } from '../snapshot/catalogue.ts';
import { readNeeds } from './needs.ts';
import { analyse, type SearchResult, search } from './search.ts';
import { getSearchIndex } from './search-index.ts';

export type Understood = Pick<SearchResult, 'analysis' | 'corrected'> & {
  /** By what it says itself. */
  isOrdered: boolean;
};

/**
 * How a search is read: in which keyboard layout, with which spelling (`engine/query-analysis.ts` decides). A figure is
 * no misspelt word.
 */
export async function understand(ctx: RequestContext, text: string): Promise<Understood> {
  const catalogue = await getCatalogue(ctx);
  const needs = readNeeds(catalogue, text);
  if (!needs) return { ...(await search(ctx, catalogue, text)), isOrdered: false };
  const [analysis, { corrected }] = await Promise.all([
    getSearchIndex(ctx).then((index) => analyse(ctx, index, text)),
    needs.text ? search(ctx, catalogue, needs.text) : { corrected: null },
  ]);
  return { analysis, corrected, isOrdered: needs.sortOrder !== null };
}

/** Those of the products whose names have all the words, finished. */
export async function namedBy(
  ctx: RequestContext,
  { terms, unmatched }: QueryAnalysis,
  docIds: number[],
): Promise<Set<string>> {
  if (terms.length === 0 || unmatched.length > 0) return new Set();
  const [index, catalogue] = await Promise.all([getSearchIndex(ctx), getCatalogue(ctx)]);
  const { toTextIds } = docIdMap(index, catalogue);
  const docs = matchNames(index, terms);
  const uuids = docIds.map((docId) => catalogue.uuids[docId] as string);
  return new Set(uuids.filter((uuid) => toTextIds([uuid]).some((textId) => contains(docs, textId))));
}
