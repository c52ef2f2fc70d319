import { SetupError } from '#db/setup-error.ts';
import { gateHash } from '#server/areas/stores/gate.ts';
import { audit } from '../audit.ts';
import type { Command } from '../command.ts';
import { inTransaction } from '../transaction.ts';

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
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ gate_hash: string | null }>(
        'update stores set status = $2, gate_hash = coalesce($3, gate_hash) where key = $1 returning gate_hash',
        [key, status, code && gateHash(code)],
      );
      if (!rows[0]) throw new SetupError(`There is no store "${key}"`);
      if (status === 'under_construction' && !rows[0].gate_hash)
        throw new SetupError('A store under construction needs a password: --code <password>');
      await audit(client, 'stores set-status', { store: key, status, code: code ? 'changed' : 'kept' });
      await client.query(
        `insert into cache_versions (scope) values ('stores')
         on conflict (scope) do update set version = cache_versions.version + 1`,
      );
      await client.query('notify cache_versions');
    });
    say(`${key}: ${status}`);
    return { json: { store: key, status } };
  },
};
