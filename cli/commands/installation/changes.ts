import { CURRENT_OPERATION } from '#db/change-log.ts';
import { databaseOn } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { israelMoment } from '#domain/calendar/israel-moment.ts';
import {
  type Change,
  changesOf,
  findOperation,
  listOperations,
  type Operation,
} from '#server/office/changes/operations.ts';
import { undo } from '#server/office/changes/undo.ts';
import type { Conflict } from '#server/office/changes/undo-conflicts.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command } from '../../command.ts';
import { dayOption, limitOption } from '../../options.ts';
import { table } from '../../table.ts';

const SHORT = 8;
const SHOWN_CONFLICTS = 200;

const textOf = (value: string | boolean | undefined): string | null => (value === undefined ? null : String(value));

export const changesListCommand: Command = {
  usage: '',
  summary: 'who changed what and when: commands, imports, jobs, by hand; the newest first',
  arguments: 0,
  options: {
    store: { type: 'string', help: 'only what touched the store with this key or its products' },
    entity: {
      type: 'string',
      help: 'only what touched this: product:<slug>, sku:<sku>, store:, category:, order:, or a uuid',
    },
    actor: { type: 'string', help: 'only by people or jobs whose name contains this' },
    since: { type: 'string', help: 'first day, 2026-01-01' },
    until: { type: 'string', help: 'last day, 2026-12-31' },
    limit: { type: 'string', help: 'how many; 50 unless told otherwise' },
  },
  async run({ pool, say }, _args, options) {
    const operations = await listOperations(pool, {
      store: textOf(options.store),
      entity: textOf(options.entity),
      actor: textOf(options.actor),
      since: dayOption('since', options.since),
      until: dayOption('until', options.until),
      limit: limitOption(options.limit, 50, 10_000),
    });
    if (operations.length === 0) say('Nothing was changed.');
    else say(table(['id', 'when', 'who', 'what', 'rows', ''], operations.map(lineOf)));
    return { json: operations };
  },
};

const rowsOf = (rows: Operation['rows']): string =>
  Object.entries(rows)
    .map(([what, number]) => `${what} ${number}`)
    .join(', ');

const stateOf = ({ undoes, undone_by }: Operation): string =>
  [undoes && `undoes ${undoes.slice(0, SHORT)}`, undone_by && `undone by ${undone_by.slice(0, SHORT)}`]
    .filter(Boolean)
    .join(', ');

const lineOf = (operation: Operation): string[] => [
  operation.uuid.slice(0, SHORT),
  israelMoment(operation.at),
  operation.actor,
  operation.command,
  rowsOf(operation.rows),
  stateOf(operation),
];

export const changesShowCommand: Command = {
  usage: '<id>',
  summary: 'one change: each row that it wrote, with the values before and after',
  arguments: 1,
  options: { limit: { type: 'string', help: 'how many rows; 500 unless told otherwise' } },
  async run({ pool, say }, [id = ''], options) {
    const operation = await findOperation(pool, id);
    const limit = limitOption(options.limit, 500, 100_000);
    const changes = await changesOf(pool, operation.uuid, limit);
    say(
      `${operation.uuid}  ${israelMoment(operation.at)}  ${operation.actor}  ${operation.command}  ${stateOf(operation)}`.trimEnd(),
    );
    if (Object.keys(operation.details).length > 0) say(JSON.stringify(operation.details));
    if (changes.length > 0)
      say(`\n${table(['table', 'row', '', 'field', 'before', 'after'], changes.flatMap(linesOf))}`);
    const all = Object.values(operation.rows).reduce((sum, number) => sum + number, 0);
    if (all > changes.length) say(`… and ${all - changes.length} rows more: --limit shows them`);
    return { json: { ...operation, changes } };
  },
};

const word = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function linesOf({ table: name, row, operation, before, after }: Change): string[][] {
  const fields = operation === 'update' ? Object.keys(after ?? {}) : [];
  if (fields.length === 0) return [[name, row, operation, '', '', '']];
  return fields.map((field) => [name, row, operation, field, word(before?.[field]), word(after?.[field])]);
}

export const changesUndoCommand: Command = {
  usage: '<id>',
  summary: 'puts back all that a change wrote; where something of it was changed since, nothing, and a list of it',
  arguments: 1,
  options: { reason: { type: 'string', help: 'why; kept with the change' } },
  async run({ pool, say }, [id = ''], options) {
    const operation = await findOperation(pool, id);
    // As in the office: rights are granted on the page of roles, and no undo restores them.
    if (Object.keys(operation.rows).some((written) => written.startsWith('roles ')))
      throw new OperatorError('This change is of roles, which are not put back: change them in the office.');
    const client = await pool.connect();
    try {
      await client.query('begin');
      const undone = await undo(client, operation);
      if (undone.conflicts.length > 0) {
        await client.query('rollback');
        tell(say, undone.conflicts);
        return { json: { undone: null, ...undone, rows: 0 }, failed: true };
      }
      await noteOperation(databaseOn(client), { change: operation.uuid, rows: undone.rows });
      if (options.reason !== undefined)
        await client.query(`update audit_log set reason = $1 where uuid = ${CURRENT_OPERATION}`, [
          String(options.reason),
        ]);
      await client.query('commit');
      say(`${undone.rows} rows are as they were before ${operation.uuid.slice(0, SHORT)}.`);
      for (const field of undone.kept) say(`${field} stays as it is: its former value is not kept.`);
      for (const day of undone.keptRates) say(`The rate of VAT from ${day} on stays as it is: invoices bear it.`);
      return { json: { undone: operation.uuid, ...undone } };
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  },
};

function tell(say: (text: string) => void, conflicts: Conflict[]): void {
  const lines = conflicts
    .slice(0, SHOWN_CONFLICTS)
    .map((one) => [one.table, one.row, one.field ?? '', word(one.made), word(one.now), one.reason, one.by ?? '']);
  say(table(['table', 'row', 'field', 'it made', 'is now', '', 'by'], lines));
  if (conflicts.length > SHOWN_CONFLICTS) say(`… and ${conflicts.length - SHOWN_CONFLICTS} more: --json lists them`);
  say('Nothing was put back.');
}
