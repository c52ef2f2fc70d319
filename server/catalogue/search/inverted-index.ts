import { sql } from 'drizzle-orm';
import type { RequestContext } from '../../context.ts';
import { type Bits, bitsOf, none, type Places } from '../engine/places.ts';

/** PostgreSQL's weights of a term (`cli/import/write/search-document.ts`). */
const WEIGHTS = 'ABCD';

/**
 * A store's search documents turned round: for each term, the documents that have it with each weight. A document is its place
 * in the store's own order, so that the first ones of a set are those that the store shows first (docs/decisions/0010).
 */
export type InvertedIndex = {
  uuids: string[];
  vehicles: Bits;
  /** How many words each name has. */
  nameLength: Uint8Array;
  /** In the order of their letters, so that those with one beginning stand together. */
  terms: string[];
  ids: Map<string, number>;
  /** In how many documents each term is. */
  frequency: Uint32Array;
  /** Documents with term `id` at weight `w`: `postings[starts[4 * id + w]] … postings[starts[4 * id + w + 1] - 1]`, ascending. */
  starts: Uint32Array;
  postings: Uint32Array;
  /** The same as bits, where that is shorter. */
  dense: Map<number, Bits>;
  /** Words without digits, by three letters in a row. */
  trigrams: Map<string, number[]>;
  /** How people write a term, where that is not the term itself. */
  written: Map<string, string>;
  numbers: SortedLines;
  /** Room for a set that is needed for a moment; to make a new one takes longer than to fill it. */
  scratch: Bits;
};

/** Lines `{number} {0 whole | 1 later part} {document}` in their order, as one text: a million strings would take five times as much. */
export type SortedLines = { text: string; starts: Uint32Array };

type Row = { uuid: string; position: number; terms: string; kind: string; words: number; numbers: string | null };

const BATCH = 2_000;

/** From memory until an operator changes the catalogue; prices, stock and visibility don't matter to it. */
export const indexOf = (ctx: Pick<RequestContext, 'db' | 'store' | 'cache'>): Promise<InvertedIndex> =>
  ctx.cache.get(
    `search-index:${ctx.store.uuid}`,
    () => loadIndex(ctx),
    async (index) => index,
  );

/** In batches, between which other requests have their turn. */
async function loadIndex({ db, store }: Pick<RequestContext, 'db' | 'store'>): Promise<InvertedIndex> {
  const build = builder();
  for (let last: Row | undefined; ; ) {
    const { rows } = await db.execute<Row>(sql`
      select d.product_uid as uuid, d.position, d.terms::text as terms, p.kind, array_length(string_to_array(p.name, ' '), 1) as words,
        (select string_agg(n.number || case when n.whole then '!' else '' end, ' ') from search_numbers n
         where n.product_uid = p.uuid and n.company_uid = p.company_uid) as numbers
      from search_documents d join products p on p.uuid = d.product_uid
      where d.store_uid = ${store.uuid}
        and (d.position, d.product_uid) > (${last?.position ?? -(2 ** 31)}, ${last?.uuid ?? '00000000-0000-0000-0000-000000000000'})
      order by d.position, d.product_uid limit ${BATCH}`);
    for (const row of rows) build.add(row);
    last = rows.at(-1);
    if (rows.length < BATCH) break;
  }
  const { rows } = await db.execute<{ term: string; shown: string }>(
    sql`select term, shown from search_terms where store_uid = ${store.uuid} and shown <> term`,
  );
  return build.finish(new Map(rows.map(({ term, shown }) => [term, shown])));
}

