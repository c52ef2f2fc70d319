import { expect, test } from 'vitest';
import { freePort } from '../tests/support/site.ts';
import { checkExternalDatabase } from './external.ts';

const refusal = (url: string) =>
  checkExternalDatabase(url).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
const testServer = () => new URL(process.env.TEST_SERVER_URL ?? '');

test('a working address is accepted', async () => {
  expect(await refusal(testServer().href)).toBe('accepted');
});

test('what is wrong with an address is told in one line, without the password', async () => {
  const port = await freePort();
  const noDatabase = testServer();
  noDatabase.pathname = '/nowhere';
  const noUser = testServer();
  noUser.username = 'stranger';
  const lines = await Promise.all(
    [
      'mysql://me:secret@127.0.0.1/shop',
      'postgres://me:100%secret@127.0.0.1/shop',
      `postgres://me:secret@127.0.0.1:${port}/shop`,
      'postgres://me:secret@database.invalid/shop',
      noDatabase.href,
      noUser.href,
    ].map(refusal),
  );
  expect(lines[0]).toContain('not a PostgreSQL address');
  expect(lines[2]).toContain(`database "shop" at 127.0.0.1:${port} as user "me": nothing listens there`);
  expect(lines[3]).toContain('the host name');
  expect(lines[4]).toContain('the database does not exist');
  expect(lines[5]).toContain('does not let this user in');
  for (const line of lines) {
    expect(line).toMatch(/^DATABASE_URL: /);
    expect(line).not.toContain('\n');
    expect(line).not.toContain('secret');
  }
});
