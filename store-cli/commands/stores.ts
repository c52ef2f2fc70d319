import { SetupError } from '#db/setup-error.ts';
import { gateHash } from '#server/areas/stores/gate.ts';
import type { Command } from '../command.ts';
import { operator } from '../operator.ts';

const STATES = ['open', 'under_construction', 'closed'];

export const setStatusCommand: Command = {
  usage: '<store> <open|under_construction|closed>',
  summary: 'open a store, put it behind a password, or close it',
  arguments: 2,
  options: { code: { type: 'string', help: 'the password of the gate; kept only as a hash' } },
  async run({ pool, say }, [key = '', status = ''], options) {
    if (!STATES.includes(status)) throw new SetupError(`The status is one of ${STATES.join(', ')}`);
    const code = options.code === undefined ? null : String(options.code);
    if (code === '') throw new SetupError('--code is empty');
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ gate_hash: string | null }>(
        'update stores set status = $2, gate_hash = coalesce($3, gate_hash) where key = $1 returning gate_hash',
        [key, status, code && gateHash(code)],
      );
      if (!rows[0]) throw new SetupError(`There is no store "${key}"`);
      if (status === 'under_construction' && !rows[0].gate_hash)
        throw new SetupError('A store under construction needs a password: --code <password>');
      await client.query('insert into audit_log (actor, command, details) values ($1, $2, $3)', [
        operator(),
        'stores set-status',
        { store: key, status, code: code ? 'changed' : 'kept' },
      ]);
      await client.query(
        `insert into cache_versions (scope) values ('stores')
         on conflict (scope) do update set version = cache_versions.version + 1`,
      );
      await client.query('notify cache_versions');
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
    say(`${key}: ${status}`);
    return { json: { store: key, status } };
  },
};
