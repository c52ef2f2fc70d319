import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true });
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;

test('what staff have typed as an answer is published with the review, in the one form of its page', async () => {
  const cookie = await signInAs(site, 'service');
  const { order } = await shopper(site.port).order(await piece(site.connection.pool));
  const [{ uuid }] = await query(
    `insert into product_reviews (store_uid, product_uid, order_uid, phone, author, rating, aspects, text, state, answer)
     select o.store_uid, l.product_uid, o.uuid, o.phone, 'דנה ל׳', 5, '{}', 'נוסעת בשקט וצורכת מעט', 'waiting', ''
     from orders o join order_lines l on l.order_uid = o.uuid where o.uuid = $1 returning uuid`,
    [order.uuid],
  );
  const path = `/reviews/${uuid}`;
  const { text } = await site.call({ host: 'office.localhost', path, headers: { cookie } });
  const forms = (text.match(/<form.*?<\/form>/gs) ?? []).filter((form) => /value="publish"|name="answer"/.test(form));
  expect(forms).toEqual([expect.stringMatching(/value="publish".*name="answer".*פרסום באתר/s)]);

  const decide = async (call: string, more: Record<string, unknown>) => {
    const { review } = (await readPage<{ review: { state_at: string } }>(site, cookie, path)).data;
    return (await act(site, cookie, path, call, { seen: review.state_at, ...more })).status;
  };
  const review = async () => (await query('select state, answer from product_reviews where uuid = $1', [uuid]))[0];
  expect(await decide('publish', { answer: 'תודה רבה' })).toBe(200);
  expect(await review()).toEqual({ state: 'published', answer: 'תודה רבה' });
  // Another's answer, saved since the page was opened, isn't overwritten; the review then isn't published either.
  await decide('refuse', { why: 'יש בטקסט מספר טלפון' });
  expect(await decide('publish', { answer: 'אחרת' })).toBe(409);
  expect(await review()).toEqual({ state: 'refused', answer: 'תודה רבה' });
  // One that is left as it was stays.
  expect(await decide('publish', { answer: 'תודה רבה', 'was.answer': 'תודה רבה' })).toBe(200);
  expect(await review()).toEqual({ state: 'published', answer: 'תודה רבה' });
});

test('an answer to a question that somebody else has saved meanwhile is shown, and replaced only knowingly', async () => {
  const cookie = await signInAs(site, 'service');
  const { product } = await piece(site.connection.pool);
  const question = { product_uid: product, name: 'נועה כהן', email: 'noa@example.com', text: 'כמה שוקל הכלי?' };
  await shopper(site.port).post('/api/reviews/ask-question', question);
  const [{ uuid }] = await query('select uuid from product_questions where product_uid = $1', [product]);
  const path = `/questions/${uuid}`;
  const answer = async (text: string, was = '') => {
    const { question } = (await readPage<{ question: { state_at: string } }>(site, cookie, path)).data;
    return act(site, cookie, path, 'answer', { seen: question.state_at, answer: text, 'was.answer': was });
  };
  const stored = async () => (await query('select answer from product_questions where uuid = $1', [uuid]))[0].answer;
  expect((await answer('190 ק״ג')).status).toBe(200);
  const late = await answer('192 ק״ג');
  expect([late.status, late.data.details]).toMatchObject([
    409,
    { conflicts: [{ field: 'answer', theirs: '190 ק״ג' }] },
  ]);
  expect(await stored()).toBe('190 ק״ג');
  expect((await answer('192 ק״ג', '190 ק״ג')).status).toBe(200);
  expect(await stored()).toBe('192 ק״ג');
});

test('more photos wait for staff, and the store is told; one that goes leaves what was published', async () => {
  const { order, secret } = await shopper(site.port).order(await piece(site.connection.pool));
  await query(`update orders set status = 'provided' where uuid = $1`, [order.uuid]);
  const [{ uuid, product }] = await query(
    `insert into product_reviews (store_uid, product_uid, order_uid, phone, author, rating, aspects, text, state)
     select o.store_uid, l.product_uid, o.uuid, o.phone, 'דנה ל׳', 5, '{}', 'נוסעת בשקט וצורכת מעט', 'published'
     from orders o join order_lines l on l.order_uid = o.uuid where o.uuid = $1 returning uuid, product_uid as product`,
    [order.uuid],
  );
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer();
  const add = async () => {
    const reply = await site.call({
      ...{ method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: picture as never },
      path: `/api/reviews/add-photo?${new URLSearchParams({ order: secret, product_uid: product })}`,
    });
    return reply.json<{ photos: { id: string }[] }>().photos.at(-1)?.id;
  };
  const state = async () => (await query('select state from product_reviews where uuid = $1', [uuid]))[0].state;
  const told = async () => (await query(`select 1 from outbox where about = 'review waiting'`)).length;
  const before = await told();
  await add();
  const second = await add();
  expect([await state(), await told()]).toEqual(['waiting', before + 1]);
  await query(`update product_reviews set state = 'published', state_at = '2026-01-02' where uuid = $1`, [uuid]);
  const body = { order: secret, photo_uid: second };
  expect((await site.call({ method: 'POST', path: '/api/reviews/remove-photo', body })).status).toBe(200);
  expect([await state(), await told()]).toEqual(['published', before + 1]);
  expect(await query(`select 1 from product_reviews where uuid = $1 and state_at = '2026-01-02'`, [uuid])).toHaveLength(
    1,
  );
});
