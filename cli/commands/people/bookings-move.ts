import { OperatorError } from '#db/operator-error.ts';
import { isDay } from '#domain/calendar/israel-time.ts';
import { isUuid } from '#domain/text/uuid.ts';
import { cancelByStaff, moveByStaff } from '#server/leads/bookings/staff.ts';
import { Refusal } from '#server/platform/errors.ts';
import { keptSecret } from '#server/platform/installation-key.ts';
import type { Command, Operation } from '../../command.ts';

const toolsOf = ({ db, env, now, dataDir }: Operation) => ({ db, env, now, secret: env.SECRET ?? keptSecret(dataDir) });

export const bookingsMoveCommand: Command = {
  usage: '<uuid> <day> <time>',
  summary: 'moves a visit to another time at its branch, by the rule of the office’s calendar; the customer is told',
  arguments: 3,
  options: { 'outside-hours': { type: 'boolean', help: 'also when the branch is closed' } },
  async run(operation, [uuid = '', day = '', time = ''], options) {
    if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
      throw new OperatorError('The day is written 2026-12-31 and the time 09:30');
    const outsideHours = options['outside-hours'] === true;
    await spoken(() => moveByStaff(toolsOf(operation), uuidOf(uuid), { day, time, outsideHours }));
    operation.say(`Moved to ${day} ${time}`);
    return { json: { uuid, day, time } };
  },
};

export const bookingsCancelCommand: Command = {
  usage: '<uuid>',
  summary: 'cancels a visit that is still ahead; the customer is told',
  arguments: 1,
  async run(operation, [uuid = '']) {
    await spoken(() => cancelByStaff(toolsOf(operation), uuidOf(uuid)));
    operation.say('Cancelled');
    return { json: { uuid } };
  },
};

function uuidOf(text: string): string {
  if (!isUuid(text)) throw new OperatorError(`"${text}" is no booking’s uuid`);
  return text;
}

/** The rules refuse in the words that staff see. */
async function spoken(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) throw new OperatorError(`${error.code}: ${error.message}`);
    throw error;
  }
}
