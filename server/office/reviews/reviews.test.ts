import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue/products.ts';
import type { Photo } from '#contract/common.ts';
import type { Question, Review } from '#contract/leads/reviews.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { headOf } from '../../../tests/support/crawl.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { type Piece, piece, shopper } from '../../../tests/support/purchase.ts';
import { structuredFaults } from '../../../tests/support/structured-data.ts';
import { forgetOldReviews } from '../../leads/reviews/forget.ts';
import { inviteToReview } from '../../leads/reviews/invite.ts';

let site: TestApp;
let clock = new Date('2026-06-07T07:00:00Z');
let service: string;
beforeAll(async () => {
  site = await startApp({ office: true, env: { TRUST_PROXY: '1' }, deps: { now: () => clock } });
  service = await signInAs(site, 'service');
});
afterAll(() => site.close());
beforeEach(async () => {
  for (const table of ['product_reviews', 'product_questions', 'review_invitations', 'outbox', 'limit_hits'])
    await query(`delete from ${table}`);
  await query(`update orders set status = 'cancelled' where status = 'provided'`);
});

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const post = (path: string, body: unknown, store = 'raam') =>
  site.call({ host: `${store}.localhost`, method: 'POST', path, body });

type Sale = { goods: Piece; uuid: string; secret: string };

/** An order that a buyer has in hands, unless another status is named. */
async function sold({ status = 'provided', goods, phone }: { status?: string; goods?: Piece; phone?: string } = {}) {
  const bought = goods ?? (await piece(site.connection.pool));
  const customer = phone ? { first_name: 'דנה', last_name: 'לוי', phone, email: 'dana@example.com' } : undefined;
  const { order, secret } = await shopper(site.app.server).order(bought, customer && { customer });
  await query('update orders set status = $2 where uuid = $1', [order.uuid, status]);
  await query(
    `insert into order_history (order_uid, actor, field, from_value, to_value, created_at) values ($1, 'job', 'status', 'payment', $2, $3)`,
    [order.uuid, status, clock],
  );
  await query('delete from outbox');
  return { goods: bought, uuid: order.uuid, secret } satisfies Sale;
}

const words = 'נוסעת בשקט וצורכת מעט';
const write = ({ goods, secret }: Sale, more: object = {}, store?: string) =>
  post(
    '/api/reviews/write-review',
    { order: secret, product_uid: goods.product, rating: 4, aspects: { value: 5, fit: 1 }, text: words, ...more },
    store,
  );
const reviewOf = async ({ goods }: Sale) =>
  (await query('select * from product_reviews where product_uid = $1', [goods.product]))[0];
const shown = async ({ goods }: Sale) =>
  (await site.call({ host: 'raam.localhost', path: `/api/reviews/get-reviews?product_uid=${goods.product}` })).json<{
    items: Review[];
    total: number;
  }>();
const ratingOf = async ({ goods }: Sale) =>
  (await site.call({ host: 'raam.localhost', path: `/api/products/get-product/${goods.product}` })).json<Product>()
    .rating;

/** What staff see of it and decide by. */
const decide = async (uuid: string, call: string, more: Record<string, unknown> = {}, kind = 'reviews') => {
  const page = await readPage<Record<'review' | 'question', { state_at: string }>>(site, service, `/${kind}/${uuid}`);
  const { state_at } = page.data.review ?? page.data.question;
  return act(site, service, `/${kind}/${uuid}`, call, { seen: state_at, ...more });
};

