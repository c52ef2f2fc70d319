import { SetupError } from '#db/setup-error.ts';
import { israelMoment, parseIsraelMoment } from '#domain/calendar/israel-moment.ts';
import { gateHash } from '#server/stores/gate.ts';
import { audit } from '../../audit.ts';
import type { Command } from '../../command.ts';
import { inTransaction } from '../../transaction.ts';

const STATES = ['open', 'under_construction', 'closed'];
const LONGEST_MESSAGE = 300;

export const setStatusCommand: Command = {
  usage: '<store> <open|under_construction|closed>',
  summary: 'open a store, put it behind a password, or close it, until a moment and with a message if wanted',
  arguments: 2,
  options: {
    code: { type: 'string', help: 'the password of the gate; kept only as a hash' },
    until: { type: 'string', help: 'a closed store opens by itself: 2026-12-31 08:00 (Israel time)' },
    message: { type: 'string', help: 'what a closed store tells its visitors' },
  },
  async run({ pool, say, now }, [key = '', status = ''], options) {
    if (!STATES.includes(status)) throw new SetupError(`The status is one of ${STATES.join(', ')}`);
    const code = options.code === undefined ? null : String(options.code);
    if (code === '') throw new SetupError('--code is empty');
    const closing = closingOf(status, options, now());
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ gate_hash: string | null }>(
        `update stores set status = $2, gate_hash = coalesce($3, gate_hash), closed_until = $4, closed_message = $5
         where key = $1 returning gate_hash`,
        [key, status, code && gateHash(code), closing.until, closing.message],
      );
      if (!rows[0]) throw new SetupError(`There is no store "${key}"`);
      if (status === 'under_construction' && !rows[0].gate_hash)
        throw new SetupError('A store under construction needs a password: --code <password>');
      await audit(client, 'stores set-status', { store: key, status, code: code ? 'changed' : 'kept', ...closing });
    });
    say(`${key}: ${status}${closing.until ? ` until ${israelMoment(closing.until)}` : ''}`);
    return { json: { store: key, status, ...closing } };
  },
};

/** @throws SetupError */
function closingOf(
  status: string,
  { until, message }: Record<string, string | boolean | undefined>,
  now: Date,
): { until: Date | null; message: string | null } {
  if (status !== 'closed' && (until !== undefined || message !== undefined))
    throw new SetupError('--until and --message are of a store that is closed');
  const end = until === undefined ? null : parseIsraelMoment(String(until));
  if (until !== undefined && !end) throw new SetupError('--until is a moment in Israel: 2026-12-31 08:00');
  if (end && end <= now) throw new SetupError('--until is past');
  const text = message === undefined ? null : String(message).trim();
  if (text === '' || (text ?? '').length > LONGEST_MESSAGE)
    throw new SetupError(`--message has 1 to ${LONGEST_MESSAGE} letters`);
  return { until: end, message: text };
}
