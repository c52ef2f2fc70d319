import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hebrewReason } from './import-reasons.ts';

const ROOT = path.join(import.meta.dirname, '../../server/import');

/** Texts of the importer's code that begin as its reasons do. */
const REASON =
  /(['"`])((?:is |has |was left|was made|was taken|was read|unknown |duplicate |the (?:store|group|address|file's|old|deposit)|holds |leads |needs |cannot |belongs |missing |unpacks |does not |description |names |can never |variant |differs )(?:(?!\1)[^\n\\]|\\.){3,260}?)\1/g;

test('every reason of the importer has Hebrew', () => {
  const english = new Set<string>();
  let count = 0;
  for (const file of globSync('**/*.ts', { cwd: ROOT }).filter((one) => !one.endsWith('.test.ts')))
    for (const [, , text = ''] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(REASON)) {
      count += 1;
      const reason = text.replace(/\$\{[^}]*\}/g, '7');
      if (!/[א-ת]/.test(hebrewReason(reason))) english.add(`${file}: ${text}`);
    }
  expect(count).toBeGreaterThan(80);
  expect([...english]).toEqual([]);
});

test('what an export leaves out is told in Hebrew', () => {
  const root = path.join(import.meta.dirname, '../../server/export');
  const texts = globSync('**/*.ts', { cwd: root })
    .filter((one) => !one.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(path.join(root, file), 'utf8').matchAll(/`([^`\n]* was left out[^`\n]*)`/g)])
    .map(([, text = '']) => text.replace(/\$\{[^}]*\}/g, '7'));
  expect(texts).toHaveLength(3);
  for (const text of texts) expect(hebrewReason(text)).toMatch(/^[^a-z]*הושמט/);
});

test('a count without the stock at its export isn’t told to be outdated', () => {
  const rest = 'whose stock differs, which was left: it may have been sold since. Edit an export, or use stock set';
  const reasons = [
    `is not said for a variant ${rest}`,
    `is not said for 12 variants ${rest}`,
    'was left at 4: stock_exported is not said, and some may have been sold since',
  ].map(hebrewReason);
  for (const reason of reasons) expect(reason).toContain('לא כתוב');
  expect(reasons.join()).not.toContain('השתנה מאז');
  expect(hebrewReason('was left at 4: the file was exported with 3, and it has moved since')).toContain('השתנה מאז');
});
