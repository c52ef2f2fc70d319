import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

const leave = (phone: string, address: string, more: Record<string, unknown> = {}) =>
  site.call({
    method: 'POST',
    path: '/api/contacts',
    headers: { 'x-forwarded-for': address },
    body: { name: 'נועה לוי', phone, ...more },
  });
const kept = async (phone: string) =>
  (await site.connection.pool.query('select kind, source from leads where phone = $1', [phone])).rows;

test('a message is kept with its mail to the store; what a robot fills in is answered alike and dropped', async () => {
  const reply = await leave('050-7000001', '203.0.113.1', { type: 'sale', source: 'lead_banner' });
  expect([reply.status, reply.json()]).toEqual([200, { received: true }]);
  expect(await kept('+972507000001')).toEqual([{ kind: 'sale', source: 'lead_banner' }]);
  const { rows } = await site.connection.pool.query(`select body from outbox where channel = 'email'`);
  expect(rows.some(({ body }) => body.includes('050-7000001'))).toBe(true);

  const robot = await leave('050-7000002', '203.0.113.1', { website: 'https://spam.example' });
  expect([robot.status, robot.json()]).toEqual([200, { received: true }]);
  expect(await kept('+972507000002')).toEqual([]);
});

test('a phone may leave ten messages an hour, an address twenty', async () => {
  for (let i = 0; i < 10; i++) expect((await leave('050-7000003', `203.0.113.${10 + i}`)).status).toBe(200);
  expect((await leave('050-7000003', '203.0.113.30')).status).toBe(429);

  for (let i = 0; i < 20; i++) expect((await leave(`050-71000${10 + i}`, '198.51.100.7')).status).toBe(200);
  const refused = await leave('050-7100090', '198.51.100.7');
  expect([refused.status, refused.json<{ error_code: string }>().error_code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
  expect(await kept('+972507100090')).toEqual([]);
  const dressed = await leave('050-7100090', '203.0.113.99, 198.51.100.7');
  expect(dressed.status, 'an address that the visitor puts in front is not believed').toBe(429);
  expect((await leave('050-7100090', '198.51.100.8')).status).toBe(200);
});
