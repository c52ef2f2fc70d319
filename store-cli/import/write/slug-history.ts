import { sync } from './sync.ts';
import { tally, type Writer } from './writer.ts';

type Named = { uuid: string | undefined; former_slugs?: string[] | null | undefined };

/** Addresses that were once given out stay known: a row that names them no more takes none away. */
export async function writeFormerSlugs(
  writer: Writer,
  { owner, type }: { owner: string; type: 'PRODUCT' | 'COLLECTION' },
  named: Named[],
): Promise<void> {
  const rows = named.flatMap(({ uuid, former_slugs }) =>
    [...new Set(former_slugs)].map((slug) => ({ owner_uid: owner, entity_type: type, slug, entity_uid: uuid })),
  );
  await sync(writer, { table: 'slug_history', key: ['owner_uid', 'entity_type', 'slug'] }, rows);
}

/** A product whose row names its slug as a former one keeps its orders, its pictures and its place in the categories' lists. */
export async function renameProducts(writer: Writer): Promise<void> {
  for (const { data } of writer.folder.products) {
    if (!data.former_slugs?.length) continue;
    const { rows } = await writer.client.query<{ former: string }>(
      `update products p set slug = $2 from products was
       where p.uuid = was.uuid and p.company_uid = $1 and p.slug = any($3)
         and not exists (select 1 from products where company_uid = $1 and slug = $2)
       returning was.slug as former`,
      [writer.companyUid, data.slug, data.former_slugs],
    );
    tally(writer, 'products', { updated: rows.length });
    for (const { former } of rows) await renameInLists(writer, former, data.slug);
  }
}

async function renameInLists({ client, companyUid }: Writer, former: string, slug: string): Promise<void> {
  await client.query(
    `update collections c set rule = jsonb_set(rule, '{products}',
       (select jsonb_agg(case when one = to_jsonb($2::text) then to_jsonb($3::text) else one end order by place)
        from jsonb_array_elements(rule->'products') with ordinality list (one, place)))
     from stores s where s.uuid = c.store_uid and s.company_uid = $1 and rule->'products' ? $2`,
    [companyUid, former, slug],
  );
}
