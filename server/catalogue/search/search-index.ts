import { catalogueTag, listedTag } from '#db/cache-tags.ts';
import { sql } from '#db/sql.ts';
import type { RequestContext } from '../../context.ts';
import { createIndexBuilder, type InvertedIndex } from '../engine/inverted-index.ts';
import { parseTsvector } from './tsvector.ts';

type Row = { uuid: string; position: number; terms: string; kind: string; words: number; numbers: string | null };

const BATCH = 2_000;

/** From memory until an operator changes the catalogue; prices, stock and visibility don't matter to it. */
export const getSearchIndex = (ctx: Pick<RequestContext, 'db' | 'store' | 'cache'>): Promise<InvertedIndex> =>
  ctx.cache.get(
    `search-index:${ctx.store.uuid}`,
    { tags: [catalogueTag(ctx.store.uuid)], reload: [listedTag(ctx.store.uuid)], givesFormer: true },
    () => loadIndex(ctx),
  );

/** In batches, between which other requests have their turn. */
async function loadIndex({ db, store }: Pick<RequestContext, 'db' | 'store'>): Promise<InvertedIndex> {
  const builder = createIndexBuilder();
  for (let last: Row | undefined; ; ) {
    const { rows } = await db.execute<Row>(sql`
      select d.product_uid as uuid, d.position, d.terms::text as terms, p.kind, array_length(string_to_array(p.name, ' '), 1) as words,
        (select string_agg(n.number || case when n.whole then '!' else '' end, ' ') from search_numbers n
         where n.product_uid = p.uuid and n.company_uid = p.company_uid) as numbers
      from search_documents d join products p on p.uuid = d.product_uid
      where d.store_uid = ${store.uuid}
        and (d.position, d.product_uid) > (${last?.position ?? -(2 ** 31)}, ${last?.uuid ?? '00000000-0000-0000-0000-000000000000'})
      order by d.position, d.product_uid limit ${BATCH}`);
    for (const { uuid, kind, words, terms, numbers } of rows) {
      builder.add({
        uuid,
        isVehicle: kind === 'VEHICLE',
        nameLength: words,
        terms: parseTsvector(terms),
        partNumbers: (numbers?.split(' ') ?? []).map((number) => ({
          number: number.replace('!', ''),
          isWhole: number.endsWith('!'),
        })),
      });
    }
    last = rows.at(-1);
    if (rows.length < BATCH) break;
  }
  const { rows } = await db.execute<{ term: string; shown: string }>(
    sql`select term, shown from search_terms where store_uid = ${store.uuid} and shown <> term`,
  );
  return builder.finish(new Map(rows.map(({ term, shown }) => [term, shown])));
}
