import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { act, signInAs } from '../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../tests/support/purchase.ts';
import { forgetOldForms } from './repeats.ts';

// What must not be done twice, by the real forms: a double press, a form that a reload sends again, a retry.

let site: TestApp;
let owner: string;
let manager: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  owner = await signInAs(site, 'owner');
  manager = await signInAs(site, 'manager');
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const countOf = async (text: string, values: unknown[]) => Number((await query(text, values))[0].count);

async function lead(): Promise<string> {
  const [row] = await query(
    `insert into leads (store_uid, kind, source, name, phone, email)
     select uuid, 'contact', 'contact', 'נועה', '+972507000001', 'noa@example.com' from stores where key = 'raam' returning uuid`,
  );
  return row.uuid;
}
const answersOf = (uuid: string) => countOf('select count(*) from lead_answers where lead_uid = $1', [uuid]);
/** The newest answer, which the form of another one names. */
async function seenOf(lead: string): Promise<string> {
  const [newest] = await query('select uuid from lead_answers where lead_uid = $1 order by created_at desc limit 1', [
    lead,
  ]);
  return newest?.uuid ?? 'none';
}
const FIRST = { subject: 'לגבי הצבע', text: 'יש באדום', seen: 'none' };
const answer = (uuid: string, more: object = {}, who = owner) =>
  act(site, who, `/leads/${uuid}`, 'mail', { ...FIRST, ...more });

async function order({ paid = true }: { paid?: boolean } = {}) {
  const goods = await piece(site.connection.pool, { stock: 5 });
  const purchase = await shopper(site.port).order(goods);
  if (paid) await pay(site.port, purchase.page, CARDS.approved);
  return purchase.order.uuid;
}
const mailsOf = (uuid: string, about: string) =>
  countOf(`select count(*) from outbox where order_uid = $1 and channel = 'email' and about = $2`, [uuid, about]);

type Case = {
  name: string;
  /** `reopened`: what a form that is opened later says otherwise. */
  make: () => Promise<{
    path: string;
    call: string;
    input: object;
    done: () => Promise<number>;
    reopened?: () => Promise<object>;
  }>;
};
const cases: Case[] = [
  {
    name: 'an answer by mail',
    make: async () => {
      const uuid = await lead();
      const reopened = async () => ({ seen: await seenOf(uuid) });
      return { path: `/leads/${uuid}`, call: 'mail', input: FIRST, done: () => answersOf(uuid), reopened };
    },
  },
  {
    name: 'another copy of a message',
    make: async () => {
      const uuid = await order();
      const [message] = await query(
        `update outbox set sent_at = now() where uuid = (select uuid from outbox where order_uid = $1 and channel = 'email' limit 1)
         returning uuid, about`,
        [uuid],
      );
      const done = async () => (await mailsOf(uuid, message.about)) - 1;
      return { path: `/messages/${message.uuid}`, call: 'resend', input: {}, done };
    },
  },
  {
    name: 'a document’s link',
    make: async () => {
      const uuid = await order();
      const [document] = await query('select uuid from documents where order_uid = $1', [uuid]);
      const before = await countOf('select count(*) from outbox where order_uid = $1', [uuid]);
      const done = async () => (await countOf('select count(*) from outbox where order_uid = $1', [uuid])) - before;
      return { path: `/documents/${document.uuid}`, call: 'send', input: {}, done };
    },
  },
  {
    name: 'a link for payment',
    make: async () => {
      const uuid = await order({ paid: false });
      const sent = `select count(*) from outbox where order_uid = $1 and channel = 'email' and about like '%payment_link%'`;
      const done = () => countOf(sent, [uuid]);
      return { path: `/orders/${uuid}`, call: 'payLink', input: { hours: 24, send: 'on' }, done };
    },
  },
  {
    name: 'a refund of a sum alone',
    make: async () => {
      const uuid = await order();
      const done = () =>
        countOf('select count(*) from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = $1', [
          uuid,
        ]);
      return { path: `/orders/${uuid}`, call: 'refund', input: { total: 1, reason: 'פיצוי על איחור' }, done };
    },
  },
];

test.each(cases)('$name: pressed twice at once and sent once more by a reload, done once', async ({ make }) => {
  const { path, call, input, done, reopened } = await make();
  const _key = randomUUID();
  const press = () => act(site, owner, path, call, { ...input, _key });
  const replies = [...(await Promise.all([press(), press(), press()])), await press()];
  expect(replies.map(({ status, data }) => [status, data.ok])).toEqual(replies.map(() => [200, true]));
  expect(new Set(replies.map(({ data }) => data.message)).size).toBe(1);
  expect(await done()).toBe(1);
  // The form that is opened after it is another one.
  const another = { ...input, ...(await reopened?.()), _key: randomUUID() };
  expect((await act(site, owner, path, call, another)).status).toBe(200);
  expect(await done()).toBe(2);
});

test('another text under the same key, or another person, is another action', async () => {
  const uuid = await lead();
  const _key = randomUUID();
  await answer(uuid, { _key });
  await answer(uuid, { _key, text: 'ויש גם בכחול', seen: await seenOf(uuid) });
  await answer(uuid, { _key, seen: await seenOf(uuid) }, manager);
  expect(await answersOf(uuid)).toBe(3);
});

test('what was refused may be sent again with the same key', async () => {
  const uuid = await lead();
  const _key = randomUUID();
  await query(`update leads set email = null where uuid = $1`, [uuid]);
  expect((await answer(uuid, { _key })).status).toBe(422);
  await query(`update leads set email = 'noa@example.com' where uuid = $1`, [uuid]);
  expect((await answer(uuid, { _key })).status).toBe(200);
  expect(await answersOf(uuid)).toBe(1);
});

/** As a process leaves it that dies in the middle of the call. */
const killedBefore = (operation: string, minutes: number) =>
  query(
    `update office_keys set message = null, operation_uid = $1, created_at = now() - make_interval(mins => $2) returning uuid`,
    [operation, minutes],
  );

test('after a process that died, the retry does what was not written, and never what was', async () => {
  const uuid = await lead();
  const _key = randomUUID();
  await query('delete from office_keys');
  await answer(uuid, { _key });
  await query('delete from lead_answers where lead_uid = $1', [uuid]);
  expect(await killedBefore(randomUUID(), 6)).toHaveLength(1);
  const retries = await Promise.all([1, 2, 3].map(() => answer(uuid, { _key })));
  expect(retries.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await answersOf(uuid)).toBe(1);

  const [written] = await query('select operation_uid as uuid from office_keys');
  await killedBefore(written.uuid, 6);
  expect((await answer(uuid, { _key })).data).toMatchObject({ ok: true, message: expect.stringContaining('לא תיעשה') });
  expect(await answersOf(uuid)).toBe(1);
});

test('keys are kept for three days', async () => {
  const uuid = await lead();
  await query('delete from office_keys');
  await answer(uuid, { _key: randomUUID() });
  await forgetOldForms(site.deps);
  expect(await query('select * from office_keys')).toHaveLength(1);
  await query(`update office_keys set created_at = now() - interval '73 hours'`);
  await forgetOldForms(site.deps);
  expect(await query('select * from office_keys')).toHaveLength(0);
});