test('only what was handed over or shipped is reviewed, by its own order in its own store, and nothing shows before staff publish it', async () => {
  const early = await sold({ status: 'accepted' });
  expect((await write(early)).status).toBe(422);
  const refunded = await sold({ status: 'refunded' });
  expect((await write(refunded)).json<{ error_code: string }>().error_code).toBe('NOT_HANDED_OVER');
  const sale = await sold();
  expect((await write({ ...sale, secret: 'guessed' })).status).toBe(404);
  expect((await write(sale, {}, 'ofek')).status).toBe(404);
  const [other] = await query('select uuid from products where uuid <> $1 limit 1', [sale.goods.product]);
  expect((await write(sale, { product_uid: other.uuid })).status).toBe(422);
  expect((await write(sale, { rating: 6 })).status).toBe(400);
  expect((await write(sale, { text: 'קצר' })).status).toBe(400);
  expect((await write(sale, { text: 'א'.repeat(2_001) })).status).toBe(400);

  expect((await write(sale)).status).toBe(200);
  // Vehicles aren't rated by their fit.
  expect(await reviewOf(sale)).toMatchObject({ author: 'דנה ל׳', aspects: { value: 5 }, state: 'waiting' });
  expect([await shown(sale), await ratingOf(sale)]).toEqual([expect.objectContaining({ items: [], total: 0 }), null]);
  // Whose words they are doesn't lie in the store's mailbox.
  const [mail] = await query('select subject, body from outbox');
  expect(JSON.stringify(mail)).not.toMatch(/נוסעת|דנה/);

  expect((await decide((await reviewOf(sale)).uuid, 'publish')).data.ok).toBe(true);
  expect((await shown(sale)).items).toMatchObject([
    { author: 'דנה ל׳', rating: 4, text: words, aspects: [{ name: 'תמורה למחיר', rating: 5 }], answer: null },
  ]);
  await expect.poll(() => ratingOf(sale)).toEqual({ average: 4, count: 1 });
  const [{ slug }] = await query('select slug from products where uuid = $1', [sale.goods.product]);
  const { data } = headOf((await site.call({ host: 'raam.localhost', path: `/product/${slug}` })).text);
  expect(structuredFaults(`/product/${slug}`, data)).toEqual([]);
  expect(JSON.stringify(data)).toMatch(/"AggregateRating","ratingValue":4.*"datePublished":"[^"]+T[^"]+","reviewBody"/);
  const beyond = `/api/reviews/get-reviews?product_uid=${sale.goods.product}&page=9`;
  expect((await site.call({ host: 'raam.localhost', path: beyond })).json()).toMatchObject({ items: [], total: 1 });
});

test('from five reviews on a product’s page says how many gave each number of stars, of what is published alone', async () => {
  const sale = await sold();
  await write(sale, { rating: 1 });
  const [{ slug }] = await query('select slug from products where uuid = $1', [sale.goods.product]);
  const page = async () => (await site.call({ host: 'raam.localhost', path: `/product/${slug}` })).text;
  const divided = async () =>
    (await page())
      .match(/<ul aria-label="כמה נתנו כל ציון".*?<\/ul>/s)?.[0]
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  const add = (rating: number) =>
    query(
      `insert into product_reviews (store_uid, product_uid, order_uid, phone, author, rating, aspects, text, state, answer)
       select store_uid, product_uid, order_uid, '+9725000000' || $2, author, $1, '{}', text, 'published', '' from product_reviews limit 1`,
      [rating, String(++buyers)],
    );
  let buyers = 10;
  for (const rating of [5, 5, 4, 5]) await add(rating);
  expect(await divided(), 'of four').toBeUndefined();
  await add(2);
  await expect
    .poll(divided)
    .toBe('5 כוכבים 3 ביקורות 4 כוכבים 1 ביקורת 3 כוכבים 0 ביקורות 2 כוכבים 1 ביקורת כוכב אחד 0 ביקורות');
  // The average to its tenths: beside the name, beside the division, and to who hears it.
  expect((await page()).match(/<bdi[^>]*>4\.2<\/bdi>|aria-label="4\.2 מתוך 5 כוכבים"/g)).toHaveLength(4);
});

test('a shipped line may be reviewed while another of the order is not yet', async () => {
  const sale = await sold({ status: 'in_process' });
  expect((await write(sale)).status).toBe(422);
  await query(
    `with s as (insert into shipments (order_uid, carrier, tracking_number, shipped_at) values ($1, 'דואר', '', now()) returning uuid)
     insert into shipment_lines (shipment_uid, order_line_uid, quantity) select s.uuid, l.uuid, 1 from s, order_lines l where l.order_uid = $1`,
    [sale.uuid],
  );
  expect((await write(sale)).status).toBe(200);
});

test('a buyer has one review of a product, whichever order it was written from; written anew it waits again', async () => {
  const phone = '050-7111111';
  const first = await sold({ phone });
  const second = await sold({ goods: first.goods, phone });
  await write(first);
  const { uuid } = await reviewOf(first);
  await decide(uuid, 'publish');
  await write(second, { rating: 2 });
  expect(await query('select uuid, rating, state from product_reviews')).toEqual([
    { uuid, rating: 2, state: 'waiting' },
  ]);
  expect((await shown(first)).total).toBe(0);
  await decide(uuid, 'publish');
  // The same again is no change.
  await write(second, { rating: 2 });
  expect((await reviewOf(first)).state).toBe('published');
});

