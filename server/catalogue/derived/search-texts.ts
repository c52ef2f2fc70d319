import { type Synonyms, synonymsOf } from '#domain/search/expand-synonyms.ts';
import { termsOfWord, withFinals } from '#domain/search/search-terms.ts';
import { numberEntries, wordsOf } from '#domain/search/search-text.ts';
import { compounds, vehicleSynonyms } from '#domain/search/vehicle-synonyms.ts';
import { analyseDocument, type SourceText } from '../engine/document-analysis.ts';
import { formatTsvector } from '../search/tsvector.ts';
import type { RowWriter } from './row-writer.ts';
import { sync, type Values } from './sync.ts';

type Found = {
  uuid: string;
  name: string;
  subtitle: string;
  seo_title: string | null;
  brand: string[];
  values: string[];
  fits: string[];
  categories: string[];
  numbers: string[];
  body: string[];
  position: number;
};
type Term = { products: number; shown: string };

const batch = 2_000;
const first = '00000000-0000-0000-0000-000000000000';

/**
 * Writes the search index of the whole company, or what it says of `only` these products: a category's new name is part
 * of it. It derives from rows that other steps have written and counted, so it isn't counted itself.
 */
export async function writeSearchTexts(real: RowWriter, only?: string[]): Promise<void> {
  const writer = { ...real, changes: new Map() };
  const storeTexts: StoreTexts[] = [];
  const brands = await brandSynonyms(writer);
  const { rows: stores } = await writer.client.query<{ uuid: string }>(
    'select uuid from stores where company_uid = $1',
    [writer.companyUid],
  );
  for (const { uuid } of stores) {
    const { rows } = await writer.client.query<{ words: string[] }>(
      'select words from search_synonyms where store_uid = $1 order by position',
      [uuid],
    );
    const synonyms = synonymsOf([...vehicleSynonyms, ...brands, ...rows.map((row) => row.words)], compounds);
    const texts = await textsOf(writer, uuid, synonyms, only);
    if (only) storeTexts.push(texts);
    else await writeStore(writer, texts);
  }
  if (only) await writeProducts(writer, storeTexts, only);
}

async function brandSynonyms(writer: RowWriter): Promise<string[][]> {
  const { rows } = await writer.client.query<{ name: string; name_en: string }>(
    'select name, name_en from brands where company_uid = $1',
    [writer.companyUid],
  );
  return rows.map((brand) => [brand.name, brand.name_en]);
}

type StoreTexts = { storeUid: string; terms: Map<string, Term>; documents: Values[]; numbers: Values[] };

async function textsOf(
  writer: RowWriter,
  storeUid: string,
  synonyms: Synonyms,
  only: string[] | undefined,
): Promise<StoreTexts> {
  const terms = new Map<string, Term>();
  const documents: Values[] = [];
  const numbers: Values[] = [];
  for (let after = first; ; ) {
    const rows = await selectProducts(writer, storeUid, after, only);
    for (const row of rows) {
      const document = analyseDocument(sourceTexts(row), synonyms);
      for (const term of document.terms.keys()) {
        const termId = terms.get(term);
        if (termId) termId.products += 1;
        else terms.set(term, { products: 1, shown: document.surfaceForms.get(term) ?? withFinals(term) });
      }
      documents.push({
        store_uid: storeUid,
        product_uid: row.uuid,
        position: row.position,
        terms: formatTsvector(document.terms),
        body: bodyVector(row.body),
      });
      numbers.push(...numbersOf(writer.companyUid, row));
    }
    const last = rows.at(-1);
    if (!last || rows.length < batch) break;
    after = last.uuid;
  }
  return { storeUid, terms, documents, numbers };
}

const DOCUMENTS = { table: 'search_documents', key: ['store_uid', 'product_uid'] };

async function writeStore(writer: RowWriter, { storeUid, terms, documents, numbers }: StoreTexts): Promise<void> {
  const replace = { column: 'store_uid', values: [storeUid] };
  await sync(writer, { ...DOCUMENTS, replace }, documents);
  await writeNumbers(writer, documents, numbers);
  const termRows = [...terms].map(([term, values]) => ({ store_uid: storeUid, term, ...values }));
  await sync(writer, { table: 'search_terms', key: ['store_uid', 'term'], replace }, termRows);
}

function writeNumbers(writer: RowWriter, documents: Values[], numbers: Values[]): Promise<void> {
  const replace = { column: 'product_uid', values: documents.map((row) => row.product_uid as string) };
  return sync(writer, { table: 'search_numbers', key: ['product_uid', 'number'], replace }, numbers);
}

async function writeProducts(writer: RowWriter, stores: StoreTexts[], only: string[]): Promise<void> {
  for (const { storeUid, terms } of stores) await countTerms(writer, storeUid, terms, only);
  const documents = stores.flatMap((store) => store.documents);
  await sync(writer, { ...DOCUMENTS, replace: { column: 'product_uid', values: only } }, documents);
  // They are the product's, whichever store they were read for.
  const numbers = new Map(
    stores.flatMap((store) => store.numbers.map((row) => [`${row.product_uid} ${row.number}`, row] as const)),
  );
  await writeNumbers(writer, documents, [...numbers.values()]);
}

