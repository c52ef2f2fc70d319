// Applies each mutant of mutants.json to a copy of the tree and runs the test file that is to notice it. Names or files after -- choose
// among them: `npm run prove -- mutants` runs all, `MUTANTS=orders npm run prove -- mutants` those whose file contains `orders`.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../support/template.ts';

type Mutant = { rule: string; file: string; search: string; replace: string; test: string; title?: string };

const mutants = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'mutants.json'), 'utf8')) as Mutant[];
const wanted = mutants.filter(({ file }) => file.includes(process.env.MUTANTS ?? ''));
const copy = fs.mkdtempSync(path.join(tmpdir(), 'mutants-'));
const LEFT_OUT = ['node_modules', '.git', 'data', 'test-results'];
fs.cpSync(ROOT, copy, {
  recursive: true,
  filter: (source) => !LEFT_OUT.includes(path.relative(ROOT, source).split(path.sep)[0] ?? ''),
});
fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));

function fails({ test, title }: Mutant): boolean {
  const run = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', test, ...(title ? ['-t', title] : [])],
    { cwd: copy, timeout: 300_000, encoding: 'utf8' },
  );
  // A file that doesn't start says nothing about the rule.
  return /Tests\s.*failed/.test(stripVTControlCharacters(run.stdout));
}

const survivors: string[] = [];
try {
  for (const mutant of wanted) {
    const file = path.join(copy, mutant.file);
    const before = fs.readFileSync(file, 'utf8');
    const there = before.split(mutant.search).length - 1;
    if (there !== 1) {
      survivors.push(`${mutant.rule}: its line is there ${there} times in ${mutant.file}`);
      continue;
    }
    fs.writeFileSync(
      file,
      before.replace(mutant.search, () => mutant.replace),
    );
    const killed = fails(mutant);
    fs.writeFileSync(file, before);
    console.log(`${killed ? 'killed  ' : 'SURVIVES'} ${mutant.rule}`);
    if (!killed) survivors.push(mutant.rule);
  }
} finally {
  fs.rmSync(copy, { recursive: true, force: true });
}
console.log(`${wanted.length - survivors.length} of ${wanted.length} killed`);
for (const rule of survivors) console.log(`✗ ${rule}`);
process.exit(survivors.length > 0 ? 1 : 0);
