import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../run.mjs';
import { importsOf, layerOf } from './imports.mjs';

const FOLDER_FILES = 20;
const SHORT_LINES = 30;
const TEST = /\.(?:test|spec)\.tsx?$|^(?:tests|bench|scripts)\//;
const PRODUCT = /^(?:shop|office|ui|server|domain|cli)\/.*\.tsx?$/;
/** Doors that something else calls, and components that pages to come may show. */
const EXEMPT = /^ui\/.*\.tsx$|^shop\/routes\/|^office\/routes\/|routes\.ts$/;
const THIS = 'scripts/lint/tree.mjs';
const MUTANTS = 'tests/prove/mutants.json';

/** Folders that hold more source files than one reads at a glance; tests are not counted. */
export function findFullFolders(files) {
  const folders = Map.groupBy(
    files.filter(({ path: file }) => file.includes('/') && !TEST.test(file)),
    ({ path: file }) => path.posix.dirname(file),
  );
  return [...folders]
    .filter(([, found]) => found.length > FOLDER_FILES)
    .map(([folder, [first, ...rest]]) => ({
      file: first.path,
      line: 1,
      message: `${folder} holds ${rest.length + 1} source files, of ${FOLDER_FILES} at most: divide it by subject`,
    }));
}

/**
 * Short files that one file alone imports and could hold. They stay files where that is impossible or of use: loaded as
 * a chunk of their own, in another layer than their caller, or with a test of their own.
 */
export function findShortFiles(files) {
  const callers = new Map();
  const paths = new Set(files.map(({ path: file }) => file));
  for (const file of files.filter(({ path: from }) => !TEST.test(from)))
    for (const edge of importsOf(file))
      callers.set(edge.target, (callers.get(edge.target) ?? new Map()).set(file.path, edge));
  const short = files.filter(({ path: file, text }) => {
    const [[caller, edge] = [], ...others] = callers.get(file) ?? [];
    if (!PRODUCT.test(file) || TEST.test(file) || EXEMPT.test(file) || !caller || others.length > 0) return false;
    const tested = paths.has(file.replace(/\.tsx?$/, '.test.ts'));
    return (
      text.trimEnd().split('\n').length < SHORT_LINES && !edge.lazy && layerOf(caller) === layerOf(file) && !tested
    );
  });
  return short.map(({ path: file }) => ({
    file,
    line: 1,
    message: `less than ${SHORT_LINES} lines for ${[...callers.get(file).keys()][0]} alone: they belong there`,
  }));
}

/** Each mutant (docs/testing.md) changes a text that stands exactly once in its file. */
export function findLostMutants(files, mutants) {
  const texts = new Map(files.map(({ path: file, text }) => [file, text]));
  return mutants.flatMap(({ rule, file, search }) => {
    const count = (texts.get(file) ?? '').split(search).length - 1;
    const message = `the mutant "${rule}" finds its text ${count} times in ${file}: correct ${MUTANTS}`;
    return count === 1 ? [] : [{ file: texts.has(file) ? file : THIS, line: 1, message }];
  });
}

export const readMutants = () => JSON.parse(fs.readFileSync(path.join(ROOT, MUTANTS), 'utf8'));
