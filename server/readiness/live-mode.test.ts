import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { freePort } from '../../tests/support/site.ts';
import { readSettings } from '../platform/environment.ts';
import { isDurable, missingSettings } from './live-mode.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});
/** Its own folder: a server removes other users' permissions from it. */
const dataDir = mkdtempSync(join(tmpdir(), 'storefront-live-'));

const READY = {
  MODE: 'live',
  SECRET: 'x'.repeat(32),
  DATA_DIR: '/srv/shop/data',
  SMTP_URL: 'smtp://mail.example',
  SMS_PROVIDERS: '019',
  SMS_019_USERNAME: 'shop',
  SMS_019_TOKEN: 'token',
  CARDCOM_TERMINAL: '1001',
  CARDCOM_API_NAME: 'name',
  CARDCOM_API_PASSWORD: 'password',
};
const missing = (settings: Record<string, string>) => missingSettings(readSettings(settings), '/opt/shop/current');

/** The server as operators start it, until it exits. */
async function start(settings: Record<string, string>): Promise<{ code: number; stderr: string }> {
  const main = fileURLToPath(new URL('../start.ts', import.meta.url));
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [main], { env: { PATH, NODE_COMPILE_CACHE, ...settings } });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}

test('live mode names all that is missing at once, settings and stores, and does not start', async () => {
  // Closed for a holiday: it reopens by itself.
  const { rows } = await query(
    "update stores set public_domain = null, status = 'closed', closed_until = now() + interval '1 day' where key = 'gal' returning key",
  );
  expect(rows).toHaveLength(1);
  const ended = await start({
    MODE: 'live',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
  });
  expect(ended.code).toBe(1);
  for (const name of ['SECRET', 'SMS_PROVIDERS', 'SMTP_URL', 'CARDCOM_TERMINAL', 'DATA_DIR'])
    expect(ended.stderr).toMatch(new RegExp(`^  ${name}`, 'm'));
  expect(ended.stderr).toContain('Store gal has no public domain');
  expect(ended.stderr).toContain('Store raam takes no payments');
  expect(ended.stderr).not.toContain('    at ');
}, 60_000);

test('without a database it still names the settings, beside what is wrong with the database', async () => {
  const ended = await start({
    MODE: 'live',
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/none`,
    PORT: String(await freePort()),
  });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('SMTP_URL');
  expect(ended.stderr).toMatch(/ECONNREFUSED|database/i);
}, 60_000);

test('what is missing is named beside values that are wrong', async () => {
  const ended = await start({ MODE: 'live', DATA_DIR: dataDir, SMS_PROVIDERS: '019', SMPT_URL: 'smtp://mail.example' });
  expect(ended.code).toBe(1);
  for (const name of ['SMPT_URL', 'SMS_019_TOKEN', 'SECRET', 'SMTP_URL', 'CARDCOM_TERMINAL', 'DATA_DIR'])
    expect(ended.stderr).toMatch(new RegExp(`^  ${name}`, 'm'));
}, 60_000);

test('nothing is missing in what is complete, nor in demo mode', () => {
  expect(missing(READY)).toEqual([]);
  expect(missing({})).toEqual([]);
});

test.each(['SECRET', 'SMTP_URL', 'SMS_PROVIDERS', 'DATA_DIR'])('without %s it is missing, and only it', (name) => {
  const { [name as keyof typeof READY]: _, ...rest } = READY;
  expect(missing(rest)).toEqual([expect.stringContaining(name)]);
});

test('a gateway, and an SMS address that sends', () => {
  const { CARDCOM_TERMINAL: _1, CARDCOM_API_NAME: _2, CARDCOM_API_PASSWORD: _3, ...rest } = READY;
  expect(missing(rest)).toEqual([expect.stringContaining('no payment gateway')]);
  const keys = { PAYPLUS_API_KEY: 'x', PAYPLUS_SECRET_KEY: 'x', PAYPLUS_PAGE_UID: crypto.randomUUID() };
  expect(missing({ ...rest, ...keys })).toEqual([]);
  const staging = { ...rest, ...keys, PAYPLUS_URL: 'https://restapidev.payplus.co.il' };
  expect(missing(staging)).toEqual([expect.stringContaining('PAYPLUS_URL')]);
  expect(missing({ ...READY, CARDCOM_TERMINAL: '1000' })).toEqual([expect.stringContaining('CARDCOM_TERMINAL: 1000')]);
  const terminals = { gal: { provider: 'cardcom', terminal: 1000, api_name: 'x', api_password: 'x' } };
  expect(missing({ ...READY, PAYMENT_TERMINALS: JSON.stringify(terminals) })).toEqual([
    expect.stringContaining('PAYMENT_TERMINALS: 1000'),
  ]);
  const dry = { ...READY, SMS_019_URL: 'https://019sms.co.il/api/test' };
  expect(missing(dry)).toEqual([expect.stringContaining('SMS_019_URL')]);
});

test('providers of SMS are named without a slip, and with their accounts', () => {
  expect(() => readSettings({ SMS_PROVIDERS: '019,pigeon' })).toThrow('SMS_PROVIDERS');
  expect(() => readSettings({ SMS_PROVIDERS: '019,019' })).toThrow('names one twice');
  expect(() => readSettings({ SMS_PROVIDERS: '019,twilio', SMS_019_USERNAME: 'x' })).toThrow(
    /SMS_019_TOKEN: .*\n.*TWILIO_ACCOUNT_SID: .*\n.*TWILIO_AUTH_TOKEN/,
  );
  expect(() => readSettings({ ...READY, SMS_019_URL: 'http://relay.example/api' })).toThrow('must be https');
});

test.each([
  ['/var/lib/storefront', true],
  ['/opt/shop/currently', true],
  ['./data', false],
  ['/opt/shop/current/data', false],
  ['/opt/shop/current', false],
  ['/tmp/data', false],
])('data in %s: %s', (folder, kept) => {
  expect(isDurable(folder, '/opt/shop/current')).toBe(kept);
});

async function query(text: string) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