test('staff publish what they have read: an author who writes meanwhile is read again, also by an undo', async () => {
  const sale = await sold();
  await write(sale);
  const { uuid } = await reviewOf(sale);
  const { data } = await readPage<{ review: { state_at: string } }>(site, service, `/reviews/${uuid}`);
  clock = new Date(clock.getTime() + 60_000);
  await write(sale, { text: 'משהו אחר לגמרי' });
  const late = await act(site, service, `/reviews/${uuid}`, 'publish', { seen: data.review.state_at });
  expect([late.status, late.data.ok]).toEqual([409, false]);

  const manager = await signInAs(site, 'manager');
  const newest = async () =>
    (await query(`select uuid from audit_log where actor_kind = 'staff' order by created_at desc, uuid limit 1`))[0]
      .uuid;
  const undo = async () => act(site, manager, `/changes/${await newest()}`, 'undo', { reason: 'טעות' });
  clock = new Date(clock.getTime() + 60_000);
  await decide(uuid, 'publish');
  expect((await undo()).data).toMatchObject({ ok: true });
  expect((await reviewOf(sale)).state).toBe('waiting');
  clock = new Date(clock.getTime() + 60_000);
  await write(sale, { text: 'טקסט שאף אחד לא קרא' });
  // The undo of the undo would publish it.
  expect((await undo()).status).toBe(409);
  expect((await reviewOf(sale)).state).toBe('waiting');
});

test('a refusal has a reason that its author reads, and an answer stands under the review', async () => {
  const sale = await sold();
  await write(sale);
  const { uuid } = await reviewOf(sale);
  expect((await decide(uuid, 'refuse', { why: '' })).data.errors?.[0]?.path).toBe('why');
  await decide(uuid, 'refuse', { why: 'יש בטקסט מספר טלפון' });
  const page = await site.call({ host: 'raam.localhost', path: `/review/${sale.secret}` });
  expect(page.text).toContain('יש בטקסט מספר טלפון');
  expect(page.headers['cache-control']).toBe('private, no-store');
  await decide(uuid, 'publish');
  await decide(uuid, 'answer', { answer: 'תודה רבה' });
  expect((await shown(sale)).items[0]?.answer?.text).toBe('תודה רבה');
  // Whoever began before that answer doesn't overwrite it.
  expect((await decide(uuid, 'answer', { answer: 'אחרת' })).status).toBe(409);
  expect((await decide(uuid, 'answer', { answer: 'תודה רבה מאוד', 'was.answer': 'תודה רבה' })).status).toBe(200);
  expect((await shown(sale)).items[0]?.answer?.text).toBe('תודה רבה מאוד');
  expect((await decide(uuid, 'answer', { 'was.answer': 'תודה רבה מאוד' })).status).toBe(200);
  expect((await shown(sale)).items[0]?.answer).toBeNull();
});

/** A photo as phones make them: with the place where it was taken. */
const photo = () =>
  sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#888' } })
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '32/1 5/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();

const sendPhoto = ({ goods, secret }: Sale, body: Buffer, type = 'image/jpeg') =>
  site.call({
    host: 'raam.localhost',
    method: 'POST',
    path: `/api/reviews/add-photo?${new URLSearchParams({ order: secret, product_uid: goods.product })}`,
    headers: { 'content-type': type },
    body: body as never,
  });

