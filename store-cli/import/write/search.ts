import { type Searchable, searchText } from '#domain/search-text.ts';
import { tally, type Writer } from './writer.ts';

type Found = Omit<Searchable, 'brand'> & { uuid: string; brand: string[]; search_text: string };

const batch = 5_000;

/** The text that products are searched in, made anew for the whole company: a category's new name is in it too. */
export async function writeSearchTexts(writer: Writer): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await writer.client.query<Found>(
      `select p.uuid, p.name, p.subtitle, p.search_text, array_remove(array[b.name, b.name_en], null) as brand,
         array(select sku from variants v where v.product_uid = p.uuid and v.active order by v.position, v.sku)
           || array(select value from product_meta m where m.product_uid = p.uuid and m.key = 'part_number' order by value) as numbers,
         array(select distinct c.name from collection_products cp join collections c on c.uuid = cp.collection_uid
               where cp.product_uid = p.uuid order by c.name) as categories,
         array(select value from product_meta m where m.product_uid = p.uuid and m.key <> 'part_number' order by m.key, value) as meta
       from products p left join brands b on b.uuid = p.brand_uid
       where p.company_uid = $1 and p.uuid > $2 order by p.uuid limit ${batch}`,
      [writer.companyUid, after],
    );
    const changed = rows
      .map((row) => ({ uuid: row.uuid, was: row.search_text, text: searchText(row) }))
      .filter((row) => row.was !== row.text);
    await writer.client.query(
      'update products p set search_text = s.text from unnest($1::uuid[], $2::text[]) as s(uuid, text) where p.uuid = s.uuid',
      [changed.map((row) => row.uuid), changed.map((row) => row.text)],
    );
    // A product without a text is new, and counted as such.
    tally(writer, 'products', { updated: changed.filter((row) => row.was !== '').length });
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.uuid;
  }
}
