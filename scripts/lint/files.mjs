import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../run.mjs';

const FOLDERS = ['shop', 'office', 'ui', 'server', 'contract', 'db', 'domain', 'cli', 'scripts', 'tests', 'bench'];
const CODE = /\.(ts|tsx|mjs|css)$/;
const TEXT = /\.(csv|json|html)$/;
const GENERATED = /^db\/migrations\/|(^|\/)\.react-router\/|\.d\.mts$/;
/** An escape is a comment on the line or the one above; it names the rule and gives a reason of some words. */
const ESCAPE = /lint-allow\s+([\w-]+)\s*:?\s*(.*?)\s*(\*\/\}?|-->)?$/;
const SHORTEST_REASON = 15;

/** Every source file of the project with its lines; paths are relative with forward slashes. */
export function sourceFiles() {
  return [...fs.readdirSync(ROOT).filter((name) => CODE.test(name)), ...FOLDERS.flatMap(walk)]
    .filter((file) => CODE.test(file) && !GENERATED.test(file))
    .map((file) => readSource(file, fs.readFileSync(path.join(ROOT, file), 'utf8')));
}

/** What the demo stores say: no code, and with no comments but those of HTML. */
export function textFiles() {
  return walk('demo')
    .filter((file) => TEXT.test(file))
    .map((file) => {
      const lines = fs.readFileSync(path.join(ROOT, file), 'utf8').split('\n');
      return { path: file, lines, code: lines };
    });
}

function walk(folder) {
  const full = path.join(ROOT, folder);
  if (!fs.existsSync(full)) return [];
  const entries = fs.readdirSync(full, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'))
    .sort();
}

export function readSource(file, text) {
  const lines = text.split('\n');
  return { path: file, text, lines, code: withoutComments(text).split('\n') };
}

/** Blanks comments out, keeping lines and columns, so that a rule does not stumble over an explanation. */
function withoutComments(text) {
  const blank = (comment) => comment.replace(/[^\n]/g, ' ');
  return text.replace(/\/\*[\s\S]*?\*\//g, blank).replace(/(^|[\s;,({[])\/\/[^\n]*/g, blank);
}

/** Drops the problems that an escape covers; an escape without a reason is a problem of its own. */
export function withEscapes(file, rule, problems) {
  const left = [];
  for (const problem of problems) {
    const allowed = [problem.line - 1, problem.line - 2]
      .map((index) => file.lines[index]?.match(ESCAPE))
      .find((match) => match?.[1] === rule);
    if (!allowed) left.push(problem);
    else if (allowed[2].length < SHORTEST_REASON)
      left.push({ ...problem, message: `the escape has to give its reason: ${problem.message}` });
  }
  return left;
}
