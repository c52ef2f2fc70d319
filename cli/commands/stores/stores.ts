import { SetupError } from '#db/setup-error.ts';
import { israelMoment, parseIsraelMoment } from '#domain/calendar/israel-moment.ts';
import { openingStates, setOpeningState } from '#server/stores/opening-state.ts';
import { audit } from '../../audit.ts';
import type { Command } from '../../command.ts';
import { inTransaction } from '../../transaction.ts';

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
    const state = openingStates.find((one) => one === status);
    if (!state) throw new SetupError(`The status is one of ${openingStates.join(', ')}`);
    const code = options.code === undefined ? null : String(options.code);
    if (code === '') throw new SetupError('--code is empty');
    const until = options.until === undefined ? null : parseIsraelMoment(String(options.until));
    if (options.until !== undefined && !until) throw new SetupError('--until is a moment in Israel: 2026-12-31 08:00');
    const closing = { until, message: options.message === undefined ? null : String(options.message).trim() };
    await inTransaction(pool, async (client) => {
      const isThere = await setOpeningState(client, key, { status: state, code, ...closing }, now());
      if (!isThere) throw new SetupError(`There is no store "${key}"`);
      await audit(client, 'stores set-status', { store: key, status, code: code ? 'changed' : 'kept', ...closing });
    });
    say(`${key}: ${status}${closing.until ? ` until ${israelMoment(closing.until)}` : ''}`);
    return { json: { store: key, status, ...closing } };
  },
};
