import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/template.ts';

/**
 * What only the server has. A value that a page's component takes from a server module brings all of that module along.
 */
const SERVER_ONLY = /AsyncLocalStorage|node:(?:fs|crypto|async_hooks)|pg_notify|drizzle:/;

test.each(['build', 'build-office'])('no script that %s gives to browsers holds code of the server', (folder) => {
  const client = path.join(ROOT, folder, 'client');
  const scripts = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(20);
  expect(scripts.filter((file) => SERVER_ONLY.test(readFileSync(path.join(client, file), 'utf8')))).toEqual([]);
});
