import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { addDays, israelDay } from '#domain/calendar/israel-time.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { piece } from '../../../tests/support/purchase.ts';
import type { OfficeContext } from '../../context.ts';
import { memberOf } from './carry-out.ts';
import { addStep } from './change-draft.ts';
import { changeEnd, publishNow, scheduleDraft } from './publish.ts';

let site: TestApp;
let office: Connection;
let owner: OfficeContext;

beforeAll(async () => {
  site = await startApp({ office: true });
  office = connect(site.deps.env.DATABASE_URL as string, { max: 4, actor: 'each' });
  const base = { ...site.deps, db: office.db, reader: office.db };
  const { rows } = await office.pool.query<{ uuid: string }>(
    `select sr.staff_uid as uuid from staff_roles sr join roles r on r.uuid = sr.role_uid where r.key = 'owner' and sr.store_uid is null`,
  );
  owner = {
    ...base,
    ...{ requestId: 'test', origin: 'http://office.localhost', source: '/test' },
    ...{ ipAddress: '127.0.0.1', userAgent: 'test', device: '' },
    log: site.app.log,
    staff: await memberOf(base, rows[0]?.uuid ?? ''),
  };
});
afterAll(async () => {
  await office.close();
  await site.close();
});

test('stock has no day on which it is taken back: neither when its draft is scheduled nor once it is published', async () => {
  const { variant } = await piece(site.connection.pool, { stock: 5 });
  const inDays = (days: number) => addDays(israelDay(site.deps.now()), days);
  const { draft } = await addStep(owner, { call: 'stock.receive', input: { variant, received: 3 }, name: 'משלוח' });
  const refused = { code: 'NOT_POSSIBLE', message: expect.stringContaining('בינתיים נמכר מהם') };
  await expect(scheduleDraft(owner, { draft, day: inDays(1), end_day: inDays(2) })).rejects.toMatchObject(refused);
  await publishNow(owner, { draft });
  await expect(changeEnd(owner, { draft, end_day: inDays(2) })).rejects.toMatchObject(refused);
  const { rows } = await office.pool.query(
    'select v.stock, d.end_at from variants v, drafts d where v.uuid = $1 and d.uuid = $2',
    [variant, draft],
  );
  expect(rows).toEqual([{ stock: 8, end_at: null }]);
});
