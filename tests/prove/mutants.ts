// Applies each mutant of mutants.json to a copy of the tree and runs the test that is to notice it. `npm run prove --
// mutants` runs all, `MUTANTS=orders npm run prove -- mutants` those whose file or rule contains `orders`. See
// docs/testing.md.

import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import setup from '../support/global-setup.ts';
import { ROOT } from '../support/template.ts';

type Mutant = { rule: string; file: string; search: string; replace: string; test: string; title?: string };

const mutants = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'mutants.json'), 'utf8')) as Mutant[];
const part = process.env.MUTANTS ?? '';
const selected = mutants.filter(({ file, rule }) => file.includes(part) || rule.includes(part));
// Without a name Vitest would run every test there is.
if (selected.length === 0) throw new Error(`no mutant's file or rule contains ${part}`);
// All go on with one database server and one template, which are made of the tree as it is.
const close = await setup();
const LEFT_OUT = ['node_modules', '.git', 'data', 'test-results'];

function copyTree(): string {
  const copy = fs.mkdtempSync(path.join(tmpdir(), 'mutants-'));
  fs.cpSync(ROOT, copy, {
    recursive: true,
    filter: (source) => !LEFT_OUT.includes(path.relative(ROOT, source).split(path.sep)[0] ?? ''),
  });
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

type Outcome = 'passed' | 'failed' | 'broken';

async function outcomeOf(copy: string, args: string[], { tell = false } = {}): Promise<Outcome> {
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(copy, '.compiled') };
  const options = { cwd: copy, env, timeout: 300_000, maxBuffer: 64 * 1024 * 1024 };
  const { code, stdout } = await new Promise<{ code: number; stdout: string }>((resolve) =>
    execFile(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], options, (error, stdout) =>
      resolve({ code: error ? 1 : 0, stdout }),
    ),
  );
  const said = stripVTControlCharacters(stdout);
  if (tell) for (const line of said.match(/^ *(?:FAIL|×) .*$/gm) ?? []) console.log(line);
  // A file that doesn't start says nothing about the rule.
  return /Tests\s.*failed/.test(said) ? 'failed' : /Tests\s.*passed/.test(said) && code === 0 ? 'passed' : 'broken';
}

const wrong: string[] = [];
const began = Date.now();
const copies = [copyTree(), copyTree()];
const waiting = selected.values();

/** One copy of the tree tries a mutant at a time; a test file keeps one core at work. */
async function tryMutants(copy: string): Promise<void> {
  for (const mutant of waiting) {
    const file = path.join(copy, mutant.file);
    const before = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(
      file,
      before.replace(mutant.search, () => mutant.replace),
    );
    const outcome = await outcomeOf(copy, [mutant.test, ...(mutant.title ? ['-t', mutant.title] : [])]);
    fs.writeFileSync(file, before);
    console.log(`${{ failed: 'killed  ', passed: 'SURVIVES', broken: 'BROKEN  ' }[outcome]} ${mutant.rule}`);
    if (outcome !== 'failed') wrong.push(`${mutant.rule}: ${outcome}`);
  }
}

try {
  // Whatever fails without a mutant notices nothing.
  const files = [...new Set(selected.map(({ test }) => test))];
  if ((await outcomeOf(copies[0] ?? '', files, { tell: true })) !== 'passed')
    wrong.push('the tests fail without a mutant');
  await Promise.all(copies.map(tryMutants));
} finally {
  for (const copy of copies) fs.rmSync(copy, { recursive: true, force: true });
  await close();
}
console.log(`${selected.length} mutants in ${Math.round((Date.now() - began) / 1000)} s, ${wrong.length} complaints`);
for (const line of wrong) console.log(`✗ ${line}`);
process.exit(wrong.length > 0 ? 1 : 0);
