import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../tests/support/database.ts';

/** Without an index, deleting or renumbering a row reads the whole referencing table. */
test('every foreign key has an index that begins with its columns', async () => {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string; indexed: boolean }>(`
      select c.conrelid::regclass || ' (' || string_agg(a.attname, ', ' order by array_position(c.conkey, a.attnum)) || ')' as key,
        exists (
          select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
            and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
        ) or exists (
          select from pg_index i where i.indrelid = c.conrelid and cardinality(c.conkey) = 1
            and i.indkey[0] = c.conkey[1] and pg_get_expr(i.indpred, i.indrelid) ~ ('^\\(*' || min(a.attname) || ' IS NOT NULL\\)*$')
        ) as indexed
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      group by c.oid, c.conrelid, c.conkey order by 1`);
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter(({ indexed }) => !indexed).map(({ key }) => key)).toEqual([]);
  } finally {
    await client.end();
    await database.drop();
  }
});
