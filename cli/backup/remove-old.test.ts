import { execFileSync } from 'node:child_process';
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
  expect(await removeOld(folder, 1)).toEqual({
    removed: ['2026-06-01T03-30-00Z', '2026-06-03T03-30-00Z.unfinished'],
    failed: [],
  });
  expect(readdirSync(folder).toSorted()).toEqual([
    '2026-06-02T03-30-00Z',
    '2026-06-04T03-30-00Z.unfinished',
    '2026-06-05T03-30-00Z.unfinished',
    'media',
  ]);
});

test('one that cannot be removed is told, and keeps no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-old-'));
  const [stuck, old, last] = ['2026-06-01T03-30-00Z', '2026-06-02T03-30-00Z', '2026-06-03T03-30-00Z'];
  for (const name of [stuck, old, last]) mkdirSync(join(folder, name));
  // Paths longer than the system takes: not even root removes these by their names.
  const deep = 'name=$(printf "x%.0s" $(seq 200)); for i in $(seq 25); do mkdir $name && cd $name; done';
  execFileSync('bash', ['-c', deep], { cwd: join(folder, stuck) });
  try {
    const { removed, failed } = await removeOld(folder, 1);
    expect(removed).toEqual([old]);
    expect(failed).toEqual([expect.stringMatching(`^${stuck}: ENAMETOOLONG`)]);
    expect(readdirSync(folder).toSorted()).toEqual([stuck, last]);
  } finally {
    execFileSync('rm', ['-rf', folder]);
  }
});
