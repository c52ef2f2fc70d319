import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../tests/support/template.ts';
import { hebrewOf } from './refusal-texts.ts';

/** Rules that calls of the office share with commands. */
const FOLDERS = ['server/checkout', 'server/office', 'server/leads', 'server/privacy', 'server/stores'];

/** The sentences of a file, with a number in place of each value. */
const sentencesOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/new OperatorError\(\s*(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g)].map(
    ([, plain, template]) =>
      (plain ?? template ?? '').replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '3').replace(/\\(.)/g, '$1'),
  );

test('what rules refuse in English has a Hebrew sentence in the office', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => path.join(ROOT, folder, file)),
  );
  const sentences = files.flatMap(sentencesOf);
  expect(sentences.length).toBeGreaterThan(40);
  expect(sentences.filter((sentence) => hebrewOf(sentence) === null)).toEqual([]);
  for (const sentence of sentences) expect(hebrewOf(sentence)).not.toMatch(/[a-z]{4}/);
});

test('values of a sentence are told', () => {
  expect(hebrewOf('Only 1 of HELMET-M can still go back.')).toContain('HELMET-M');
  expect(hebrewOf('At most 12.5 shekels can go back.')).toContain('12.50');
  expect(hebrewOf('something new')).toBeNull();
});