test('photos are redrawn without their place, at most four, seen by others only with their review', async () => {
  const phone = '050-7333333';
  const sale = await sold({ phone });
  expect((await sendPhoto(sale, await photo())).status).toBe(404);
  await write(sale);
  expect((await sendPhoto(sale, Buffer.from('<svg onload=alert(1)>'))).status).toBe(422);
  expect((await sendPhoto({ ...sale, secret: 'guessed' }, await photo())).status).toBe(404);
  const [added] = (await sendPhoto(sale, await photo())).json<{ photos: Photo[] }>().photos;
  expect(added).toMatchObject({ width: 1_600, height: 800 });
  const [row] = await query('select content, thumbnail from review_photos');
  const { format, exif, width } = await sharp(row.content).metadata();
  expect([format, exif, width]).toEqual(['webp', undefined, 1_600]);
  expect((await sharp(row.thumbnail).metadata()).width).toBe(320);

  const open = `/api/reviews/photos/${added?.id}`;
  const get = (path: string, host = 'raam.localhost') => site.call({ host, path });
  expect((await get(open)).status).toBe(404);
  expect((await get(added?.url ?? '')).status).toBe(200);
  expect((await get(`${open}?order=guessed`)).status).toBe(404);
  // On the page of another order of the same buyer, too, and on no other buyer's.
  const again = await sold({ goods: sale.goods, phone });
  expect((await get(`${open}?order=${again.secret}`)).status).toBe(200);
  expect((await get(`${open}?order=${(await sold({ goods: sale.goods, phone: '050-7444444' })).secret}`)).status).toBe(
    404,
  );
  // Also where staff have put the order's phone right since.
  await query(`update orders set phone = '+972507000099' where uuid = $1`, [sale.uuid]);
  expect((await get(added?.url ?? '')).status).toBe(200);
  await query(`update orders set phone = '+972507333333' where uuid = $1`, [sale.uuid]);
  const { uuid } = await reviewOf(sale);
  await decide(uuid, 'publish');
  expect((await get(open)).headers['content-type']).toBe('image/webp');
  expect((await get(open, 'ofek.localhost')).status).toBe(404);

  for (let more = 0; more < 3; more++) expect((await sendPhoto(sale, await photo())).status).toBe(200);
  expect((await sendPhoto(sale, await photo())).json<{ error_code: string }>().error_code).toBe('PHOTOS_FULL');
  // Other photos are another review.
  expect((await reviewOf(sale)).state).toBe('waiting');
  const other = await sold();
  const foreign = await post('/api/reviews/remove-photo', { order: other.secret, photo_uid: added?.id });
  expect(foreign.status).toBe(404);
  expect((await post('/api/reviews/remove-photo', { order: sale.secret, photo_uid: added?.id })).status).toBe(200);
  expect((await query('select 1 from review_photos')).length).toBe(3);
});

test('a question waits until its answer publishes it, and its asker is told once', async () => {
  const { goods } = await sold();
  const question = { product_uid: goods.product, name: 'נועה כהן', email: 'noa@example.com', text: 'כמה שוקל הכלי?' };
  expect((await post('/api/reviews/ask-question', { ...question, website: 'bot' })).status).toBe(200);
  expect(await query('select 1 from product_questions')).toEqual([]);
  expect((await post('/api/reviews/ask-question', { ...question, email: 'no' })).status).toBe(400);
  expect((await post('/api/reviews/ask-question', question)).status).toBe(200);
  const path = `/api/reviews/get-questions?product_uid=${goods.product}`;
  const questions = async () => (await site.call({ host: 'raam.localhost', path })).json<{ items: Question[] }>().items;
  expect(await questions()).toEqual([]);
  const [{ uuid }] = await query('select uuid from product_questions');
  await query('delete from outbox');
  await decide(uuid, 'answer', { answer: '190 ק״ג' }, 'questions');
  expect(await questions()).toMatchObject([{ author: 'נועה כ׳', answer: { text: '190 ק״ג' } }]);
  await decide(uuid, 'answer', { answer: '191 ק״ג', 'was.answer': '190 ק״ג' }, 'questions');
  const mails = await query('select recipient, body from outbox');
  expect(mails).toEqual([{ recipient: 'noa@example.com', body: expect.stringContaining('190 ק״ג') }]);

  for (let more = 0; more < 10; more++) await post('/api/reviews/ask-question', question);
  expect((await post('/api/reviews/ask-question', question)).status).toBe(429);
});

const DAY = 86_400_000;

test('nobody is asked what a product is like that was given back, nor while the order is being cancelled', async () => {
  clock = new Date('2026-06-07T07:00:00Z');
  const [back, cancelling] = [await sold(), await sold()];
  await query(
    `with refund as (insert into refunds (payment_uid, amount_agorot, status, actor, ask_at)
       select uuid, 100, 'done', 'operator:test', now() from payments where order_uid = $1 returning uuid)
     insert into refund_lines (refund_uid, order_line_uid, quantity, amount_agorot, restock)
       select refund.uuid, l.uuid, l.quantity, 100, false from refund, order_lines l where l.order_uid = $1`,
    [back.uuid],
  );
  expect((await write(back)).json<{ error_code: string }>().error_code).toBe('NOT_HANDED_OVER');
  const [order] = await query('select number, phone from orders where uuid = $1', [cancelling.uuid]);
  await site.call({
    ...{ host: 'raam.localhost', method: 'POST', path: '/cancellation' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      ...{ name: 'דנה לוי', email: 'dana@example.com', message: '', phone: order.phone, order_number: order.number },
    }).toString(),
  });
  await query('delete from outbox');
  const invited = async () => {
    await inviteToReview({ ...site.deps, now: () => new Date('2026-06-15T07:00:00Z') });
    return query(`select order_uid from outbox where about = 'order review'`);
  };
  expect(await invited()).toEqual([]);
  await query(`update leads set state = 'closed'`);
  expect(await invited()).toEqual([{ order_uid: cancelling.uuid }]);
});

