import { themeChoices } from '#domain/catalogue/theme-choices.ts';
import { added, altered } from './sample-folder.ts';

const products = 'catalogue/products.csv';
const variants = 'catalogue/variants.csv';
const collections = 'stores/one/collections.csv';
const bytes = (text: string) => Buffer.from(text, 'latin1');

type Changes = Record<string, string | Uint8Array | null>;

/**
 * What may be wrong in an import folder: its name, what is changed in the sample, and the errors by their beginnings.
 */
export const badFolders: [name: string, changes: Changes, errors: string[]][] = [
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
    'pictures of a product in two files',
    { 'catalogue/pictures.csv': 'product,sku,view,picture\none-800,ONE-800-RED,hero,one-800/red-hero.png\n' },
    ['catalogue/pictures.csv 2 product one-800: has pictures in variants.csv, too'],
  ],
  [
    'half a point of focus, another product’s SKU, a view that is none',
    {
      'catalogue/pictures.csv':
        'product,sku,view,picture,focus_x,focus_y\n' +
        'filter,FILTER-1,hero,one-800/red-hero.png,40,\n' +
        'filter,HELMET-M,side,one-800/red-hero.png,,\n' +
        'filter,,above,one-800/red-hero.png,,\n' +
        'filter,,top,../company.json,,\n',
    },
    [
      'catalogue/pictures.csv 2 focus_y -: is empty, but there is a focus_x',
      'catalogue/pictures.csv 3 sku HELMET-M: is not a SKU of this product',
      'catalogue/pictures.csv 4 view above: is not a view',
      'catalogue/pictures.csv 5 picture ../company.json: is not a path below pictures/',
    ],
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
    'a template of no kind, and a line twice',
    {
      'catalogue/templates.csv':
        'kind,group,name,unit\nBIKE,מנוע,נפח,\nACCESSORY,מידות,היקף,\nACCESSORY,מידות,היקף,ס״מ\n',
    },
    [
      'catalogue/templates.csv 2 kind BIKE: is not one of seat_mm, user_weight_kg, clearance_mm, length_m, VEHICLE, ACCESSORY, SPARE_PART, SERVICE',
      'catalogue/templates.csv 4 name היקף: is there twice',
    ],
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
    'chassis numbers the wrong way, and what is none',
    {
      'catalogue/fits.csv':
        'part,vehicle,year_from,year_to,chassis_prefix,chassis_from,chassis_to\nfilter,one-500,2024,2026,zx1100-,0020000,0012345\nfilter,one-500,2024,2026,שלדה,12a,\n',
    },
    [
      'catalogue/fits.csv 2 chassis_to 0012345: is before chassis_from',
      'catalogue/fits.csv 3 chassis_prefix שלדה: is not the beginning of a chassis number',
      'catalogue/fits.csv 3 chassis_from 12a: is not the digits of a running number',
    ],
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
  ...['road_fees', 'handover', 'licence_notes', 'vehicle_names'].map((part): [string, Changes, string[]] => [
    `unknown brand in ${part}`,
    altered(
      'stores/one/store.json',
      '"template_settings":',
      `"${part}":[{${{ road_fees: '"name":"a","price":1', handover: '"title":"a","text":"a"', licence_notes: '"text":"a"', vehicle_names: '"definite":"האופנוע","indefinite":"אופנוע"' }[part]},"brands":["acme"]}],"template_settings":`,
    ),
    [`stores/one/store.json - ${part}[0].brands acme: unknown brand`],
  ]),
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
    'one domain of two stores',
    {
      ...altered(
        'stores/one/store.json',
        '"template_settings":',
        '"public_domain":"www.same.example","template_settings":',
      ),
      ...altered(
        'stores/all/store.json',
        '"template_settings":',
        '"public_domain":"same.example","template_settings":',
      ),
    },
    ['stores/one/store.json - public_domain www.same.example: is the domain of the store'],
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
    'choices of a theme that there are not',
    altered(
      'stores/one/store.json',
      '"clr3":',
      `${Object.keys(themeChoices)
        .map((name) => `"${name}":"loud",`)
        .join('')}"clr3":`,
    ),
    Object.keys(themeChoices).map((name) => `stores/one/store.json - template_settings.${name} loud: is not one of `),
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
      'stores/one/pages/about.html': Buffer.concat([bytes('<!-- title: a -->\n<p>\n'), Buffer.of(0xc3), bytes('</p>')]),
    },
    ['stores/one/pages/about.html 3 - \uFFFD</p>: is not UTF-8'],
  ],
  [
    'an encoding that is none of those that are read: one line for the file',
    { 'catalogue/faq.csv': Buffer.concat([bytes('product,question,answer\n'), Buffer.alloc(400, 0x95)]) },
    ['catalogue/faq.csv - - -: is neither UTF-8 nor UTF-16 nor Windows-1255'],
  ],
];
