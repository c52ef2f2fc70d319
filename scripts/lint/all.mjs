// The rules of docs/architecture.md that matter. An escape names its rule and reason, on the line or above it:
//   // lint-allow store-name: the sandbox gateway signs as this demo store
import * as commentWidth from './comment-width.mjs';
import * as docComments from './doc-comments.mjs';
import { sourceFiles, textFiles, withEscapes } from './files.mjs';
import * as hebrew from './hebrew.mjs';
import * as imports from './imports.mjs';
import * as length from './length.mjs';
import * as migrations from './migrations.mjs';
import * as numberBounds from './number-bounds.mjs';
import { checkPatterns, patternRules } from './patterns.mjs';
import * as styles from './styles.mjs';
import * as tree from './tree.mjs';
import * as wording from './wording.mjs';

/** @returns {{ file: string, line: number, rule: string, message: string, warning?: boolean }[]} */
export function lint(files, texts = [], changes = [], mutants = []) {
  const found = [];
  const report = (file, rule, problems) => {
    for (const problem of withEscapes(file, rule, problems)) found.push({ file: file.path, rule, ...problem });
  };
  for (const file of files) {
    report(file, imports.name, imports.check(file));
    report(file, length.name, length.check(file));
    report(file, commentWidth.name, commentWidth.check(file));
    report(file, hebrew.name, hebrew.check(file));
    report(file, docComments.name, docComments.check(file));
    report(file, numberBounds.name, numberBounds.check(file));
    report(file, wording.name, wording.check(file));
    for (const rule of patternRules) report(file, rule.name, checkPatterns(rule, file));
  }
  for (const text of texts) report(text, hebrew.name, hebrew.check(text));
  for (const file of changes) {
    for (const problem of migrations.check(file)) found.push({ file: file.path, rule: migrations.name, ...problem });
  }
  const ofAll = [
    ...styles.findUnusedStyles(files).map((problem) => [styles.name, problem]),
    ...tree.findFullFolders(files).map((problem) => ['full-folder', problem]),
    ...tree.findShortFiles(files).map((problem) => ['short-file', problem]),
    ...tree.findLostMutants(files, mutants).map((problem) => ['lost-mutant', problem]),
    ...imports.findCycles(files).map((problem) => ['import-cycle', problem]),
    ...imports.findFolderCycles(files).map((problem) => ['folder-cycle', problem]),
  ];
  for (const [rule, { file, ...problem }] of ofAll) {
    report(
      files.find(({ path }) => path === file),
      rule,
      [problem],
    );
  }
  return found;
}

if (process.argv[1] === import.meta.filename) {
  const files = sourceFiles();
  const texts = textFiles();
  const problems = lint(files, texts, migrations.migrationFiles(), tree.readMutants());
  for (const { file, line, rule, message, warning } of problems) {
    console.log(`${file}:${line} ${warning ? 'warning' : 'error'} ${rule}: ${message}`);
  }
  const errors = problems.filter(({ warning }) => !warning).length;
  console.log(`${files.length + texts.length} files, ${errors} errors, ${problems.length - errors} warnings`);
  process.exitCode = errors === 0 ? 0 : 1;
}
