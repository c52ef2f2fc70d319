import pg from 'pg';
import { OperatorError } from './operator-error.ts';

const OLDEST_SERVER = 15;

const REASONS: Record<string, string> = {
  ENOTFOUND: 'the host name is not known; check the spelling',
  EAI_AGAIN: 'the host name could not be looked up; check the network',
  ECONNREFUSED: 'nothing listens there; start PostgreSQL or correct host and port',
  ECONNRESET: 'the server closed the connection; check that it is PostgreSQL',
  EHOSTUNREACH: 'the host cannot be reached; check the network',
  ENETUNREACH: 'the host cannot be reached; check the network',
  ETIMEDOUT: 'no answer; check host, port and firewall',
  ENOENT: 'there is no such socket; check the path',
  EACCES: 'the socket may not be opened by this user',
  '28P01': 'the password is wrong',
  '28000': 'the server does not let this user in; check pg_hba.conf and the user name',
  '3D000':
    'the database does not exist; create it with: createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0',
  '53300': 'the server has no connection left',
  '57P03': 'the server is starting or stopping; try again in a moment',
};

/** @throws OperatorError of one line unless the database answers, is new enough and stores text in UTF-8 */
export async function checkExternalDatabase(url: string): Promise<void> {
  const place = describe(url);
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'storefront',
  });
  // The server may drop the connection at any moment; the queries below report it, this listener only keeps the
  // process alive.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; encoding: string }>(
      `SELECT current_setting('server_version_num')::int AS version, pg_encoding_to_char(encoding) AS encoding
       FROM pg_database WHERE datname = current_database()`,
    );
    const server = rows[0];
    if (!server || server.version < OLDEST_SERVER * 10_000) {
      throw new OperatorError(`DATABASE_URL: ${place} is older than PostgreSQL ${OLDEST_SERVER}; upgrade it.`);
    }
    if (server.encoding !== 'UTF8') {
      throw new OperatorError(
        `DATABASE_URL: ${place} is encoded in ${server.encoding}; create it with --encoding=UTF8.`,
      );
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`DATABASE_URL: no connection to ${place}: ${reason(error)}.`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Host, port, database and user for a message; the password never leaves this function. */
function describe(url: string): string {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new OperatorError(
      'DATABASE_URL: not a PostgreSQL address; write postgres://user:password@host:5432/database',
    );
  }
  try {
    const { host, port, database, user } = new pg.Client({ connectionString: url });
    return `database "${database}" at ${host}:${port} as user "${user}"`;
  } catch {
    throw new OperatorError(
      'DATABASE_URL: cannot be read; write postgres://user:password@host:5432/database, special characters percent-encoded',
    );
  }
}

function reason(error: unknown): string {
  // Node tries every IP address of a host name and reports the failures together; the first one suffices.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = (first as { code?: string } | null)?.code;
  if (code && REASONS[code]) return REASONS[code];
  const text = first instanceof Error ? first.message.split('\n')[0] : String(first);
  return text === 'timeout expired' ? (REASONS.ETIMEDOUT as string) : `${text}`;
}
