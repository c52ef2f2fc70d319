import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import { documentsExportCommand } from './documents.ts';

let site: TestApp;
const said: string[] = [];
const run = (options: Record<string, string> = {}) =>
  runCommand(site, documentsExportCommand, [], options, { say: (text) => said.push(text) });

beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

test('lists what was issued, by day and store, and writes down who took it', async () => {
  const shop = shopper(site.port);
  const placed = await shop.order(await piece(site.connection.pool));
  await pay(site.port, placed.page, CARDS.approved);
  await shop.ask(placed.secret);

  const { json } = await run({ store: 'raam', from: '2020-01-01' });
  expect(json).toMatchObject([
    {
      store: 'raam',
      kind: 'tax_invoice_receipt',
      order_number: placed.order.number,
      total: placed.order.total_order_price,
    },
  ]);
  const [row] = json as { net: number; vat: number; total: number }[];
  expect(Math.round(((row?.net ?? 0) + (row?.vat ?? 0)) * 100)).toBe(Math.round((row?.total ?? 0) * 100));
  expect(said.pop()).toContain(placed.order.number);
  expect((await run({ store: 'noam' })).json).toEqual([]);
  expect((await run({ to: '2020-01-01' })).json).toEqual([]);
  const { rows } = await site.connection.pool.query(
    `select details from audit_log where command = 'documents export' order by created_at limit 1`,
  );
  expect(rows).toEqual([{ details: { store: 'raam', from: '2020-01-01', to: null, documents: 1 } }]);
});

test('a document of the small hours bears Israel’s day, in the list as by --from and --to', async () => {
  const { connection } = site;
  await connection.pool.query(`insert into documents select (jsonb_populate_record(d, jsonb_build_object(
      'uuid', gen_random_uuid(), 'number', 'NIGHT-1', 'sequence', null, 'credits_uid', uuid, 'kind', 'credit_invoice',
      'issued_at', '2026-03-31T22:30:00Z'))).* from documents d limit 1`);
  expect((await run({ from: '2026-04-01', to: '2026-04-01' })).json).toMatchObject([{ number: 'NIGHT-1' }]);
  expect(said.pop()).toMatch(/^2026-04-01 .*NIGHT-1/m);
});

test.each<Record<string, string>>([{ from: 'yesterday' }, { to: '2026-13-45' }, { store: 'nobody' }])(
  '%j is refused',
  async (options) => {
    await expect(run(options)).rejects.toThrow(/^--|^There is no store/);
  },
);
