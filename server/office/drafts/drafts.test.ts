import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Connection, connect } from '#db/client.ts';
import { drafts, posts, stores } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { addDays, israelDay } from '#domain/calendar/israel-time.ts';
import { permissions, type RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { clock } from '../../../tests/support/clock.ts';
import type { OfficeContext } from '../../context.ts';
import { carryOutDrafts } from '../../jobs/drafts.ts';
import { officeCall, officeCalls } from '../../staff/office-call.ts';
import { memberOf } from './carry-out.ts';
import { addStep, recheckDraft, removeStep } from './change-draft.ts';
import { readDraft } from './list-drafts.ts';
import { changeEnd, publishNow, scheduleDraft, unscheduleDraft } from './publish.ts';

// Drafts against calls of the test's own, which write as the office's do.

const DAY = 24 * 60;
const ofStore = z.object({ store: z.uuid(), text: z.string().min(2, 'כתבו טקסט') });
const faults = { connection: false };
officeCall(
  { name: 'test.title', permission: 'content.edit', entity: 'store', input: ofStore, kind: 'write', draftable: true },
  async ({ db }, { store, text }) => {
    await db.update(stores).set({ seoTitle: text }).where(eq(stores.uuid, store));
  },
);
officeCall(
  {
    name: 'test.description',
    permission: 'settings.edit',
    entity: 'store',
    input: ofStore,
    kind: 'write',
    draftable: true,
  },
  async ({ db }, { store, text }) => {
    if (faults.connection) await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    await db.update(stores).set({ seoDescription: text }).where(eq(stores.uuid, store));
  },
);
officeCall(
  { name: 'test.remove', permission: 'content.edit', entity: 'store', input: ofStore, kind: 'write', draftable: true },
  async ({ db }, { store, text }) => {
    await db.delete(posts).where(and(eq(posts.storeUid, store), eq(posts.slug, text)));
  },
);
officeCall(
  { name: 'test.now', permission: 'content.edit', entity: 'store', input: ofStore, kind: 'write' },
  async () => {},
);

let site: TestApp;
let office: Connection;
let other: Connection;
let store: string;
const time = clock();
const people = {} as Record<'owner' | 'editor' | 'viewer', OfficeContext>;

beforeAll(async () => {
  site = await startApp({ office: true, deps: { now: time.now } });
  const url = site.deps.env.DATABASE_URL as string;
  office = connect(url, { max: 4, actor: 'each' });
  other = connect(url, { max: 4, actor: 'each' });
  for (const role of ['owner', 'editor', 'viewer'] as const) people[role] = await personOf(role);
  const [row] = await office.db.select({ uuid: stores.uuid }).from(stores).where(eq(stores.key, 'raam'));
  store = row?.uuid ?? '';
});
afterAll(async () => {
  for (const name of officeCalls.keys()) if (name.startsWith('test.')) officeCalls.delete(name);
  await office.close();
  await other.close();
  await site.close();
});
beforeEach(async () => {
  faults.connection = false;
  await site.connection.db.update(drafts).set({ state: 'discarded' });
  await site.connection.db
    .update(stores)
    .set({ seoTitle: 'כותרת ישנה', seoDescription: 'תיאור ישן' })
    .where(eq(stores.uuid, store));
});

async function personOf(role: RoleKey): Promise<OfficeContext> {
  const base = { ...site.deps, db: office.db, reader: office.db };
  const { rows } = await office.pool.query<{ uuid: string }>(
    `select sr.staff_uid as uuid from staff_roles sr join roles r on r.uuid = sr.role_uid where r.key = $1 and sr.store_uid is null`,
    [role],
  );
  const staff = await memberOf(base, rows[0]?.uuid ?? '');
  return {
    ...base,
    requestId: 'test',
    origin: 'http://office.localhost',
    ipAddress: '127.0.0.1',
    userAgent: 'test',
    device: '',
    log: site.app.log,
    staff,
    source: '/test',
  };
}

const shop = async () => {
  const [row] = await site.connection.db
    .select({ title: stores.seoTitle, text: stores.seoDescription })
    .from(stores)
    .where(eq(stores.uuid, store));
  return row;
};
const draftRow = async (uuid: string) => (await office.db.select().from(drafts).where(eq(drafts.uuid, uuid)))[0];
const title = (text: string) => ({ call: 'test.title', input: { store, text } });
const description = (text: string) => ({ call: 'test.description', input: { store, text } });
const prepare = async (ctx = people.owner) => {
  const { draft } = await addStep(ctx, { ...title('כותרת לחג'), name: 'חג' });
  await addStep(ctx, { ...description('תיאור לחג'), draft });
  return draft;
};
const run = (connection = office) => carryOutDrafts({ ...site.deps, db: connection.db }, site.app.log);
const operationsOf = async (command: string, uuid: string) => {
  const { rows } = await office.pool.query(
    `select a.uuid, a.actor, (select count(*)::int from changes c where c.deed_uid = a.uuid) as changes from audit_log a where a.command = $1`,
    [`${command} /drafts/${uuid}`],
  );
  return rows as { uuid: string; actor: string; changes: number }[];
};
const mails = async () => {
  const { rows } = await office.pool.query<{ subject: string; body: string }>(
    `select subject, body from outbox where about = 'staff' order by created_at`,
  );
  return rows;
};
const inDays = (days: number) => addDays(israelDay(time.now()), days);

describe('steps', () => {
  test('a step changes nothing in the shop, and shows what it will', async () => {
    const uuid = await prepare();
    expect(await shop()).toEqual({ title: 'כותרת ישנה', text: 'תיאור ישן' });
    const { steps } = await readDraft(people.owner, { draft: uuid });
    expect(steps.map(({ changes }) => changes.map(({ before, after }) => ({ before, after })))).toEqual([
      [{ before: { seo_title: 'כותרת ישנה' }, after: { seo_title: 'כותרת לחג' } }],
      [{ before: { seo_description: 'תיאור ישן' }, after: { seo_description: 'תיאור לחג' } }],
    ]);
  });

  test('what the call refuses is told when it is put into the draft: input, rights, entity, and calls that are made now only', async () => {
    const draft = await prepare();
    await expect(addStep(people.owner, { ...title('א'), draft })).rejects.toThrow('כתבו טקסט');
    await expect(addStep(people.editor, { ...description('תיאור אחר'), draft })).rejects.toThrow('אין לכם הרשאה');
    await expect(addStep(people.viewer, { ...title('כותרת'), draft })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(addStep(people.owner, { call: 'test.now', input: { store, text: 'כן' }, draft })).rejects.toThrow(
      'רק עכשיו',
    );
    const foreign = { store: '00000000-0000-4000-8000-000000000000', text: 'כותרת' };
    await expect(addStep(people.owner, { call: 'test.title', input: foreign, draft })).rejects.toThrow('לא נמצא');
  });

  test('who may publish elsewhere only publishes, schedules and ends nothing here', async () => {
    const { staff } = people.owner;
    if (!staff) throw new Error('nobody');
    const [elsewhere] = await office.db.select({ uuid: stores.uuid }).from(stores).where(eq(stores.key, 'zik'));
    const here = staff.grants.map((grant) => ({
      ...grant,
      permissions: grant.permissions.filter((permission) => permission !== 'content.publish'),
    }));
    const there = staff.grants.map((grant) => ({ ...grant, storeUid: elsewhere?.uuid ?? '' }));
    const person = { ...people.owner, staff: { ...staff, grants: [...here, ...there] } };
    const draft = await prepare(person);
    const refused = { code: 'FORBIDDEN' };
    await expect(publishNow(person, { draft })).rejects.toMatchObject(refused);
    await expect(scheduleDraft(person, { draft, day: addDays(israelDay(time.now()), 2) })).rejects.toMatchObject(
      refused,
    );
    expect(await draftRow(draft)).toMatchObject({ state: 'draft' });
    expect(await shop()).toEqual({ title: 'כותרת ישנה', text: 'תיאור ישן' });
    await publishNow(people.owner, { draft });
    await expect(changeEnd(person, { draft })).rejects.toMatchObject(refused);
  });

  test('a removed step is not carried out', async () => {
    const draft = await prepare();
    const { steps } = await readDraft(people.owner, { draft });
    await removeStep(people.owner, { draft, step: steps[0]?.uuid ?? '' });
    await publishNow(people.owner, { draft });
    expect(await shop()).toEqual({ title: 'כותרת ישנה', text: 'תיאור לחג' });
  });
});

describe('publishing', () => {
  test('carries out all steps as one operation in the publisher’s name', async () => {
    const draft = await prepare();
    await publishNow(people.owner, { draft });
    expect(await shop()).toEqual({ title: 'כותרת לחג', text: 'תיאור לחג' });
    expect(await operationsOf('drafts.publish', draft)).toMatchObject([
      { uuid: (await draftRow(draft))?.operationUid, actor: `staff:${people.owner.staff?.email}`, changes: 2 },
    ]);
    await expect(publishNow(people.owner, { draft })).rejects.toThrow('כבר פורסמה');
  });

  test('a value that was changed since stops the whole draft, until its author takes today’s values', async () => {
    const draft = await prepare();
    await office.db.update(stores).set({ seoDescription: 'תיאור של מישהו אחר' }).where(eq(stores.uuid, store));
    await expect(publishNow(people.owner, { draft })).rejects.toMatchObject({
      code: 'NOT_POSSIBLE',
      extra: { details: expect.stringContaining('שונה בינתיים') },
    });
    expect(await shop()).toEqual({ title: 'כותרת ישנה', text: 'תיאור של מישהו אחר' });
    const { steps } = await readDraft(people.owner, { draft });
    expect(steps.map(({ problem }) => Boolean(problem))).toEqual([false, true]);
    await recheckDraft(people.owner, { draft });
    await publishNow(people.owner, { draft });
    expect(await shop()).toEqual({ title: 'כותרת לחג', text: 'תיאור לחג' });
  });

  test('and scheduling take what the person has seen, and nothing that was added since', async () => {
    const draft = await prepare();
    const version = async () => (await readDraft(people.owner, { draft })).draft.version;
    const seen = await version();
    await addStep(people.editor, { ...title('כותרת שלא נראתה'), draft });
    const refused = { code: 'CHANGED_MEANWHILE' };
    await expect(publishNow(people.owner, { draft, version: seen })).rejects.toMatchObject(refused);
    await expect(scheduleDraft(people.owner, { draft, version: seen, day: inDays(1) })).rejects.toMatchObject(refused);
    const added = await version();
    await office.db.update(stores).set({ seoTitle: 'כותרת של מישהו אחר' }).where(eq(stores.uuid, store));
    await recheckDraft(people.editor, { draft });
    await expect(publishNow(people.owner, { draft, version: added })).rejects.toMatchObject(refused);
    expect(await shop()).toEqual({ title: 'כותרת של מישהו אחר', text: 'תיאור ישן' });
    await publishNow(people.owner, { draft, version: await version() });
    expect(await shop()).toEqual({ title: 'כותרת שלא נראתה', text: 'תיאור לחג' });
  });

  test('needs the permission of every step', async () => {
    const draft = await prepare();
    await expect(publishNow(people.editor, { draft })).rejects.toMatchObject({ code: 'NOT_POSSIBLE' });
    expect(await shop()).toEqual({ title: 'כותרת ישנה', text: 'תיאור ישן' });
  });
});

describe('at a moment', () => {
  test('is published when it comes, by two processes once, and taken back at its end', async () => {
    const draft = await prepare();
    await scheduleDraft(people.owner, { draft, day: inDays(1), time: '00:00', end_day: inDays(2), end_time: '00:00' });
    await run();
    expect((await shop())?.title).toBe('כותרת ישנה');
    time.pass(DAY);
    await Promise.all([run(), run(other), run(), run(other)]);
    expect((await shop())?.title).toBe('כותרת לחג');
    expect(await operationsOf('drafts.publish', draft)).toHaveLength(1);
    time.pass(DAY);
    await Promise.all([run(), run(other)]);
    expect(await shop()).toEqual({ title: 'כותרת ישנה', text: 'תיאור ישן' });
    expect(await operationsOf('drafts.end', draft)).toHaveLength(1);
    expect((await draftRow(draft))?.state).toBe('ended');
  });

  test('a connection that is lost in the middle leaves nothing half done, and the next turn does it', async () => {
    const draft = await prepare();
    await scheduleDraft(people.owner, { draft, day: inDays(1), time: '00:00' });
    time.pass(DAY);
    faults.connection = true;
    await run();
    expect(await shop()).toEqual({ title: 'כותרת ישנה', text: 'תיאור ישן' });
    expect((await draftRow(draft))?.state).toBe('scheduled');
    faults.connection = false;
    await run();
    expect(await shop()).toEqual({ title: 'כותרת לחג', text: 'תיאור לחג' });
  });

  test('what isn’t possible any more changes nothing, and its author gets a mail', async () => {
    const draft = await prepare();
    await scheduleDraft(people.owner, { draft, day: inDays(1), time: '00:00' });
    await office.db.update(stores).set({ seoDescription: 'אחר' }).where(eq(stores.uuid, store));
    time.pass(DAY);
    const before = (await mails()).length;
    await run();
    await run();
    expect((await shop())?.title).toBe('כותרת ישנה');
    expect(await draftRow(draft)).toMatchObject({ state: 'failed', problem: expect.stringContaining('שונה בינתיים') });
    expect((await mails()).slice(before).map(({ subject }) => subject)).toEqual(['הטיוטה ״חג״ לא פורסמה']);
  });

  test('who has lost the right since publishes nothing', async () => {
    const { draft } = await addStep(people.editor, { ...title('כותרת לחג'), day: inDays(1), time: '00:00' });
    const { rows } = await office.pool.query(`delete from staff_roles where staff_uid = $1 returning *`, [
      people.editor.staff?.uuid,
    ]);
    time.pass(DAY);
    await run();
    for (const row of rows)
      await office.pool.query(`insert into staff_roles (staff_uid, role_uid, store_uid) values ($1, $2, $3)`, [
        row.staff_uid,
        row.role_uid,
        row.store_uid,
      ]);
    expect((await shop())?.title).toBe('כותרת ישנה');
    expect((await draftRow(draft))?.state).toBe('failed');
  });

  test('a value that was changed after the publishing stays, and its author gets a mail', async () => {
    const draft = await prepare();
    await scheduleDraft(people.owner, { draft, day: inDays(1), time: '00:00', end_day: inDays(2) });
    time.pass(DAY);
    await run();
    await office.db.update(stores).set({ seoTitle: 'כותרת של מישהו אחר' }).where(eq(stores.uuid, store));
    time.pass(DAY);
    const before = (await mails()).length;
    await run();
    await run();
    expect(await shop()).toEqual({ title: 'כותרת של מישהו אחר', text: 'תיאור לחג' });
    expect(await draftRow(draft)).toMatchObject({
      state: 'published',
      problem: expect.stringContaining('שונה מאז'),
    });
    expect((await mails()).slice(before).map(({ subject }) => subject)).toEqual(['הטיוטה ״חג״ לא הוחזרה']);
  });

  test('a removed address that another post has by then stays so, and its author gets one mail', async () => {
    const [post] = await office.db.select().from(posts).where(eq(posts.storeUid, store)).limit(1);
    if (!post) throw new Error('no post');
    const step = { call: 'test.remove', input: { store, text: post.slug } };
    const { draft } = await addStep(people.owner, { ...step, day: inDays(1), end_day: inDays(2) });
    time.pass(DAY);
    await run();
    const { uuid: _uuid, ...values } = post;
    const [other] = await office.db.insert(posts).values(values).returning();
    time.pass(DAY);
    const before = (await mails()).length;
    await run();
    await run();
    expect(await draftRow(draft)).toMatchObject({
      state: 'published',
      problem: expect.stringContaining('נתפסו בינתיים'),
    });
    expect((await mails()).slice(before).map(({ subject }) => subject)).toEqual([expect.stringContaining('לא הוחזרה')]);
    const there = and(eq(posts.storeUid, store), eq(posts.slug, post.slug));
    expect(await office.db.select().from(posts).where(there)).toEqual([other]);
  });

  test('values that another draft has made until its end are scheduled again only once it has ended, or stays', async () => {
    const draft = await prepare();
    await scheduleDraft(people.owner, { draft, day: inDays(1), end_day: inDays(3) });
    time.pass(DAY);
    await run();
    const next = { ...title('כותרת לחג הבא'), end_day: inDays(5) };
    const refused = { code: 'NOT_POSSIBLE', message: expect.stringContaining('שמוחזרת ב־') };
    for (const day of [inDays(1), inDays(2)])
      await expect(addStep(people.owner, { ...next, day })).rejects.toMatchObject(refused);
    // What it hasn't changed, and what waits without a moment, is no matter of its.
    await addStep(people.owner, { ...title('כותרת לחג הבא'), name: 'בלי מועד' });
    await changeEnd(people.owner, { draft });
    await addStep(people.owner, { ...next, day: inDays(1) });
    time.pass(DAY);
    await run();
    expect((await shop())?.title).toBe('כותרת לחג הבא');
  });

  test('its end is set, and cancelled, by who may make each of its changes themselves', async () => {
    const draft = await prepare();
    await publishNow(people.owner, { draft });
    const refused = { code: 'NOT_POSSIBLE', message: expect.stringContaining(permissions['settings.edit']) };
    await expect(changeEnd(people.editor, { draft, end_day: inDays(1) })).rejects.toMatchObject(refused);
    await changeEnd(people.owner, { draft, end_day: inDays(1) });
    await expect(changeEnd(people.editor, { draft })).rejects.toMatchObject(refused);
    time.pass(DAY);
    await run();
    expect(await shop()).toEqual({ title: 'כותרת ישנה', text: 'תיאור ישן' });
  });

  test('is called off by who scheduled it, or who may make each of its changes themselves', async () => {
    const draft = await prepare();
    await scheduleDraft(people.owner, { draft, day: inDays(1) });
    await expect(unscheduleDraft(people.editor, { draft })).rejects.toMatchObject({
      code: 'NOT_POSSIBLE',
      message: expect.stringContaining(permissions['settings.edit']),
    });
    expect((await draftRow(draft))?.state).toBe('scheduled');
    await unscheduleDraft(people.owner, { draft });
    const own = () => addStep(people.editor, { ...title('כותרת לחג'), day: inDays(1) });
    await unscheduleDraft(people.editor, { draft: (await own()).draft });
    await unscheduleDraft(people.owner, { draft: (await own()).draft });
  });

  test('a moment that is past, or that no clock shows, is refused', async () => {
    const draft = await prepare();
    await expect(scheduleDraft(people.owner, { draft, day: inDays(-1), time: '00:00' })).rejects.toThrow(
      'המועד כבר עבר',
    );
    await expect(scheduleDraft(people.owner, { draft, day: inDays(3), end_day: inDays(2) })).rejects.toThrow(
      'אחרי הפרסום',
    );
  });
});