test('a buyer is invited once, a week after the handover, in the daytime, and not again after declining', async () => {
  clock = new Date('2026-06-07T07:00:00Z');
  const phone = '050-7222222';
  const sale = await sold({ phone });
  await query(
    `insert into order_lines (order_uid, name, sku, quantity, price_agorot, position) values ($1, 'מוצר שאינו נמכר עוד', 'X', 1, 0, 9)`,
    [sale.uuid],
  );
  const invited = async (at: string) => {
    await inviteToReview({ ...site.deps, now: () => new Date(at) });
    return query(`select recipient, body from outbox where about = 'order review' order by created_at`);
  };
  expect(await invited('2026-06-14T06:59:00Z')).toEqual([]);
  // A closed store's links lead to nothing.
  const state = (status: string, until: string | null) =>
    query(`update stores set status = $1, closed_until = $2 where key = 'raam'`, [status, until]);
  await state('closed', '2026-06-14T08:00:00Z');
  expect(await invited('2026-06-14T07:30:00Z')).toEqual([]);
  await state('open', null);
  // Eleven at night, and a Saturday.
  expect(await invited('2026-06-14T20:00:00Z')).toEqual([]);
  expect(await invited('2026-06-20T09:00:00Z')).toEqual([]);
  const [mail, ...others] = await invited('2026-06-15T07:00:00Z');
  expect([mail?.recipient, others]).toEqual(['dana@example.com', []]);
  expect(mail?.body).toContain(`/review/${sale.secret}`);
  expect(mail?.body).not.toContain('שאינו נמכר');
  expect(await invited('2026-06-16T07:00:00Z')).toHaveLength(1);

  const declined = await site.call({
    host: 'raam.localhost',
    method: 'POST',
    path: `/review/${sale.secret}`,
    headers: { origin: `http://raam.localhost:${site.port}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decline=on',
  });
  expect(declined.status).toBe(303);
  await sold({ phone });
  // `sold` begins with an empty outbox.
  expect(await invited('2026-06-15T07:00:00Z')).toEqual([]);
  // Of another buyer, more than a month ago, and one who has written already.
  await sold();
  expect(await invited('2026-07-09T07:00:00Z')).toEqual([]);
  const written = await sold();
  await query('delete from review_invitations');
  await write(written);
  expect((await invited('2026-06-15T07:00:00Z')).map(({ body }) => body.includes(written.secret))).not.toContain(true);
});

test('what isn’t published goes after the months that the store promises, an asker’s e-mail a month after the answer', async () => {
  await query(`update stores set settings = settings || '{"leads_kept_months": 6}' where key = 'raam'`);
  const sale = await sold();
  await write(sale);
  const question = {
    product_uid: sale.goods.product,
    name: 'נועה כהן',
    email: 'noa@example.com',
    text: 'כמה שוקל הכלי?',
  };
  await post('/api/reviews/ask-question', question);
  const [{ uuid }] = await query('select uuid from product_questions');
  await decide(uuid, 'answer', { answer: '190 ק״ג' }, 'questions');
  const after = (days: number) =>
    forgetOldReviews({ db: site.deps.db, now: () => new Date(clock.getTime() + days * DAY) });
  const countAnswerMails = async () => (await query(`select 1 from outbox where about = 'question answered'`)).length;
  await after(29);
  expect(await countAnswerMails()).toBe(1);
  expect(await query('select email from product_questions')).toEqual([{ email: 'noa@example.com' }]);
  await after(31);
  expect(await query('select email from product_questions')).toEqual([{ email: null }]);
  expect(await countAnswerMails()).toBe(0);
  expect(await query('select 1 from product_reviews')).toHaveLength(1);
  await after(190);
  expect(await query('select 1 from product_reviews')).toEqual([]);
  expect(await query('select 1 from product_questions')).toHaveLength(1);
});
