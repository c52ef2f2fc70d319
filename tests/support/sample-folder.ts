import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';

/** For tests: a small folder in which everything is right, of two stores, three vehicles, a helmet and a filter. */
const store = (name: string, extra: object = {}) =>
  JSON.stringify({
    name,
    name_en: name.toUpperCase(),
    logo: 'files/logo.svg',
    template_settings: { clr1: '#d7182a', clr2: '#14161a', clr3: '#f2b705' },
    seo: { title: `${name} – כותרת`, description: 'תיאור', tag_manager_id: 'GTM-TEST01' },
    email: 'service@one.example',
    purchase: { step_4: 'new', max_payments: 12 },
    finance: [
      {
        name: 'מימון',
        lender: 'בנק',
        rate: 8.9,
        rate_kind: 'קבועה',
        rates_date: '2026-11-01',
        months_min: 12,
        months_max: 60,
        months_step: 12,
        down_min: 20,
        down_max: 80,
        min: 10000,
        max: 250000,
      },
    ],
    deliveries: [
      { key: 'pickup', kind: 'PICKUP', name: 'איסוף עצמי' },
      {
        key: 'courier',
        kind: 'COURIER',
        name: 'שליח',
        price: 39.9,
        free_from: 500,
        product_kinds: ['ACCESSORY', 'SPARE_PART'],
      },
    ],
    ...extra,
  });

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20"><path d="M0 0h40v20H0z"/></svg>';

const texts: Record<string, string> = {
  'company.json': JSON.stringify({
    key: 'group',
    name: 'הקבוצה',
    legal_name: 'הקבוצה בע״מ',
    company_number: '519999734',
    address: 'הרצל 1, תל אביב',
    brands: [
      { key: 'one', name: 'אחת', name_en: 'ONE' },
      { key: 'gear', name: 'ציוד', name_en: 'GEAR' },
    ],
    branches: [
      {
        key: 'north',
        name: 'סניף הצפון',
        city: 'חיפה',
        address: 'הנמל 2',
        region: 'צפון',
        phone: '04-5550001',
        stores: ['one', 'all'],
        services: ['SALE', 'SERVICE'],
        hours: { sun: '08:30-18:00', sat: '' },
      },
    ],
  }),
  'stores/one/store.json': store('one', {
    home: {
      hero: [{ title: 'שלום', product: 'one-500', link: '/product/one-500', link_label: 'לפרטים' }],
      categories: ['naked'],
      featured: ['one-500', 'one-800'],
      featured_title: 'מובילים',
      story: { title: 'הסיפור', text: 'טקסט', link: '/page/about', link_label: 'עלינו' },
    },
  }),
  'stores/one/menus.json': JSON.stringify({
    TOP_MENU: [
      {
        name: 'אופנועים',
        entity_type: 'COLLECTION',
        slug: 'bikes',
        children: [{ name: 'נייקד', entity_type: 'COLLECTION', slug: 'naked' }],
      },
      { name: 'צור קשר', entity_type: 'INTERNAL_LINK', custom_path: 'contact', area_number: 2 },
    ],
    FOOTER: [
      { name: 'אודות', entity_type: 'CONTENT_PAGE', slug: 'about', area_number: 2 },
      { name: 'המדריך', entity_type: 'OUTER_LINK', custom_path: 'https://guide.example/', area_number: 3 },
    ],
  }),
  'stores/one/widgets.json': JSON.stringify([
    { area: 'CENTER', component: 'benefits', items: [{ icon: 'shield', title: 'אחריות', text: 'שלוש שנים' }] },
    { area: 'FOOTER', component: 'sale_phone', attributes: { value: '*2421' } },
  ]),
  'stores/one/collections.csv':
    'slug,parent,name,text,products,rule_kind,rule_brand,rule_meta\n' +
    'bikes,,אופנועים,כל הדגמים,,,,\n' +
    'naked,bikes,נייקד,,one-800,VEHICLE,one,use=נייקד\n' +
    'gear,,ציוד,,,ACCESSORY,,\n',
  'stores/one/synonyms.csv': 'words\nברק|Barak\nמסנן|פילטר\n',
  'stores/one/pages/about.html':
    '<!-- title: אודות | description: מי אנחנו -->\n<h2>מי אנחנו</h2><p onclick="x()">שלום<script>alert(1)</script> <a href="https://guide.example/">מדריך</a></p>',
  'stores/one/files/logo.svg': logo.replace('<path', '<script>alert(1)</script><path onload="x()"'),
  'stores/all/store.json': store('all'),
  'stores/all/files/logo.svg': logo,
  'catalogue/products.csv':
    'slug,kind,brand,name,subtitle,price,deleted_price,year,licence_class,stock_policy,badges,meta,stores,home_store,position\n' +
    'one-500,VEHICLE,one,ONE Barak 500,נייקד לכל יום,42900,,2026,A1,IN_STOCK,חדש|מבצע,engine_cc=471|use=נייקד,one|all=41900.50,,1\n' +
    'one-800,VEHICLE,one,ONE Barak 800,נייקד גדול,62900,65900,2026,A,IN_STOCK,,engine_cc=776|use=ספורט,one|all,all,2\n' +
    'helmet,ACCESSORY,gear,קסדה מלאה,,890,,,,,,type=קסדות,one|all,,3\n' +
    'filter,SPARE_PART,gear,מסנן שמן,,129.90,,,,,,part_number=OF-471/2,all,,4\n',
  'catalogue/variants.csv':
    'product,sku,color_name,color,size,price,deleted_price,stock,weight_g,picture,options\n' +
    'one-500,ONE-500-RED,אדום,#C8102E,,,,9,158000,one-500/red,\n' +
    'one-500,ONE-500-BLK,שחור,#17181b/#c8102e,,43900,,0,158000,one-500/black,\n' +
    'one-800,ONE-800-RED,אדום,#c8102e,,,,3,,one-800/red,\n' +
    'helmet,HELMET-M,שחור,#17181b,M,,,5,,helmet/black,\n' +
    'helmet,HELMET-L,שחור,#17181b,L,,,5,,helmet/black,\n' +
    'filter,FILTER-1,,,,,,40,,,צד=ימין\n',
  'catalogue/specs.csv':
    'product,group,name,value,unit\none-500,מנוע,נפח,471,סמ״ק\none-500,מנוע,הספק,47,כ״ס\none-800,מנוע,נפח,776,סמ״ק\n',
  'catalogue/safety.csv': 'product,name,explanation,icon,standard\none-500,ABS,מונע נעילה,abs,yes\n',
  'catalogue/faq.csv': 'product,question,answer\none-500,איזה רישיון?,A1\n',
  'catalogue/relations.csv': 'product,related,kind\none-500,helmet,UPSELL\none-500,one-800,RELATED\n',
  'catalogue/fits.csv': 'part,vehicle,year_from,year_to\nfilter,one-500,2024,2026\n',
  'catalogue/descriptions/one-500.html': '<p>תיאור <b>טוב</b></p><iframe src="https://evil.example"></iframe>',
};

