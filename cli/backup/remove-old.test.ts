import { mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeOld } from './backup.ts';

test('old backups go, and what broke off a day ago; one that is being written stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-old-'));
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  const make = (name: string, touched?: Date, fileTouched = touched) => {
    const file = join(folder, name, 'rows.gz');
    mkdirSync(join(folder, name));
    writeFileSync(file, '');
    if (fileTouched) utimesSync(file, fileTouched, fileTouched);
    if (touched) utimesSync(join(folder, name), touched, touched);
  };
  make('2026-06-01T03-30-00Z');
  make('2026-06-02T03-30-00Z');
  make('2026-06-03T03-30-00Z.unfinished', longAgo);
  make('2026-06-04T03-30-00Z.unfinished', longAgo, new Date());
  make('2026-06-05T03-30-00Z.unfinished');
  make('media');
  const removed = await removeOld(folder, 1);
  expect(removed).toEqual(['2026-06-01T03-30-00Z', '2026-06-03T03-30-00Z.unfinished']);
  expect(readdirSync(folder).toSorted()).toEqual([
    '2026-06-02T03-30-00Z',
    '2026-06-04T03-30-00Z.unfinished',
    '2026-06-05T03-30-00Z.unfinished',
    'media',
  ]);
});
