/**
 * Network errors of an unreachable server, and PostgreSQL's codes for "can't serve now" (classes 08, 53, 57P and 58;
 * 25P03 an idle transaction timed out, 40P01 a deadlock, 55P03 and 57014 a timeout).
 */
const AWAY =
  /^(?:ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08\w{3}|25P03|40P01|53\w{3}|55P03|57014|57P\d\d|58\w{3})$/;
/** `pg` gives these no code. */
const AWAY_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|The client (?:was closed|is not queryable)|Cannot use a pool after)/i;

/**
 * Whether a query failed because the database is unreachable, full or shutting down, not because of the query: a
 * retry in some seconds may succeed.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' ? isDatabaseCode(error, code) : AWAY_WORDS.test(error.message)) return true;
  return error.cause !== undefined && isUnavailable(error.cause);
}

/** A missing file is no missing database: of ENOENT only the socket's counts. */
const isDatabaseCode = (error: Error, code: string): boolean =>
  AWAY.test(code) && (code !== 'ENOENT' || ('syscall' in error && error.syscall === 'connect'));
