import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { readPage, signInAs } from '../../tests/support/office.ts';
import type { ListPage } from './list.ts';

let site: TestApp;
let cookie: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  cookie = await signInAs(site, 'owner');
});
afterAll(() => site.close());

type Listed = { page: ListPage<{ uuid: string }> };

/** More rows than two pages of a list show; pages differ in nothing that they are sorted by. */
const copies = {
  content_pages: `insert into content_pages (store_uid, slug, title, body)
    select uuid, 'copy-' || i, 'עותק', '' from stores, generate_series(1, 120) i where key = 'raam'`,
  posts: `insert into posts (store_uid, category_uid, slug, title, description, body, minutes, author, published_at)
    select store_uid, category_uid, 'copy-' || i, title, description, body, minutes, author, published_at
    from (select * from posts limit 1) p, generate_series(1, 120) i`,
  sales: `insert into sales (store_uid, name, kind, amount, terms)
    select store_uid, 'עותק ' || i, kind, amount, terms from (select * from sales limit 1) s, generate_series(1, 120) i`,
};

test.each([
  ['/content/pages', 'content_pages'],
  ['/content/posts', 'posts'],
  ['/promotions', 'sales'],
] as const)('%s is read to its end page by page, each row once, and says how many there are', async (path, table) => {
  await site.connection.pool.query(copies[table]);
  const { rows } = await site.connection.pool.query(`select uuid from ${table}`);
  const seen: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const { page }: Listed = (await readPage<Listed>(site, cookie, after ? `${path}?after=${after}` : path)).data;
    expect(page.total).toBe(rows.length);
    expect(page.rows.length).toBeGreaterThan(0);
    seen.push(...page.rows.map(({ uuid }) => uuid));
    after = page.next;
  }
  expect(seen.sort()).toEqual(rows.map(({ uuid }) => uuid).sort());
});

test('a page goes on where it was though its last row has gone meanwhile', async () => {
  const pageAt = async (after: string) =>
    (await readPage<Listed>(site, cookie, `/content/pages?q=copy-${after && `&after=${after}`}`)).data.page;
  const first = await pageAt('');
  const second = await pageAt(first.next ?? '');
  await site.connection.pool.query('delete from content_pages where uuid = $1', [first.rows.at(-1)?.uuid]);
  const uuids = ({ rows }: Listed['page']) => rows.map(({ uuid }) => uuid);
  expect(uuids(await pageAt(first.next ?? ''))).toEqual(uuids(second));
});
