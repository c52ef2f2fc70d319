import type pg from 'pg';
import { z } from 'zod';
import { CURRENT_OPERATION } from '#db/change-log.ts';
import { poolOf, withPatience } from '#db/client.ts';
import { fieldName } from '#domain/text/field-names.ts';
import { formatDate, isolate } from '#domain/text/format.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { findOperation } from './operations.ts';
import { operationOf, whyNotUndone } from './read-change.ts';
import { type Undone, undo } from './undo.ts';
import type { Conflict } from './undo-conflicts.ts';

/** An undone import rebuilds the search of a whole catalogue. */
const STATEMENT_MS = 10 * 60_000;
const SHOWN_CONFLICTS = 50;

/** What stands in the way of an undo, as the refusal's details have it. */
export type UndoConflicts = { conflicts: Conflict[]; more: number };

/**
 * Restores what an operation changed, or nothing: where a value has changed since, the refusal's details list it by
 * field (`UndoConflicts`). The undo is an operation of its own, and can be undone.
 */
export const undoChange = officeCall(
  {
    name: 'changes.undo',
    permission: 'changes.undo',
    input: z.object({ change: z.string(), reason: z.string().trim().min(2, 'כתבו למה').max(500) }),
    kind: 'write',
  },
  async (ctx, { change }): Promise<Pick<Undone, 'rows' | 'kept' | 'keptRates'> & { message?: string }> => {
    const operation = await operationOf(ctx, change);
    const why = await whyNotUndone(ctx, operation);
    if (why) throw refuse('NOT_POSSIBLE', { message: why });
    const { conflicts, ...undone } = await inTransaction(poolOf(ctx.db), async (client) => {
      const result = await undo(client, await findOperation(client, change));
      if (result.conflicts.length === 0)
        await client.query(`update audit_log set details = details || $1 where uuid = ${CURRENT_OPERATION}`, [
          { change, rows: result.rows, ...(result.kept.length > 0 && { kept: result.kept }) },
        ]);
      return { done: result.conflicts.length === 0, result };
    });
    if (conflicts.length > 0)
      throw refuse('CHANGED_MEANWHILE', {
        message: 'חלק מהערכים השתנו מאז, ולכן לא בוטל דבר',
        details: {
          conflicts: conflicts.slice(0, SHOWN_CONFLICTS),
          more: Math.max(0, conflicts.length - SHOWN_CONFLICTS),
        } satisfies UndoConflicts,
      });
    const exceptions = exceptionsOf(undone);
    return exceptions.length === 0
      ? undone
      : { ...undone, message: `הערכים הקודמים חזרו, מלבד ${exceptions.join(', ומלבד ')}` };
  },
);

function exceptionsOf({ kept, keptRates }: Pick<Undone, 'kept' | 'keptRates'>): string[] {
  const days = keptRates.map((day) => isolate(formatDate(day))).join(', ');
  const fields = new Set(kept.map((field) => fieldName(...(field.split('.') as [string, string]))));
  const names = [...fields].map((field) => `״${field}״`).join(', ');
  return [
    ...(days ? [`שיעורי מע״מ שכבר הופקו לפיהם חשבוניות (מיום ${days})`] : []),
    ...(names ? [`מה שהיומן אינו שומר: ${names}. בדקו אותו, והזינו מחדש אם צריך`] : []),
  ];
}

/** Commits only what is `done`. */
async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<{ done: boolean; result: T }>,
): Promise<T> {
  const client = await pool.connect();
  const patient = withPatience(client, STATEMENT_MS);
  try {
    await client.query('begin');
    const { done, result } = await work(patient);
    await client.query(done ? 'commit' : 'rollback');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
