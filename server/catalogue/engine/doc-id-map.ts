import { type Bitset, bitsetOf, cardinality, contains, forEachDoc, intersectInto, setBit } from './bitset.ts';
import type { FacetIndex } from './facet-index.ts';
import type { InvertedIndex } from './inverted-index.ts';

/**
 * Translates between document ids of the inverted index (`textId`) and of the facet index (`docId`): each has an order
 * of its own.
 */
export type DocIdMap = {
  /** −1 where the facet index doesn't have the document. */
  toDocId: (textId: number) => number;
  /** Those that the inverted index has. */
  toTextIds: (uuids: string[]) => number[];
  /** Removes from a set of text ids what is not among `docs`. */
  retain: (textIds: Bitset, docs: Bitset) => void;
};

type Cached = { byUuid: FacetIndex['byUuid']; map: DocIdMap };
/** As long as both indexes are in memory; a refresh of the facet index keeps its document ids. */
const cache = new WeakMap<InvertedIndex, Cached>();

export function docIdMap(text: InvertedIndex, { byUuid, uuids }: Pick<FacetIndex, 'byUuid' | 'uuids'>): DocIdMap {
  const cached = cache.get(text);
  if (cached?.byUuid === byUuid) return cached.map;
  const map = createMap(text, byUuid, uuids.length);
  cache.set(text, { byUuid, map });
  return map;
}

function createMap({ uuids }: InvertedIndex, byUuid: Map<string, number>, length: number): DocIdMap {
  const docIds = Int32Array.from(uuids, (uuid) => byUuid.get(uuid) ?? -1);
  const textIds = new Int32Array(length).fill(-1);
  docIds.forEach((docId, textId) => {
    if (docId >= 0) textIds[docId] = textId;
  });
  const mapped = bitsetOf(
    docIds.length,
    textIds.filter((textId) => textId >= 0),
  );
  return {
    toDocId: (textId) => docIds[textId] as number,
    toTextIds: (uuids) => uuids.map((uuid) => textIds[byUuid.get(uuid) ?? -1] ?? -1).filter((textId) => textId >= 0),
    retain(set, docs) {
      intersectInto(set, mapped);
      // The shorter way: of a whole store fewer are removed than retained.
      if (cardinality(docs) > length / 2) {
        const removed = docs.map((word) => ~word);
        forEachDoc(removed, (docId) => {
          const textId = textIds[docId] ?? -1;
          if (textId >= 0) setBit(set, textId, false);
        });
      } else {
        forEachDoc(set, (textId) => {
          if (!contains(docs, docIds[textId] as number)) setBit(set, textId, false);
        });
      }
    },
  };
}
