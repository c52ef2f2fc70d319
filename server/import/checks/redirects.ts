import { legacyKey } from '#domain/text/legacy-url.ts';
import type { Check } from './checks.ts';
import { deadPath } from './links.ts';

/** Old URLs: unique, none that a page has today, each leading to a page in one step. */
export const checkRedirects: Check = ({ folder, references, problems }) => {
  for (const { key, unit, redirects } of folder.stores) {
    const rows = redirects ?? [];
    const sources = new Map<string, number>();
    for (const row of rows) {
      const { from } = row.data;
      const source = legacyKey(from);
      const drop = (): void => void rows.splice(rows.indexOf(row), 1);
      const refuse = (column: string, value: string, reason: string): void =>
        problems.add({ file: row.file, row: row.row, column, unit }, value, reason, drop);
      const earlier = sources.get(source);
      if (earlier !== undefined) refuse('from', from, `is the same address as in row ${earlier}`);
      else sources.set(source, row.row);
      if (!source.includes('?') && deadPath(references, key, source) === null)
        refuse('from', from, 'is a page of the site today, so nobody would be sent on');
    }
    for (const row of rows) {
      const { from, to } = row.data;
      const target = legacyKey(to);
      const location = { file: row.file, row: row.row, column: 'to', unit };
      const drop = (): void => void rows.splice(rows.indexOf(row), 1);
      const next = sources.get(target);
      if (target === legacyKey(from)) problems.add(location, to, 'leads to itself', drop);
      else if (next !== undefined)
        problems.add(location, to, `is sent on again by row ${next}: name the page where it ends`, drop);
      else {
        const reason = deadPath(references, key, to);
        if (reason) problems.add(location, to, reason, drop);
      }
    }
  }
};
