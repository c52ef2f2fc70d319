import type pg from 'pg';
import { writeSearchTexts } from '#server/catalogue/derived/search-texts.ts';
import type { Writer } from '#server/import/write/writer.ts';

const CATEGORIES = 20;

/**
 * A store with `products` products, made from their numbers alone, so that two runs make the same one. Host:
 * `<key>.localhost`.
 */
export async function fillCatalogue(
  pool: pg.Pool,
  { key, products }: { key: string; products: number },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    const companyUid = await insertStore(client, key);
    for (const step of steps) await client.query(step, [key, products].slice(0, step.includes('$2') ? 2 : 1));
    await writeSearchTexts({ client, companyUid, changes: new Map() } as unknown as Writer);
    await client.query('notify cache_versions');
    await client.query('commit');
    await client.query('vacuum analyze');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function insertStore(client: pg.PoolClient, key: string): Promise<string> {
  const { rows } = await client.query<{ uuid: string }>(
    `insert into companies (key, name, legal_name, company_number, address)
     values ($1, 'חברה', 'חברה בע״מ', '510000000', 'הדרך 1, חיפה') returning uuid`,
    [key],
  );
  const companyUid = rows[0]?.uuid ?? '';
  await client.query(
    `insert into stores (uuid, company_uid, key, name, name_en, seo_title, seo_description)
     values (${uuidOf('$1')}, $2, $1, 'חנות', 'Store', 'חנות', 'קטלוג שנוצר למדידה')`,
    [key, companyUid],
  );
  await client.query(
    `insert into brands (uuid, company_uid, key, name, name_en, position)
     select ${uuidOf("$1 || 'brand' || i")}, $2, 'brand-' || i, 'מותג ' || i, 'Brand ' || i, i from generate_series(1, 8) i`,
    [key, companyUid],
  );
  return companyUid;
}

/** A uuid made of a text, of the form that the contract asks for. */
const uuidOf = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

/** A number from 0 to `below` − 1 that looks like chance and is always the same for one `i` and `salt`. */
const pick = (salt: string, below: number) =>
  `abs(hashint4(i * 7919 + hashtext('${salt}') % 100000)::bigint) % ${below}`;
const oneOf = (salt: string, words: string[]) =>
  `(array[${words.map((word) => `'${word}'`).join(',')}])[1 + (${pick(salt, words.length)})::int]`;
const uid = (what: string, number = 'i') => uuidOf(`$1 || '${what}' || ${number}`);

const names = ['Barak', 'Masa', 'Sufa', 'Derech', 'Dune', 'Trail', 'Clip', 'Maxi', 'Urban', 'Ayal', 'Nimer', 'Wave'];
const uses = ['נייקד', 'ספורט', 'אדוונצ׳ר', 'תיור', 'שטח', 'עירוני'];
const colors = ['אדום', 'שחור', 'לבן', 'כחול', 'ירוק', 'אפור', 'כסף', 'כתום'];
const hexes = ['#c8102e', '#17181b', '#f4f4f2', '#1a4bd6', '#14663a', '#5d636e', '#c0c4c8', '#f06a00'];

const steps = [
  `insert into products (uuid, company_uid, brand_uid, slug, kind, name, subtitle, price_agorot, year, licence_class, stock_policy)
   select ${uid('product')}, c.uuid, ${uid('brand', `(1 + ${pick('brand', 8)})`)}, $1 || '-product-' || i, 'VEHICLE',
     ${oneOf('name', names)} || ' ' || (100 + ${pick('number', 1200)}) || ' ' || i,
     ${oneOf('use', uses)} || ' ל' || ${oneOf('place', ['עיר', 'כביש', 'שביל', 'טיול', 'מסלול'])},
     (5000 + ${pick('price', 145_000)}) * 100, 2023 + ${pick('year', 4)},
     ${oneOf('licence', ['A2', 'A1', 'A', 'B', '1'])},
     (case when ${pick('policy', 20)} = 0 then 'ON_REQUEST' else 'IN_STOCK' end)::stock_policy
   from companies c, generate_series(1, $2::int) i where c.key = $1`,
  `insert into store_products (store_uid, product_uid, is_home, position)
   select ${uuidOf('$1')}, ${uid('product')}, true, ${pick('position', 1_000_000)} from generate_series(1, $2::int) i`,
  `insert into variants (uuid, company_uid, product_uid, sku, price_agorot, stock, position)
   select ${uid('variant', "i || '-' || v")}, c.uuid, ${uid('product')}, upper($1) || '-' || i || '-' || v,
     case when v = 4 then p.price_agorot + 100000 end, greatest(0, (${pick('stock', 12)} + v * 5) % 9 - 2), v
   from companies c, generate_series(1, $2::int) i, generate_series(1, 4) v, lateral (
     select price_agorot from products where uuid = ${uid('product')}) p where c.key = $1`,
  `insert into variant_values (variant_uid, type, value_name, value, value_type, position)
   select ${uid('variant', "i || '-' || v")}, 'COLOR', (array['${colors.join("','")}'])[n], (array['${hexes.join("','")}'])[n], 'COLOR', 0
   from generate_series(1, $2::int) i, generate_series(1, 4) v, lateral (select 1 + ((${pick('color', 8)} + (v - 1) / 2 * 3) % 8)::int as n)
   where $1 <> ''`,
  `insert into variant_values (variant_uid, type, value_name, value, position)
   select ${uid('variant', "i || '-' || v")}, 'SIZE', size, size, 1
   from generate_series(1, $2::int) i, generate_series(1, 4) v,
     lateral (select (array['S','M','L','XL'])[1 + ((${pick('size', 2)} * 2 + v % 2)::int)] as size)
   where $1 <> ''`,
  `insert into product_meta (product_uid, key, value)
   select ${uid('product')}, key, value from generate_series(1, $2::int) i, lateral (values
     ('engine_cc', (49 + ${pick('cc', 1500)})::text), ('power_hp', (5 + ${pick('power', 200)})::text),
     ('seats', (1 + ${pick('seats', 4)})::text), ('use', ${oneOf('use', uses)}),
     ('fuel', ${oneOf('fuel', ['בנזין', 'בנזין', 'בנזין', 'חשמל'])}),
     ('part_number', 'BN-' || (10000 + i) || '-' || chr(65 + (i % 26)))) m (key, value) where $1 <> ''`,
  `insert into product_images (product_uid, media, view, alt, width, height, position)
   select ${uid('product')}, md5('picture' || (i % 40)) || '.avif', 'hero', '', 1600, 1200, 0 from generate_series(1, $2::int) i where $1 <> ''`,
  `insert into collections (uuid, store_uid, slug, name, text, position)
   select ${uid('collection')}, ${uuidOf('$1')}, 'category-' || i, 'קטגוריה ' || i, '', i from generate_series(0, ${CATEGORIES}) i`,
  `insert into collection_products (collection_uid, product_uid, position)
   select ${uid('collection', 'k')}, ${uid('product')}, i from generate_series(1, $2::int) i,
     lateral (values (0), (1 + (${pick('category', CATEGORIES)})::int)) one (k)`,
];
