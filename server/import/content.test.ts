import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startImport, type TestImport } from '../../tests/support/test-import.ts';

let site: TestImport;
beforeAll(async () => {
  site = await startImport();
  await site.load();
});
afterAll(() => site.end());

const errorsOf = async (files: Record<string, string>): Promise<string[]> =>
  (await site.loadOnly(files)).errors.map((e) => `${e.row ?? '-'} ${e.column ?? '-'} ${e.value ?? '-'}: ${e.reason}`);

describe('redirects', () => {
  const file = (lines: string[]) => ({ 'stores/one/redirects.csv': ['from,to', ...lines].join('\n') });

  test.each<[string, string[], string]>([
    ['to itself', ['/a.asp,/A.asp/'], '2 to /A.asp/: leads to itself'],
    ['in a circle of two', ['/a.asp,/b.asp', '/b.asp,/a.asp'], '2 to /b.asp: is sent on again by row 3'],
    [
      'in a circle of three',
      ['/a.asp,/b.asp', '/b.asp,/c.asp', '/c.asp,/a.asp'],
      '4 to /a.asp: is sent on again by row 2',
    ],
    ['by two steps', ['/a.asp,/b.asp', '/b.asp,/contact'], '2 to /b.asp: is sent on again by row 3'],
    [
      'by two steps, in another form of the address',
      ['/a.asp,/B.asp/?x=1', '/b.asp,/contact'],
      '2 to /B.asp/?x=1: is sent on again by row 3',
    ],
    [
      'by two steps, by their queries',
      ['/?catid=1,/?catid=2', '/?catid=2,/contact'],
      '2 to /?catid=2: is sent on again by row 3',
    ],
    ['nowhere', ['/a.asp,/page/nobody'], '2 to /page/nobody: '],
    ['to another site', ['/a.asp,https://evil.example/'], '2 to https://evil.example/: '],
    ['to another site, without its scheme', ['/a.asp,//evil.example/'], '2 to //evil.example/: '],
    ['from a page of today', ['/contact,/'], '2 from /contact: is a page of the site today'],
    [
      'twice',
      ['/a.asp?itemid=1&catid=2,/', '/A.asp?catid=2&itemid=1,/contact'],
      '3 from /A.asp?catid=2&itemid=1: is the same address as in row 2',
    ],
  ])('one that leads %s is refused, and with it the file', async (_, lines, reason) => {
    expect(await errorsOf(file(lines))).toEqual(expect.arrayContaining([expect.stringContaining(reason)]));
    expect(await site.query('select count(*)::int from redirects')).toEqual([[0]]);
  });

  test('the file has all of a store’s entries: what is no more in it goes, and a second import changes nothing', async () => {
    const readRedirects = () => site.query('select source, target from redirects order by source');
    expect(await errorsOf(file(['/a.asp,/contact', '/?catid=7,/category/naked', '/דף.asp,/page/about']))).toEqual([]);
    expect(await readRedirects()).toEqual([
      ['/?catid=7', '/category/naked'],
      ['/a.asp', '/contact'],
      ['/דף.asp', '/page/about'],
    ]);
    expect(
      (await site.loadOnly(file(['/a.asp,/contact', '/?catid=7,/category/naked', '/דף.asp,/page/about']))).changed,
    ).toBe(0);
    expect(await errorsOf(file(['/a.asp,/page/about']))).toEqual([]);
    expect(await readRedirects()).toEqual([['/a.asp', '/page/about']]);
  });
});

