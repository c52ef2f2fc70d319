import pg from 'pg';
import { DrizzleQueryError } from '#db/sql.ts';

/** The name of the constraint that refused a query (SQLSTATE class 23); `null` for any other error. */
export function violatedConstraint(error: unknown): string | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code?.startsWith('23') ? (cause.constraint ?? null) : null;
}
