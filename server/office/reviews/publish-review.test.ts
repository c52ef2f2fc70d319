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
