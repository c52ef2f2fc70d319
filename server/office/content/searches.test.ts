import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, officeOf, readPage, signInAs } from '../../../tests/support/office.ts';
import { forgetRareMisses } from '../../content/redirects/redirects.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true });
});
afterAll(() => site.close());

const DESK = '/content/redirects';
type Desk = { searches: { path: string; words: string; count: number }[]; misses: { path: string }[] };

const storeOf = async (key: string): Promise<string> =>
  (await site.connection.pool.query('select uuid from stores where key = $1', [key])).rows[0].uuid;
/** As the browser asks for the page while one is in the shop. */
const search = (words: string, store = 'raam', more = '') =>
  site.call({ host: `${store}.localhost`, path: `/category.data?search=${encodeURIComponent(words)}${more}` });
const desk = async (cookie: string, store = 'raam') =>
  (await readPage<Desk>(site, cookie, `${DESK}?store=${await storeOf(store)}`)).data;
const counted = async (cookie: string, store = 'raam') =>
  Object.fromEntries((await desk(cookie, store)).searches.map(({ words, count }) => [words, count]));

test('a search without a result is counted by store and words; one with a result, a page, a filter or half a word is not', async () => {
  const cookie = await signInAs(site, 'editor');
  for (const words of ['מסור שרשראות', '  מסור  שרשראות! ', 'סניף חיפה', 'ברק 500', 'ברק בלהבלהבלה'])
    await search(words);
  await search('מסור שרשראות', 'zik');
  await search('מסור שרשראות', 'raam', '&price_max=100');
  await search('מסור שרשראות', 'raam', '&brand=kipod');
  await site.call({ path: `/api/products/search-suggestions?search=${encodeURIComponent('מסור')}` });
  expect(await counted(cookie)).toEqual({ 'מסור שרשראות': 2 });
  expect(await counted(cookie, 'zik')).toEqual({ 'מסור שרשראות': 1 });
  expect((await desk(cookie)).misses.filter(({ path }) => path.startsWith('/category'))).toEqual([]);
});

test.each([
  '050-1234567',
  '050 123 45 67',
  '+972 (50) 123-4567',
  '012345678',
  '4580 0000 0000 0000',
  '٠٥٠١٢٣٤٥٦٧',
  'dana@example.com',
  'https://evil.example/x',
  'qqq '.repeat(30),
  Array.from({ length: 9 }, (_, at) => `qz${at}w`).join(' '),
])('nothing of “%s” is kept', async (words) => {
  const readMisses = async () =>
    (await site.connection.pool.query('select path from redirect_misses order by path')).rows;
  const before = await readMisses();
  expect((await search(words)).status).toBe(200);
  expect(await readMisses()).toEqual(before);
});

test('staff send such a search to a page or to other words, as long as nothing is found by itself', async () => {
  const cookie = await signInAs(site, 'editor');
  const store = await storeOf('raam');
  const page = `/category?search=${encodeURIComponent('מקצצת דשא')}`;
  expect((await site.call({ path: page })).status).toBe(200);
  const answer = (fields: Record<string, string>) => act(site, cookie, DESK, 'answer', { store, ...fields });
  const asked = { search: 'מקצצת דשא' };
  expect((await answer(asked)).data).toMatchObject({ ok: false });
  expect((await answer({ ...asked, to: '/category/gear', words: 'תיק' })).data).toMatchObject({ ok: false });
  expect((await answer({ ...asked, to: '/category/no-such' })).data).toMatchObject({
    ok: false,
    errors: [{ path: 'to' }],
  });
  expect((await answer({ ...asked, words: 'מקצצת  דשא' })).data).toMatchObject({ ok: false });
  expect((await answer({ ...asked, to: '/category/gear' })).data).toMatchObject({ ok: true });
  const reply = await search('מקצצת־דשא');
  expect(reply.text.slice(0, 300)).toContain('/category/gear');
  expect(await counted(cookie)).not.toHaveProperty('מקצצת דשא');
  expect((await search('מקצצת דשא', 'zik')).text).not.toContain('/category/gear');

  await search('מצנח רחיפה');
  expect((await answer({ search: 'מצנח רחיפה', words: 'ארגז אחורי' })).data).toMatchObject({ ok: true });
  expect(decodeURIComponent((await search('מצנח רחיפה')).text).slice(0, 300)).toContain('/category?search=ארגז+אחורי');
  // Two that lead to each other would never end.
  const circle = await answer({ search: 'ארגז אחורי', words: 'מצנח רחיפה' });
  expect(circle.data).toMatchObject({ ok: false });
  // What is found stays found.
  expect((await answer({ search: 'קסדה', to: '/contact' })).data).toMatchObject({ ok: true });
  expect((await search('קסדה')).text).not.toContain('"redirect"');
  expect((await search('קסדה')).text).toContain('KIPOD');
});

test('a search is forgotten after three months, an address that is asked for often is not', async () => {
  await site.connection.pool.query(
    `insert into redirect_misses (store_uid, path, count, last_seen)
     select uuid, path, 900, now() - interval '100 days' from stores, unnest(array['/category?search=ישן', '/old.asp']) path
     where key = 'noam'`,
  );
  await forgetRareMisses(site.deps);
  const { rows } = await site.connection.pool.query(
    `select path from redirect_misses m join stores s on s.uuid = m.store_uid where s.key = 'noam'`,
  );
  expect(rows).toEqual([{ path: '/old.asp' }]);
});

test('redirects are found by what is shown of them: a Hebrew page, and words of a search', async () => {
  const cookie = await signInAs(site, 'editor');
  const raam = await storeOf('raam');
  const found = async (q: string) => {
    const path = `${DESK}?${new URLSearchParams({ store: raam, q })}`;
    const { data } = await readPage<{ redirects: { source: string }[] }>(site, cookie, path);
    return data.redirects.map(({ source }) => source);
  };
  await act(site, cookie, DESK, 'add', {
    store: raam,
    from: '/hebrew-target.asp',
    to: '/category/naked#אופנועי_עיר',
  });
  await act(site, cookie, DESK, 'answer', { store: raam, search: 'בודקת', words: 'קסדה שחורה' });
  for (const q of ['אופנועי_עיר', 'naked#אופ', '#%D7%90%D7%95%D7%A4', 'hebrew-TARGET'])
    expect(await found(q), q).toEqual(['/hebrew-target.asp']);
  for (const q of ['קסדה שחורה', 'search=קסדה+שחורה', 'בודקת'])
    expect(await found(q), q).toEqual(['/category?search=בודקת']);
  expect(await found('אופניים')).toEqual([]);
  const { text } = await (await officeOf(site, 'viewer')).get(
    `${DESK}/export?${new URLSearchParams({ store: raam, q: 'שחורה' })}`,
  );
  expect(text.trim().split('\r\n').slice(1)).toEqual(['/category?search=בודקת,/category?search=קסדה+שחורה']);
  for (const source of ['/hebrew-target.asp', '/category?search=בודקת'])
    await act(site, cookie, DESK, 'remove', { store: raam, source });
});
