import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInRoles, type RoleKey } from '#domain/people/permissions.ts';
import { actionNames } from '#domain/text/change-names.ts';
import type { OfficeContext } from '#server/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { type EntityKind, officeCalls } from '#server/staff/office-call.ts';
import { staffOfSession } from '#server/staff/sessions.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/office.ts';
import { officeRights } from '../support/office-rights.ts';
import { ROOT } from '../support/template.ts';

// Every call of the office as every role, as a stranger and for another store, against the one table of
// tests/support/office-rights.ts. Calls come from the files of server/office and server/staff: a new one without an
// entry fails.

let site: TestApp;
const people = new Map<RoleKey, OfficeContext>();
const roles = Object.keys(builtInRoles) as RoleKey[];
const NOBODY = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  for (const folder of ['server/office', 'server/staff'])
    for (const file of readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.ts') && !file.endsWith('.test.ts')) await import(path.join(ROOT, folder, file));
  site = await startApp({ office: true });
  for (const role of roles) {
    const cookie = await signInAs(site, role);
    const token = cookie.split('=')[1] ?? '';
    people.set(role, contextOf(await staffOfSession(site.deps, token)));
  }
});
afterAll(() => site.close());

const contextOf = (staff: OfficeContext['staff']): OfficeContext => ({
  ...site.deps,
  requestId: 'test',
  origin: 'http://office.localhost',
  ipAddress: '127.0.0.1',
  userAgent: 'test',
  device: '',
  log: site.app.log,
  staff,
  source: '/test',
});

/** What the door answers before the call itself does anything: the input lacks everything but its entity. */
async function answerOf(name: string, ctx: OfficeContext, input: Record<string, unknown> = {}): Promise<string> {
  try {
    await officeCalls.get(name)?.(ctx, input);
    return 'allowed';
  } catch (error) {
    if (!(error instanceof Refusal)) return 'allowed';
    return ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'].includes(error.code) ? error.code : 'allowed';
  }
}

test('the table has every call, and no other; what writes has a Hebrew name for the change log', () => {
  expect(Object.keys(officeRights).sort()).toEqual([...officeCalls.keys()].sort());
  expect(officeCalls.size).toBeGreaterThan(30);
  const writes = [...officeCalls].filter(([, { options }]) => options.kind === 'write').map(([name]) => name);
  expect(writes.filter((name) => !actionNames[name])).toEqual([]);
});

describe.each(Object.entries(officeRights))('%s', (name, allowed) => {
  test('a stranger', async () => expect(await answerOf(name, contextOf(null))).toBe('UNAUTHORIZED'));

  test.each(roles)('as %s', async (role) => {
    const ctx = people.get(role) as OfficeContext;
    const entity = officeCalls.get(name)?.options.entity;
    const answer = await answerOf(name, ctx, entity ? { [entity]: NOBODY } : { _nothing: '' });
    const let_in = entity ? 'NOT_FOUND' : 'allowed';
    expect(answer).toBe(allowed.includes(role) ? let_in : 'FORBIDDEN');
  });

  test('in another store', async () => {
    const entity = officeCalls.get(name)?.options.entity;
    if (!entity) return expect(entity).toBeUndefined();
    const uuid = await rowOf(entity, 'sela');
    for (const role of ['sales', 'warehouse'] as const) {
      const expected = allowed.includes(role) ? 'NOT_FOUND' : 'FORBIDDEN';
      expect(await answerOf(name, people.get(role) as OfficeContext, { [entity]: uuid })).toBe(expected);
    }
  });
});

const made = new Map<string, string>();

/** A row of the kind in the store, which the demo's sales and warehouse people don't know. */
async function rowOf(kind: EntityKind, store: string): Promise<string> {
  const statements: Record<EntityKind, string> = {
    order: `insert into orders (store_uid, number, secret_hash, payment_method, first_name, last_name, phone, email, lines_agorot, total_agorot,
              due_agorot, terms_accepted_at) select uuid, 'TEST-0001', 'x', 'card', 'א', 'ב', '+972501234567', 'a@b.example', 100, 100, 100, now() from stores where key = $1 returning uuid`,
    lead: `insert into leads (store_uid, kind, source, name, phone) select uuid, 'contact', 'contact', 'א', '+972501234567' from stores where key = $1 returning uuid`,
    customer: `insert into customers (store_uid, phone) select uuid, '+972501234567' from stores where key = $1 returning uuid`,
    document: `with o as (select o.uuid, o.store_uid, s.company_uid from orders o join stores s on s.uuid = o.store_uid where s.key = $1 limit 1),
              p as (insert into payments (order_uid, provider, amount_agorot) select uuid, 'sandbox', 118 from o returning uuid)
              insert into documents (company_uid, store_uid, order_uid, payment_uid, provider, kind, year, number, net_agorot, vat_agorot, total_agorot, vat_bp, content, issued_at)
              select o.company_uid, o.store_uid, o.uuid, p.uuid, 'built-in', 'tax_invoice_receipt', 2026, 'TEST-1', 100, 18, 118, 1800, '{}', now() from o, p returning uuid`,
    message: `insert into outbox (store_uid, channel, recipient, body) select uuid, 'email', 'a@b.example', 'x' from stores where key = $1 returning uuid`,
    store: 'select uuid from stores where key = $1',
    category: 'select c.uuid from collections c join stores s on s.uuid = c.store_uid where s.key = $1 limit 1',
    page: 'select p.uuid from content_pages p join stores s on s.uuid = p.store_uid where s.key = $1 limit 1',
    post: 'select p.uuid from posts p join stores s on s.uuid = p.store_uid where s.key = $1 limit 1',
    promotion: `insert into sales (store_uid, name, kind) select uuid, 'מבצע', 'FREE_DELIVERY' from stores where key = $1 returning uuid`,
    review: `with o as (select o.uuid, o.store_uid from orders o join stores s on s.uuid = o.store_uid where s.key = $1 limit 1)
              insert into product_reviews (store_uid, product_uid, order_uid, phone, author, rating, text)
              select o.store_uid, p.product_uid, o.uuid, '+972501234567', 'א', 5, 'טקסט' from o join store_products p on p.store_uid = o.store_uid limit 1 returning uuid`,
    question: `insert into product_questions (store_uid, product_uid, author, text)
              select s.uuid, p.product_uid, 'א', 'טקסט' from stores s join store_products p on p.store_uid = s.uuid where s.key = $1 limit 1 returning uuid`,
    tradeIn: `insert into trade_ins (store_uid, secret_hash, name, phone, make, model, year, condition)
              select uuid, 'x', 'א', '+972501234567', 'א', 'ב', 2020, '{}' from stores where key = $1 returning uuid`,
    booking: `insert into bookings (store_uid, branch_uid, service, starts_at, ends_at, seat, name, phone, secret_hash)
              select s.uuid, b.branch_uid, 'SERVICE', now() + interval '1 day', now() + interval '25 hours', 0, 'א', '+972501234567', 'x' from stores s join branch_stores b on b.store_uid = s.uuid where s.key = $1 limit 1 returning uuid`,
  };
  const key = `${kind} ${store}`;
  if (kind === 'document' || kind === 'review') await rowOf('order', store);
  if (!made.has(key)) {
    const { rows } = await site.connection.pool.query<{ uuid: string }>(statements[kind], [store]);
    made.set(key, rows[0]?.uuid ?? '');
  }
  return made.get(key) ?? '';
}
