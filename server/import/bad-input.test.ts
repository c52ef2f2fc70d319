import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import { migratedDatabase } from '../../tests/support/database.ts';
import { added, altered, sampleFolder } from '../../tests/support/sample-folder.ts';
import { importFolder } from './import.ts';

let database: Awaited<ReturnType<typeof migratedDatabase>>;
let connection: Connection;
let media: string;

beforeAll(async () => {
  database = await migratedDatabase();
  connection = connect(database.url, { max: 2 });
  media = await mkdtemp(join(tmpdir(), 'media-'));
});
afterAll(async () => {
  await connection.close();
  await database.drop();
  await rm(media, { recursive: true });
});

/** The lines of the list, as `file row column value: reason`. */
async function errorsOf(changes: Record<string, string | Uint8Array | null>): Promise<string[]> {
  const folder = await sampleFolder(changes);
  try {
    const report = await importFolder({ pool: connection.pool, folder: folder.path, storage: localStorage(media) });
    expect(report.written).toBe(report.errors.length === 0);
    return report.errors.map((e) => `${e.file} ${e.row ?? '-'} ${e.column ?? '-'} ${e.value ?? '-'}: ${e.reason}`);
  } finally {
    await folder.remove();
  }
}

/** Rows of every table. */
async function contents(): Promise<Record<string, number>> {
  const { rows } = await connection.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'sandbox') and table_type = 'BASE TABLE'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const found = await connection.pool.query<{ count: string }>(`select count(*) from ${name}`);
    counts[name] = Number(found.rows[0]?.count);
  }
  return counts;
}