/** What the vocabulary gains and loses as these products' documents, which are still the former ones, become others. */
async function countTerms(
  { client }: RowWriter,
  storeUid: string,
  terms: Map<string, Term>,
  only: string[],
): Promise<void> {
  const added = JSON.stringify([...terms].map(([term, values]) => ({ term, ...values })));
  await client.query('drop table if exists counted');
  await client.query(
    `create temporary table counted on commit drop as
     with gone as (select term, count(*)::int as products from search_documents d, unnest(tsvector_to_array(d.terms)) term
         where d.store_uid = $1 and d.product_uid = any($2) group by term),
       come as (select * from json_to_recordset($3) r (term text, products int, shown text))
     select term, coalesce(come.products, 0) - coalesce(gone.products, 0) as products, come.shown from gone full join come using (term)
     where come.products is distinct from gone.products`,
    [storeUid, only, added],
  );
  await client.query(
    `insert into search_terms as t (store_uid, term, products, shown)
     select $1, term, products, coalesce(shown, term) from counted order by term
     on conflict (store_uid, term) do update set products = t.products + excluded.products`,
    [storeUid],
  );
  await client.query(
    'delete from search_terms t using counted c where t.store_uid = $1 and t.term = c.term and t.products <= 0',
    [storeUid],
  );
}

const sourceTexts = (row: Found): SourceText[] => [
  { field: 'name', text: row.name },
  ...[...row.brand, ...row.categories, seoTitle(row).noun].map((text): SourceText => ({ field: 'category', text })),
  ...[row.subtitle, seoTitle(row).rest, ...row.values, ...row.fits].map(
    (text): SourceText => ({ field: 'detail', text }),
  ),
];

/** `קלנועית לקניות NOAM Gan 4 – סל אחורי 60 ליטר`: what it is stands before the name, what it has behind. */
function seoTitle({ seo_title, name }: Found): { noun: string; rest: string } {
  const title = seo_title ?? '';
  const at = title.indexOf(name);
  return at < 0 ? { noun: title, rest: '' } : { noun: title.slice(0, at), rest: title.slice(at + name.length) };
}

/** All words of long texts, each once, without weight. PostgreSQL keeps no more than a megabyte of them. */
function bodyVector(texts: string[]): string {
  const terms = new Set(texts.flatMap(wordsOf).flatMap(termsOfWord));
  return [...terms]
    .filter((term) => term.length <= 60)
    .slice(0, 5_000)
    .map((term) => `'${term}'`)
    .join(' ');
}

function numbersOf(companyUid: string, row: Found): Values[] {
  const entries = new Map<string, boolean>();
  for (const number of row.numbers)
    numberEntries(number).forEach((entry, index) => {
      entries.set(entry, entries.get(entry) || index === 0);
    });
  return [...entries].map(([number, whole]) => ({ company_uid: companyUid, product_uid: row.uuid, number, whole }));
}

/**
 * Whether the store's card (`cards/previews.ts`) strikes a price through, of `store_products sp` and `products p`: that
 * of the cheapest variant.
 */
export const STRUCK_THROUGH = `(not p.price_on_request and coalesce(
  (select coalesce(v.deleted_price_agorot, sp.deleted_price_agorot, p.deleted_price_agorot)
     > coalesce(v.price_agorot, sp.price_agorot, p.price_agorot)
   from variants v where v.product_uid = p.uuid and v.active
   order by coalesce(v.price_agorot, sp.price_agorot, p.price_agorot), v.position, v.sku limit 1),
  coalesce(sp.deleted_price_agorot, p.deleted_price_agorot) > coalesce(sp.price_agorot, p.price_agorot), false))`;

async function selectProducts(
  writer: RowWriter,
  storeUid: string,
  after: string,
  only: string[] | undefined,
): Promise<Found[]> {
  const { rows } = await writer.client.query<Found>(
    `select p.uuid, p.name, p.subtitle, p.seo_title, sp.position, array_remove(array[b.name, b.name_en], null) as brand,
       array(select distinct c.name from collection_products cp join collections c on c.uuid = cp.collection_uid
             where cp.product_uid = p.uuid and c.store_uid = $1 order by c.name) as categories,
       array(select value from product_meta m where m.product_uid = p.uuid and m.key <> 'part_number' order by m.key, value)
         || array_remove(array['רישיון ' || nullif(p.licence_class, 'none'), p.year::text,
           case when ${STRUCK_THROUGH} then 'מבצע מבצעים הנחה הנחות sale' end], null)
         || array(select distinct vv.value_name from variants v join variant_values vv on vv.variant_uid = v.uuid
                  where v.product_uid = p.uuid and v.active order by vv.value_name) as values,
       array(select distinct f.name from part_fits pf join products f on f.uuid = pf.vehicle_uid
             where pf.part_uid = p.uuid order by f.name) as fits,
       array(select sku from variants v where v.product_uid = p.uuid and v.active order by v.position, v.sku)
         || array(select value from product_meta m where m.product_uid = p.uuid and m.key = 'part_number' order by value)
         || array(with recursive old as (select o.uuid from products o where o.replaced_by = p.uuid
              union select o.uuid from products o join old on old.uuid = o.replaced_by)
            select sku from variants v join old on old.uuid = v.product_uid
            union select value from product_meta m join old on old.uuid = m.product_uid where m.key = 'part_number' order by 1) as numbers,
       array[regexp_replace(p.description, '<[^>]*>|&[a-z]+;', ' ', 'g'), p.name, p.subtitle]
         || array(select name || ' ' || value || ' ' || unit from product_specs s where s.product_uid = p.uuid order by position)
         || array(select name || ' ' || explanation from product_safety s where s.product_uid = p.uuid order by position) as body
     from store_products sp join products p on p.uuid = sp.product_uid left join brands b on b.uuid = p.brand_uid
     where sp.store_uid = $1 and p.uuid > $2 and ($3::uuid[] is null or p.uuid = any($3)) order by p.uuid limit ${batch}`,
    [storeUid, after, only ?? null],
  );
  return rows;
}
