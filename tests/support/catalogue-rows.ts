import type pg from 'pg';

/**
 * Tables that an import fills, and those that it makes of them but the list of search terms, which may write a word in
 * capitals or not.
 */
const TABLES = [
  ...['companies', 'brands', 'branches', 'branch_stores', 'stores', 'template_settings', 'finance_plans'],
  ...['delivery_types', 'products', 'store_products', 'product_meta', 'variants', 'variant_values', 'branch_stock'],
  ...[
    'product_images',
    'product_specs',
    'spec_templates',
    'product_safety',
    'product_faqs',
    'product_relations',
    'part_fits',
    'configurator_groups',
  ],
  ...['configurator_choices', 'configurator_rules', 'assemblies', 'assembly_vehicles', 'assembly_callouts'],
  ...['callout_parts', 'collections', 'collection_products', 'sales', 'coupons', 'menu_links', 'widgets'],
  ...['content_pages', 'post_categories', 'posts', 'redirects', 'slug_history', 'search_synonyms'],
  ...['search_documents', 'search_numbers', 'vat_rates'],
];
/** They are another's in another database, or are counted anew. */
const OWN = ['uuid', 'created_at', 'updated_at', 'uses'];

/**
 * For tests: every row that a catalogue consists of, alike in two databases that hold the same; uuids are told by what
 * they name.
 */
export async function catalogueRows(pool: pg.Pool): Promise<Record<string, string[]>> {
  const names = new Map<string, string>();
  for (const table of TABLES) {
    const { rows } = await pool.query(`select to_jsonb(t) as row from ${table} t`);
    for (const { row } of rows)
      if (row.uuid)
        names.set(row.uuid, `${table}:${row.slug ?? row.key ?? row.sku ?? row.code ?? row.name ?? row.position}`);
  }
  const found: Record<string, string[]> = {};
  for (const table of TABLES) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${table} t`);
    found[table] = rows
      .map(({ row }) => {
        for (const column of OWN) delete row[column];
        return JSON.stringify(row).replace(
          /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
          (uuid) => names.get(uuid) ?? '?',
        );
      })
      .sort();
  }
  return found;
}
