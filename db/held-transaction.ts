import type pg from 'pg';
import { type Db, databaseOn } from './client.ts';

/** A transaction that its owner ends, and that nobody else can commit. */
export type HeldTransaction = {
  /** Transactions that rules begin on it are savepoints of the held one. */
  db: Db;
  client: pg.ClientBase;
  commit: () => Promise<void>;
  /** Also of one that was never begun, or has ended. */
  rollback: () => Promise<void>;
};

type Options = {
  /** `set local` of each, before anything else: `{ lock_timeout: '300ms' }`. */
  settings?: Record<string, string>;
  /** Runs once, before the first statement of anybody else. What it throws, every statement throws. */
  prepare?: (held: Pick<HeldTransaction, 'db' | 'client'>) => Promise<void>;
};

/** Takes a connection of the pool and begins with the first statement, so that who asks nothing holds nothing. */
export function holdTransaction(pool: pg.Pool, { settings = {}, prepare }: Options = {}): HeldTransaction {
  let connection: Promise<pg.PoolClient> | undefined;
  let ready: Promise<unknown> | undefined;
  let ended = false;

  const isEnded = () => ended;
  async function open(): Promise<pg.PoolClient> {
    const client = await pool.connect();
    const local = Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`);
    try {
      await client.query(['begin', ...local].join('; '));
    } catch (error) {
      client.release(true);
      throw error;
    }
    return client;
  }
  const opened = () => {
    connection ??= open();
    return connection;
  };
  const inner = new HeldClient(opened, isEnded);
  const prepared = (client: HeldClient) => ({ db: databaseOn(client), client: client as unknown as pg.ClientBase });
  const outer = new HeldClient(async () => {
    ready ??= prepare ? prepare(prepared(inner)) : Promise.resolve();
    await ready;
    return inner;
  }, isEnded);

  async function end(statement: 'commit' | 'rollback'): Promise<void> {
    if (ended) return;
    ended = true;
    if (!connection) return;
    const client = await connection.catch(() => null);
    if (!client) return;
    try {
      // After whatever is still under way: one connection answers one statement after the other.
      await client.query(statement);
    } catch (error) {
      client.release(true);
      if (statement === 'commit') throw error;
      return;
    }
    client.release();
  }
  return { ...prepared(outer), commit: () => end('commit'), rollback: () => end('rollback') };
}

type Queryable = { query: (...args: never[]) => Promise<unknown> };

/** Statements one after the other; `begin`, `commit` and `rollback` of others are those of a savepoint. */
class HeldClient {
  readonly #target: () => Promise<Queryable>;
  readonly #isEnded: () => boolean;
  #last: Promise<unknown> = Promise.resolve();

  constructor(target: () => Promise<Queryable>, isEnded: () => boolean) {
    this.#target = target;
    this.#isEnded = isEnded;
  }

  query(statement: string | { text: string }, ...rest: unknown[]): Promise<unknown> {
    const text = typeof statement === 'string' ? statement : statement.text;
    const instead = savepoint(text);
    const run = async () => {
      const target = this.#isEnded() ? null : await this.#target();
      // Asked in the same turn as the statement is sent: one that came behind the rollback would be kept.
      if (!target || this.#isEnded()) throw new Error('The transaction has ended');
      return target.query(...([instead ?? statement, ...(instead ? [] : rest)] as never[]));
    };
    const answer = this.#last.then(run, run);
    this.#last = answer;
    return answer;
  }
}

const SAVEPOINT = 'held';

/** Savepoints of one name hide each other, so that nested ones end in the right sequence. */
function savepoint(text: string): string | null {
  const [, word] = /^\s*(begin|commit|rollback)\b(?!\s+to\b)/i.exec(text) ?? [];
  switch (word?.toLowerCase()) {
    case 'begin':
      return `savepoint ${SAVEPOINT}`;
    case 'commit':
      return `release savepoint ${SAVEPOINT}`;
    case 'rollback':
      return `rollback to savepoint ${SAVEPOINT}; release savepoint ${SAVEPOINT}`;
    default:
      return null;
  }
}