describe('posts', () => {
  const categories = { 'stores/one/post-categories.csv': 'slug,name\nguides,מדריכים\n' };
  const head: Record<string, string> = {
    title: 'כותרת',
    description: 'תיאור',
    category: 'guides',
    author: 'צוות',
    published: '2026-11-01',
    picture: 'pictures/one-500/red-hero.png',
    picture_alt: 'אופנוע',
    products: 'one-500',
  };
  const post = (changes: Record<string, string>, body = '<p>שלום</p>') => {
    const lines = Object.entries({ ...head, ...changes }).map(([name, value]) => `${name}: ${value}`);
    return { ...categories, 'stores/one/posts/first.html': `<!--\n${lines.join('\n')}\n-->\n${body}` };
  };

  test.each<[string, Record<string, string>, string]>([
    ['without a title', post({ title: '' }), 'title'],
    ['with a title beyond measure', post({ title: 'א'.repeat(121) }), 'is longer than 120 characters'],
    ['of no category', post({ category: 'nobody' }), 'is no category of post-categories.csv'],
    ['of a product that is not sold here', post({ products: 'filter' }), 'products filter'],
    ['of a day that is none', post({ published: '2026-13-01' }), 'is not a day or a time in Israel'],
    ['at a time that is none', post({ published: '2026-03-27 02:30' }), 'is not a day or a time in Israel'],
    ['with a picture that nothing is said of', post({ picture_alt: '' }), 'is empty, but there is a picture'],
    ['with a picture of another site', post({ picture: 'https://evil.example/a.png' }), 'is not a path'],
    ['with a picture that is not there', post({ picture: 'pictures/nobody.png' }), 'pictures/nobody.png'],
    ['with a dead link', post({}, '<p><a href="/page/nobody">כאן</a></p>'), 'a[href] /page/nobody'],
    [
      'without what is said about it',
      { ...categories, 'stores/one/posts/first.html': '<p>שלום</p>' },
      'does not begin with',
    ],
    ['with a field of nobody’s', post({ colour: 'red' }), 'colour'],
  ])('one %s is refused', async (_, files, reason) => {
    expect((await errorsOf(files)).join('\n')).toContain(reason);
    expect(await site.query('select count(*)::int from posts')).toEqual([[0]]);
  });

  test('one that is right comes in clean, with its pictures in their sizes, and once', async () => {
    const body =
      '<h1>ראש</h1><p onclick="x()">שלום <img src="pictures/one-500/red-hero.png" alt="אדום" srcset="https://evil.example/x 1x"></p><script>x()</script>';
    const files = post({ featured: 'yes', tags: 'א|ב' }, body);
    for (const [name, content] of Object.entries(files)) await site.sample.put(name, content);
    const { errors, notes } = await site.load();
    expect(errors).toEqual([]);
    // The sample's own page and description have something of the kind, too.
    expect(notes.map(({ file, value }) => `${file} ${value}`)).toContain('stores/one/posts/first.html <script>');
    const [[slug, text, tags, minutes] = []] = (await site.query(
      'select slug, body, tags, minutes from posts',
    )) as unknown[][];
    expect([slug, tags, minutes]).toEqual(['first', ['א', 'ב'], 1]);
    expect(text).toMatch(
      /^<h2>ראש<\/h2><p>שלום <img src="\/media\/[0-9a-f]+\.png\/800" srcset="\/media\/[0-9a-f]+\.png\/480 480w" sizes="[^"]+" width="16" height="12" loading="lazy" alt="אדום" \/><\/p>$/,
    );
    expect((await site.load()).changed).toBe(0);
  });
});

describe('a category that collections.csv no longer has', () => {
  const all = [
    ...['slug,parent,name,products,rule_kind', 'bikes,,אופנועים,,VEHICLE', 'naked,bikes,נייקד,one-800,VEHICLE'],
    'gear,,ציוד,,ACCESSORY',
  ];
  const without = (slug: string) => ({
    'stores/one/collections.csv': all.filter((line) => !line.startsWith(slug)).join('\n'),
  });

  test('stays with the store as long as its menu or its home page leads there', async () => {
    expect(await errorsOf(without('naked'))).toEqual([
      '- slug naked: stays with the store as long as the link "נייקד" of its menu leads to it',
      '- slug naked: stays with the store as long as its home page leads to it',
    ]);
    const renamed = ['slug,parent,name,former_slugs', 'bikes,,אופנועים,', 'bare,bikes,נייקד,naked', 'gear,,ציוד,'];
    expect(await errorsOf({ 'stores/one/collections.csv': renamed.join('\n') }), 'renamed').toEqual([]);
    const again = ['slug,parent,name,former_slugs', 'bikes,,אופנועים,', 'naked,bikes,נייקד,bare', 'gear,,ציוד,'];
    expect(await errorsOf({ 'stores/one/collections.csv': again.join('\n') })).toEqual([]);
  });

  test('stays as long as a redirect leads there that the folder leaves as it is', async () => {
    await site.query(
      `insert into redirects (store_uid, source, target) select uuid, '/gear.asp', '/category/gear?a=1' from stores where key = 'one'`,
    );
    expect(await errorsOf(without('gear'))).toEqual([
      '- slug gear: stays with the store as long as the redirect from /gear.asp leads to it',
    ]);
    await site.query(`delete from redirects where source = '/gear.asp'`);
  });

  test('stays as long as a promotion is for it', async () => {
    await site.query(`insert into sales (store_uid, name, kind, amount, terms) select s.uuid, '20% על ציוד', 'PERCENT', 2000,
      jsonb_build_object('collections', jsonb_build_array(c.uuid)) from stores s join collections c on c.store_uid = s.uuid and c.slug = 'gear'`);
    expect(await errorsOf(without('gear'))).toEqual([
      '- slug gear: stays with the store as long as the promotion "20% על ציוד" is for it',
    ]);
    await site.query(`update sales set ends_at = now() - interval '1 day'`);
    expect(await errorsOf(without('gear'))).toEqual([]);
  });

  test('goes with the links that the folder takes away; old URLs of a product that leaves follow it to one that stays', async () => {
    await site.query(
      `insert into redirects (store_uid, source, target) select uuid, '/800.asp', '/product/one-800' from stores where key = 'one'`,
    );
    const read = async (file: string) => JSON.parse(await readFile(join(site.sample.path, file), 'utf8'));
    const { logo: _, ...store } = await read('stores/one/store.json');
    const menus = await read('stores/one/menus.json');
    menus.TOP_MENU[0].children = [];
    const { errors } = await site.loadOnly({
      ...without('naked'),
      'stores/one/store.json': JSON.stringify({ ...store, home: { ...store.home, categories: [], featured: [] } }),
      'stores/one/menus.json': JSON.stringify(menus),
      'catalogue/products.csv': 'slug,stores\none-800,all\n',
    });
    expect(errors).toEqual([]);
    expect(await site.query(`select target from redirects where source = '/800.asp'`)).toEqual([['/category/bikes']]);
  });
});
