import { expect, test } from 'vitest';
import { WATCHED } from '#db/change-log.ts';
import { getTableConfig, PgTable } from '#db/schema/columns.ts';
import * as schema from '#db/schema/index.ts';
import { is } from '#db/sql.ts';
import { fieldName, tableName } from '#domain/text/field-names.ts';

const HEBREW = /[א-ת]/;

test('staff read a Hebrew name for each table of the change log, and for each of its columns', () => {
  const tables = Object.values(schema)
    .flatMap((table) => (is(table, PgTable) ? [getTableConfig(table)] : []))
    .filter(({ name }) => WATCHED[name]);
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(WATCHED).sort());
  expect(tables.map(({ name }) => name).filter((name) => !HEBREW.test(tableName(name)))).toEqual([]);
  const nameless = tables.flatMap(({ name: table, columns }) =>
    columns.flatMap(({ name }) => (HEBREW.test(fieldName(table, name)) ? [] : [`${table}.${name}`])),
  );
  expect(nameless).toEqual([]);
});