/** Every picture of its own colour, so that each has its own content. */
const pictures = [
  'one-500/red-hero',
  'one-500/red-side',
  'one-500/black-hero',
  'one-800/red-hero',
  'helmet/black-hero',
  'one-500/red-spin/01',
];

export type SampleFolder = {
  path: string;
  /** Writes a file; `null` removes it. */
  put: (file: string, content: string | Uint8Array | null) => Promise<void>;
  remove: () => Promise<void>;
};

/** A folder that has only these files. */
export async function emptyFolder(files: Record<string, string | Uint8Array | null>): Promise<SampleFolder> {
  const path = await mkdtemp(join(tmpdir(), 'import-'));
  const put = async (file: string, content: string | Uint8Array | null): Promise<void> => {
    await mkdir(dirname(join(path, file)), { recursive: true });
    if (content === null) await rm(join(path, file), { force: true });
    else await writeFile(join(path, file), content);
  };
  for (const [file, content] of Object.entries(files)) await put(file, content);
  return { path, put, remove: () => rm(path, { recursive: true }) };
}

/** `changes` by file: another content, or `null` for a file that is not there. */
export async function sampleFolder(changes: Record<string, string | Uint8Array | null> = {}): Promise<SampleFolder> {
  const sample = await emptyFolder(texts);
  for (const [index, name] of pictures.entries()) {
    const background = { r: 40 * index, g: 90, b: 200 - 20 * index };
    await sample.put(
      `pictures/${name}.png`,
      await sharp({ create: { width: 16, height: 12, channels: 3, background } })
        .png()
        .toBuffer(),
    );
  }
  for (const [file, content] of Object.entries(changes)) await sample.put(file, content);
  return sample;
}

/** A file of the sample with one piece of it replaced. */
export function altered(file: string, piece: string, by: string): Record<string, string> {
  const text = texts[file];
  if (!text?.includes(piece)) throw new Error(`${file} has no "${piece}"`);
  return { [file]: text.replace(piece, by) };
}

/** A file of the sample with lines added at its end. */
export const added = (file: string, lines: string): Record<string, string> => ({
  [file]: `${texts[file] ?? ''}${lines}`,
});