function builder() {
  const uuids: string[] = [];
  const vehicles: number[] = [];
  const lengths: number[] = [];
  const numbers: string[] = [];
  const found = new Map<string, number>();
  /** Pairs of a key (term and weight) and a document. */
  const keys: number[] = [];
  const documents: number[] = [];
  const frequencies: number[] = [];

  function add({ uuid, terms, kind, words, numbers: own }: Row): void {
    const document = uuids.push(uuid) - 1;
    if (kind === 'VEHICLE') vehicles.push(document);
    lengths.push(Math.min(words, 255));
    for (const number of own?.split(' ') ?? []) {
      const place = String(document).padStart(9, '0');
      numbers.push(number.endsWith('!') ? `${number.slice(0, -1)} 0 ${place}` : `${number} 1 ${place}`);
    }
    for (const [, term = '', positions = ''] of terms.matchAll(/'([^']+)'(?::([^ ]+))?/g)) {
      const id = found.get(term) ?? found.size;
      found.set(term, id);
      frequencies[id] = (frequencies[id] ?? 0) + 1;
      for (let weight = 0; weight < WEIGHTS.length; weight++) {
        if (!hasWeight(positions, weight)) continue;
        keys.push(4 * id + weight);
        documents.push(document);
      }
    }
  }

  function finish(written: Map<string, string>): InvertedIndex {
    const order = [...found.keys()].sort();
    const rank = new Uint32Array(order.length);
    order.forEach((term, id) => {
      rank[found.get(term) as number] = id;
    });
    const starts = new Uint32Array(4 * order.length + 1);
    const keyOf = (key: number): number => 4 * (rank[key >>> 2] as number) + (key & 3);
    for (const key of keys) starts[keyOf(key) + 1] = (starts[keyOf(key) + 1] as number) + 1;
    for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] as number) + (starts[at - 1] as number);
    const free = starts.slice();
    const postings = new Uint32Array(keys.length);
    keys.forEach((key, at) => {
      const place = free[keyOf(key)] as number;
      postings[place] = documents[at] as number;
      free[keyOf(key)] = place + 1;
    });
    const dense = new Map<number, Bits>();
    for (let key = 0; key + 1 < starts.length; key++) {
      const list = postings.subarray(starts[key], starts[key + 1]);
      if (list.length * 32 > uuids.length) dense.set(key, bitsOf(uuids.length, list));
    }
    const frequency = new Uint32Array(order.length);
    frequencies.forEach((count, id) => {
      frequency[rank[id] as number] = count;
    });
    return {
      uuids,
      vehicles: bitsOf(uuids.length, vehicles),
      nameLength: Uint8Array.from(lengths),
      terms: order,
      ids: new Map(order.map((term, id) => [term, id])),
      frequency,
      starts,
      postings,
      dense,
      trigrams: trigramIndex(order),
      written,
      numbers: sortedLines(numbers),
      scratch: none(uuids.length),
    };
  }
  return { add, finish };
}

function sortedLines(lines: string[]): SortedLines {
  const starts = new Uint32Array(lines.length + 1);
  lines.sort().forEach((line, at) => {
    starts[at + 1] = (starts[at] as number) + line.length + 1;
  });
  return { text: `${lines.join('\n')}\n`, starts };
}

/** `''` beyond the last. */
export const lineAt = ({ text, starts }: SortedLines, place: number): string =>
  text.slice(starts[place], (starts[place + 1] ?? 1) - 1);

/** PostgreSQL writes `1A,2C,3`; a position without a letter has the weight D. */
const hasWeight = (positions: string, weight: number): boolean =>
  weight === 3 ? /\d(?:,|$)/.test(positions) : positions.includes(WEIGHTS[weight] as string);

function trigramIndex(terms: string[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  terms.forEach((term, id) => {
    if (!/^\p{L}+$/u.test(term)) return;
    for (const trigram of trigramsOf(term)) {
      const ids = index.get(trigram);
      if (ids) ids.push(id);
      else index.set(trigram, [id]);
    }
  });
  return index;
}

/** As pg_trgm makes them: a word has two spaces before it and one behind it. */
export function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
}

/** The documents that have the term with one of the weights. */
export function documentsWith(
  { ids, starts, postings, dense }: InvertedIndex,
  term: string,
  weights = WEIGHTS,
): Places[] {
  const id = ids.get(term);
  if (id === undefined) return [];
  return [...weights].map((weight) => {
    const key = 4 * id + WEIGHTS.indexOf(weight);
    const bits = dense.get(key);
    return bits ? { bits } : { list: postings.subarray(starts[key], starts[key + 1]) };
  });
}

/** The place of the first entry of an ascending list that is not before `text`. */
export function lowerBound(length: number, at: (place: number) => string, text: string): number {
  let from = 0;
  let to = length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (at(middle) < text) from = middle + 1;
    else to = middle;
  }
  return from;
}
