import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, lastCode, newPhone } from '../../../tests/support/customers.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import { outboxListCommand } from './outbox.ts';

let site: TestApp;
const said: string[] = [];
const list = (options: Record<string, string> = {}) =>
  runCommand(site, outboxListCommand, [], options, { say: (text) => said.push(text) });

beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

test('an empty outbox says so', async () => {
  expect((await list({ channel: 'sms' })).json).toEqual([]);
  expect(said.pop()).toBe('The outbox is empty.');
});

test('the code that somebody waits for stands in the first line, with its store and phone', async () => {
  const [first, second] = [newPhone(), newPhone()];
  await caller(site).askCode(first);
  await caller(site, { host: 'noam.localhost' }).askCode(second);
  const { json } = await list();
  const code = await lastCode(site, second);
  expect(json).toMatchObject([
    { store: 'noam', channel: 'sms', recipient: `+972${second.slice(1)}` },
    { store: 'raam' },
  ]);
  const [head, , newest] = said.pop()?.split('\n') ?? [];
  expect(head).toMatch(/^when +store +channel +to +state +message$/);
  expect(newest).toContain(`noam   sms      +972${second.slice(1)}  waiting  נועם: הקוד שלכם ${code}`);
  expect((await list({ limit: '1' })).json).toHaveLength(1);
  expect((await list({ channel: 'email' })).json).toEqual([]);
});

test.each<Record<string, string>>([{ channel: 'pigeon' }, { limit: '0' }, { limit: 'many' }])(
  '%j is refused',
  async (options) => {
    await expect(list(options)).rejects.toThrow(/^--/);
  },
);
