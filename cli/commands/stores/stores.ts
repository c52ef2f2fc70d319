import { text as readAll } from 'node:stream/consumers';
import { clientOf } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { israelMoment, parseIsraelMoment } from '#domain/calendar/israel-moment.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import { openingStates, setOpeningState } from '#server/stores/opening-state.ts';
import type { Command } from '../../command.ts';

export const setStatusCommand: Command = {
  usage: '<store> <open|under_construction|closed>',
  summary: 'open a store, put it behind a password, or close it, until a moment and with a message if wanted',
  arguments: 2,
  options: {
    code: { type: 'string', help: 'the password of the gate, `-` reads it from standard input; kept only as a hash' },
    until: { type: 'string', help: 'a closed store opens by itself: 2026-12-31 08:00 (Israel time)' },
    message: { type: 'string', help: 'what a closed store tells its visitors' },
  },
  async run({ db, say, now }, [key = '', status = ''], options) {
    const state = openingStates.find((one) => one === status);
    if (!state) throw new OperatorError(`The status is one of ${openingStates.join(', ')}`);
    const typed = options.code === undefined ? null : String(options.code);
    // An argument is seen in the list of processes, and stays in the shell's history.
    const code = typed === '-' ? (await readAll(process.stdin)).trim() : typed;
    if (code === '') throw new OperatorError('--code is empty');
    const until = options.until === undefined ? null : parseIsraelMoment(String(options.until));
    if (options.until !== undefined && !until)
      throw new OperatorError('--until is a moment in Israel: 2026-12-31 08:00');
    const closing = { until, message: options.message === undefined ? null : String(options.message).trim() };
    await db.transaction(async (tx) => {
      const isThere = await setOpeningState(clientOf(tx), key, { status: state, code, ...closing }, now());
      if (!isThere) throw new OperatorError(`There is no store "${key}"`);
      await noteOperation(tx, { store: key, status, code: code ? 'changed' : 'kept', ...closing });
    });
    say(`${key}: ${status}${closing.until ? ` until ${israelMoment(closing.until)}` : ''}`);
    return { json: { store: key, status, ...closing } };
  },
};
