import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from '#db/sql.ts';
import type { Deps } from '../context.ts';

/** A database answer is reused this long, however often `/readyz` is requested. */
const COUNTS_MS = 500;
const PATIENCE_MS = 5_000;

/** `/healthz`: the process answers. `/readyz`: it can serve, the database accepts writes, and it isn't draining. */
export function health(app: FastifyInstance, deps: Deps): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  let proof = { at: Number.NEGATIVE_INFINITY, writes: Promise.resolve(false) };
  app.get('/readyz', async (_request, reply) => {
    const now = performance.now();
    if (now - proof.at > COUNTS_MS) proof = { at: now, writes: proveWrite(deps) };
    const database = await proof.writes;
    const ready = database && !app.draining();
    return reply
      .header('cache-control', 'no-store')
      .status(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', database, draining: app.draining() });
  });
}

/**
 * Whether the database is a primary that accepts writes and has disk space: a sort larger than its memory needs new
 * pages on disk (as an order does; the WAL reuses its files), and committing a message waits for the WAL.
 */
async function proveWrite({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const writing = db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`);
    const { rows } = await tx.execute<{ readonly: string }>(
      sql`select current_setting('transaction_read_only') as readonly, pg_logical_emit_message(true, 'readyz', ''),
            (select count(*) from (select n from generate_series(1, 6000) n order by -n offset 1) sorted)`,
    );
    return rows[0]?.readonly === 'off';
  });
  const timeout = new AbortController();
  try {
    return await Promise.race([writing, wait(PATIENCE_MS, false, { signal: timeout.signal, ref: false })]);
  } catch {
    return false;
  } finally {
    timeout.abort();
    writing.catch(() => {});
  }
}
