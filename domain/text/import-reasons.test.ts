import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hebrewReason } from './import-reasons.ts';

const ROOT = path.join(import.meta.dirname, '../../server/import');

/** Texts of the importer's code that begin as its reasons do. */
const REASON =
  /(['"`])((?:is |has |was left|was made|was taken|was read|unknown |duplicate |the (?:store|group|address|file's|old|deposit)|holds |leads |needs |cannot |belongs |missing |unpacks |does not |description |names |can never |variant |differs )(?:(?!\1)[^\n\\]|\\.){3,260}?)\1/g;
/** Part of a reason, whose other part stands on another line. */
const OTHERS = /^is not said for/;

test('every reason of the importer has Hebrew', () => {
  const english = new Set<string>();
  let count = 0;
  for (const file of globSync('**/*.ts', { cwd: ROOT }).filter((one) => !one.endsWith('.test.ts')))
    for (const [, , text = ''] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(REASON)) {
      count += 1;
      const reason = text.replace(/\$\{[^}]*\}/g, '7');
      if (!OTHERS.test(reason) && !/[א-ת]/.test(hebrewReason(reason))) english.add(`${file}: ${text}`);
    }
  expect(count).toBeGreaterThan(80);
  expect([...english]).toEqual([]);
});
