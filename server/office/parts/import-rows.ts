import type pg from 'pg';
import { fieldReasons } from '#domain/text/field-reasons.ts';
import { hebrewReason } from '#domain/text/import-reasons.ts';
import type { Check } from '../../import/checks/checks.ts';
import { readExisting } from '../../import/existing.ts';
import type { Folder } from '../../import/folder.ts';
import { knownReferences } from '../../import/known-references.ts';
import type { Picture } from '../../import/pictures/probe.ts';
import { newProblems, type Problem } from '../../import/problems.ts';
import type { Writer } from '../../import/write/writer.ts';
import { folderOf } from '../store-files/folder.ts';

/** Rows of the catalogue's files, judged by a check of the importer's. */
export type CheckedRows = {
  problems: Problem[];
  /** Writes them by the importer's steps; where there are problems nobody may. */
  write: (step: (writer: Writer) => Promise<void>, pictures?: Map<string, Picture>) => Promise<void>;
};

/**
 * What an import of a folder with nothing but these rows would find, without writing. `slugs`: the products that they
 * name; of a large catalogue only these are read.
 */
export async function checkRows(
  client: pg.ClientBase,
  companyUid: string,
  rows: Partial<Pick<Folder, 'fits' | 'assemblies' | 'callouts'>>,
  slugs: string[],
  check: Check,
): Promise<CheckedRows> {
  const folder = folderOf({ key: '' }, {}, { stores: [], ...rows });
  const problems = newProblems();
  const existing = await readExisting(client, folder, problems, { only: { companyUid, slugs } });
  const references = knownReferences(folder, existing, false);
  check({ folder, existing, references, problems, notes: newProblems(), acceptPriceChanges: false, setStock: false });
  return {
    problems: problems.list,
    write: (step, byPath = new Map()) =>
      step({
        client,
        companyUid,
        folder,
        pictures: { views: new Map(), byPath },
        notes: newProblems(),
        changes: new Map(),
        setStock: false,
        brands: new Map(),
        products: new Map([...existing.products].map(([slug, { uuid }]) => [slug, uuid])),
        stores: new Map(),
      }),
  };
}

/** The importer's reason in Hebrew: as forms say it, and else as the import page does. */
export function partsReason(reason: string): string {
  for (const [pattern, hebrew] of fieldReasons) {
    const match = pattern.exec(reason);
    if (match) return hebrew.replace('$1', match[1] ?? '');
  }
  return hebrewReason(reason);
}
