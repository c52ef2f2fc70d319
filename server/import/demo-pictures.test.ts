import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { ROOT } from '../../tests/support/template.ts';

const DEMO = path.join(ROOT, 'demo');
const PICTURES = path.join(DEMO, 'pictures');
/** Total, as the repository has to stay small. */
const MAX_BYTES = 60 * 1024 * 1024;

type Variant = { product: string; color: string; picture: string };

const files = fs
  .readdirSync(PICTURES, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name));

const variants = fs
  .readdirSync(path.join(DEMO, 'catalogue'))
  .filter((name) => /^variants-.*\.csv$/.test(name))
  .flatMap((name) => parse<Variant>(fs.readFileSync(path.join(DEMO, 'catalogue', name)), { columns: true }));

function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

test('no two vehicles, parts, colours or views share a picture, and together they stay light', () => {
  const byContent = groupBy(files, (file) => createHash('sha256').update(fs.readFileSync(file)).digest('hex'));
  const shared = [...byContent.values()].filter(({ length }) => length > 1);
  expect(shared).toEqual([]);
  expect(files.reduce((sum, file) => sum + fs.statSync(file).size, 0)).toBeLessThan(MAX_BYTES);
});

test('every colour of a product has a hero of its own, which no other product and no other colour names', () => {
  const byPicture = groupBy(variants, ({ picture }) => picture);
  const wrong = [...byPicture].flatMap(([picture, of]) => {
    const looks = new Set(of.map(({ product, color }) => `${product} ${color}`));
    const there = fs.existsSync(path.join(PICTURES, `${picture}-hero.avif`));
    return looks.size > 1 || !there ? [`${picture || 'no picture'}: ${[...looks].join(', ')}`] : [];
  });
  expect(variants.length).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});
