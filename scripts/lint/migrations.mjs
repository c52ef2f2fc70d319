// Processes of the version before run on while a migration is applied and after it: it may add ("expand"), and takes
// away only what no version in use reads or writes any more ("contract"). Such a statement says so, on the line above:
//   -- contract: since 0002 nothing reads this column
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../run.mjs';

export const name = 'migration';

const FOLDER = 'db/migrations';
/** The first migration makes the schema, before anything is in use. */
const FIRST_IN_USE = 1;
const SHORTEST_REASON = 15;

const rules = [
  [/\bDROP\s+(?:TABLE|COLUMN|SCHEMA|TYPE|VIEW|MATERIALIZED)\b/i, 'drops what an older process still uses'],
  [/\bRENAME\b/i, 'renames what an older process knows by its old name: add the new one beside it'],
  [
    /\bALTER\s+COLUMN\s+\S+\s+(?:SET\s+DATA\s+)?TYPE\b/i,
    'changes a type, which rewrites the table under a lock: add a column',
  ],
  [/\bALTER\s+COLUMN\s+\S+\s+SET\s+NOT\s+NULL\b/i, 'refuses rows as an older process writes them'],
  [/\bALTER\s+COLUMN\s+\S+\s+DROP\s+DEFAULT\b/i, 'takes away a default that an older process relies on'],
  [
    /\bADD\s+COLUMN\b(?![^;]*\bDEFAULT\b)[^;]*\bNOT\s+NULL\b/i,
    'adds a column that an older process does not fill: give it a default',
  ],
  [/\bADD\s+VALUE\b[^;]*\bBEFORE\b/i, 'puts a value between others, whose order an older process knows'],
];
/** Of a table that the same migration makes, nobody has rows. */
const onOwnTable = [
  [
    /^\s*ALTER\s+TABLE\s+(?:ONLY\s+)?("[^;]*?"|\S+)\s+ADD\s+CONSTRAINT\b(?![^;]*\bNOT\s+VALID\b)/i,
    'binds rows that are there, and those of an older process: add it NOT VALID',
  ],
  [
    /^\s*CREATE\s+UNIQUE\s+INDEX\b[^;]*?\bON\s+("[^;]*?"|[^\s(]+)/i,
    'refuses rows that an older process may write twice',
  ],
];

export function migrationFiles() {
  return fs
    .readdirSync(path.join(ROOT, FOLDER))
    .filter((file) => file.endsWith('.sql') && Number.parseInt(file, 10) >= FIRST_IN_USE)
    .sort()
    .map((file) => ({ path: `${FOLDER}/${file}`, text: fs.readFileSync(path.join(ROOT, FOLDER, file), 'utf8') }));
}

/** @returns {{ line: number, message: string }[]} */
export function check({ text }) {
  const made = new Set(
    [...text.matchAll(/CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?("[^(]*?"|[^\s(]+)/gi)].map(([, table]) =>
      bare(table),
    ),
  );
  const found = [];
  let line = 1;
  for (const statement of text.split(/(?<=;|--> statement-breakpoint)/)) {
    const code = statement.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, "''");
    const broken = [
      ...rules.filter(([pattern]) => pattern.test(code)),
      ...onOwnTable.filter(([pattern]) => {
        const table = pattern.exec(code)?.[1];
        return table !== undefined && !made.has(bare(table));
      }),
    ];
    const reason = /--\s*contract:\s*(.*)/.exec(statement)?.[1] ?? '';
    if (broken.length > 0 && reason.length < SHORTEST_REASON) {
      const at = line + (/^\s*/.exec(statement)[0].match(/\n/g)?.length ?? 0);
      for (const [, message] of broken)
        found.push({ line: at, message: `${message} (or say why not: “-- contract: …”)` });
    }
    line += statement.match(/\n/g)?.length ?? 0;
  }
  return found;
}

const bare = (table) =>
  table
    .replaceAll('"', '')
    .replace(/^public\./, '')
    .toLowerCase();