const products = 'catalogue/products.csv';
const variants = 'catalogue/variants.csv';
const collections = 'stores/one/collections.csv';
const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('each fault is listed with file, row, column, value and reason', () => {
  test.each<[string, Record<string, string | Uint8Array | null>, string[]]>([
    ['wrong price', altered(products, ',42900,', ',42.900,'), [`${products} 2 price 42.900: is not a price`]],
    ['negative price', altered(products, ',890,', ',-890,'), [`${products} 4 price -890: is not a price`]],
    ['price in words', altered(variants, ',43900,', ',חינם,'), [`${variants} 3 price חינם: is not a price`]],
    [
      'wrong price in a store',
      altered(products, 'all=41900.50', 'all=41.9005'),
      [`${products} 2 stores one|all=41.9005: all=41.9005: is not a price`],
    ],
    [
      'old price below the price',
      altered(products, ',62900,65900,', ',62900,60000,'),
      [`${products} 3 deleted_price 60000: the old price is not above`],
    ],
    [
      'unknown brand',
      altered(products, 'helmet,ACCESSORY,gear', 'helmet,ACCESSORY,acme'),
      [`${products} 4 brand acme: unknown brand`],
    ],
    ['unknown store', altered(products, ',all,,4', ',nowhere,,4'), [`${products} 5 stores nowhere: unknown store`]],
    [
      'home store elsewhere',
      altered(products, ',one|all,all,2', ',one,all,2'),
      [`${products} 3 home_store all: is not among`],
    ],
    ['unknown kind', altered(products, 'SPARE_PART', 'SPARE'), [`${products} 5 kind SPARE: is not one of VEHICLE`]],
    ['unknown product', added(variants, 'ghost,GHOST-1,,,,,,1,,,\n'), [`${variants} 8 product ghost: unknown product`]],
    [
      'duplicate SKU',
      added(variants, 'one-800,ONE-500-RED,כחול,#0000ff,,,,1,,,\n'),
      [`${variants} 8 sku ONE-500-RED: duplicate SKU, first in ${variants} row 2`],
    ],
    [
      'duplicate slug',
      added(products, 'helmet,ACCESSORY,gear,קסדה,,900,,,,,,,one,,\n'),
      [`${products} 6 slug helmet: duplicate slug, first in ${products} row 4`],
    ],
    [
      'slug with capitals',
      altered('catalogue/faq.csv', 'one-500', 'One 500'),
      ['catalogue/faq.csv 2 product One 500: is not a slug'],
    ],
    ['bad colour', altered(variants, '#C8102E', 'red'), [`${variants} 2 color red: is not a colour`]],
    [
      'colour without name',
      altered(variants, 'אדום,#c8102e,,,,3', ',#c8102e,,,,3'),
      [`${variants} 4 color_name -: is empty, but there is a color`],
    ],
    [
      'same choice twice',
      altered(variants, 'HELMET-L,שחור,#17181b,L', 'HELMET-L,שחור,#17181b,M'),
      [`${variants} 6 sku HELMET-L: has the same colour, size and options as HELMET-M`],
    ],
    [
      'missing picture',
      altered(variants, 'one-800/red', 'one-800/green'),
      [`${variants} 4 picture one-800/green: missing picture`],
    ],
    [
      'picture outside',
      altered(variants, 'one-800/red', '../../etc/red'),
      [`${variants} 4 picture ../../etc/red: is not a path below pictures/`],
    ],
    [
      'picture that is none',
      { 'pictures/one-800/red-hero.png': 'not a picture' },
      [`${variants} 4 picture pictures/one-800/red-hero.png: is not a picture`],
    ],
    [
      'missing logo',
      { 'stores/all/files/logo.svg': null },
      ['stores/all/store.json - logo files/logo.svg: there is no such picture'],
    ],
    ['unknown column', altered(products, ',price,', ',prise,'), [`${products} 1 prise prise: is an unknown column`]],
    [
      'missing column',
      altered(variants, 'product,sku,', 'product,size,'),
      [`${variants} 1 size size: is there twice`, `${variants} 1 sku -: this column is missing`],
    ],
    [
      'too few cells',
      added('catalogue/specs.csv', 'one-500,מנוע\n'),
      ['catalogue/specs.csv 5 - -: has 2 cells, the header has 5'],
    ],
    [
      'a quote that never ends',
      added('catalogue/faq.csv', 'one-500,"שאלה,תשובה\n'),
      ['catalogue/faq.csv 3 - -: cannot be read as CSV'],
    ],
    [
      'unknown file',
      { 'catalogue/product.csv': 'slug\n' },
      ['catalogue/product.csv - - -: is not a file of this format'],
    ],
    [
      'unknown parent category',
      altered(collections, 'naked,bikes', 'naked,boats'),
      [`${collections} 3 parent boats: unknown category`],
    ],
    [
      'product in a category',
      altered(collections, ',one-800,', ',filter,'),
      [`${collections} 3 products filter: store one does not sell this product`],
    ],
    [
      'relation to nothing',
      altered('catalogue/relations.csv', 'helmet', 'hat'),
      ['catalogue/relations.csv 2 related hat: unknown product'],
    ],
    [
      'years the wrong way',
      altered('catalogue/fits.csv', '2024,2026', '2026,2024'),
      ['catalogue/fits.csv 2 year_to 2024: is before year_from'],
    ],
    [
      'menu to an unknown category',
      altered('stores/one/menus.json', '"slug":"naked"', '"slug":"nude"'),
      ['stores/one/menus.json - TOP_MENU[0].children[0] nude: leads nowhere: unknown category'],
    ],
    [
      'menu to an unknown page',
      altered('stores/one/menus.json', 'contact', 'kontakt'),
      ['stores/one/menus.json - TOP_MENU[1] kontakt: leads nowhere: there is no such page'],
    ],
    ...['road_fees', 'handover', 'licence_notes', 'vehicle_names'].map(
      (part): [string, Record<string, string | Uint8Array | null>, string[]] => [
        `unknown brand in ${part}`,
        altered(
          'stores/one/store.json',
          '"template_settings":',
          `"${part}":[{${{ road_fees: '"name":"a","price":1', handover: '"title":"a","text":"a"', licence_notes: '"text":"a"', vehicle_names: '"definite":"האופנוע","indefinite":"אופנוע"' }[part]},"brands":["acme"]}],"template_settings":`,
        ),
        [`stores/one/store.json - ${part}[0].brands acme: unknown brand`],
      ],
    ),
    [
      'vehicles called by a form that has no article',
      altered(
        'stores/one/store.json',
        '"template_settings":',
        '"vehicle_names":[{"definite":"אופנוע","indefinite":"אופנוע"}],"template_settings":',
      ),
      ['stores/one/store.json - vehicle_names[0].definite אופנוע: is not indefinite with its article: הסירה of סירה'],
    ],
    [
      'home with an unknown category',
      altered('stores/one/store.json', '"categories":["naked"]', '"categories":["nude"]'),
      ['stores/one/store.json - home.categories[0] nude: unknown category'],
    ],
    [
      'bad theme colour',
      altered('stores/one/store.json', '#14161a', 'black'),
      ['stores/one/store.json - template_settings.clr2 black: is not a colour'],
    ],
    [
      'unknown name in JSON',
      altered('company.json', '"address"', '"adress":"x","address"'),
      ['company.json - adress x: is an unknown name'],
    ],
    [
      'broken JSON',
      { 'stores/one/widgets.json': '[\n  {"area": "CENTER",,}\n]' },
      ['stores/one/widgets.json 2 - -: cannot be read as JSON'],
    ],
    [
      'page without title',
      { 'stores/one/pages/about.html': '<p>שלום</p>' },
      ['stores/one/pages/about.html 1 - <p>שלום</p>: does not begin with'],
    ],
    [
      'broken UTF-8 in a cell',
      {
        'catalogue/faq.csv': Buffer.concat([
          bytes('product,question,answer\none-500,a,b\none-800,c'),
          Buffer.of(0xe9, 0xff),
          bytes('d,e\n'),
        ]),
      },
      ['catalogue/faq.csv 3 question c\uFFFD\uFFFDd: is not UTF-8'],
    ],
    [
      'broken UTF-8 in a page',
      {
        'stores/one/pages/about.html': Buffer.concat([
          bytes('<!-- title: a -->\n<p>\n'),
          Buffer.of(0xc3),
          bytes('</p>'),
        ]),
      },
      ['stores/one/pages/about.html 3 - \uFFFD</p>: is not UTF-8'],
    ],
    [
      'an encoding that is none of those that are read: one line for the file',
      { 'catalogue/faq.csv': Buffer.concat([bytes('product,question,answer\n'), Buffer.alloc(400, 0x95)]) },
      ['catalogue/faq.csv - - -: is neither UTF-8 nor UTF-16 nor Windows-1255'],
    ],
  ])('%s', async (_, changes, expected) => {
    const before = await contents();
    const errors = await errorsOf(changes);
    expect(errors.map((line, index) => line.slice(0, expected[index]?.length ?? undefined))).toEqual(expected);
    expect(await contents()).toEqual(before);
    expect(await readdir(media)).toEqual([]);
  });

  test('a cycle in the category tree, once for each category in it', async () => {
    const errors = await errorsOf(altered(collections, 'bikes,,', 'bikes,naked,'));
    expect(errors).toEqual([
      `${collections} 2 parent naked: is a cycle in the category tree: bikes → naked → bikes`,
      `${collections} 3 parent bikes: is a cycle in the category tree: naked → bikes → naked`,
    ]);
  });

  test('several faults come in one list, by file and row, and a wrong row is not complained of where it is named', async () => {
    const errors = await errorsOf({
      ...altered(products, ',42900,', ',much,'),
      ...altered(variants, '#C8102E', 'red'),
      ...altered('company.json', '519999734', '51'),
    });
    expect(errors.map((line) => line.split(':')[0])).toEqual([
      'catalogue/products.csv 2 price much',
      'catalogue/variants.csv 2 color red',
      'company.json - company_number 51',
    ]);
  });

  test('without a company there is nothing to write to', async () => {
    expect(await errorsOf({ 'company.json': null, ...altered(products, ',42900,', ',much,') })).toEqual([
      'company.json - - -: is missing: the database has no company yet',
    ]);
  });
});
