import { OperatorError } from '#db/operator-error.ts';
import { formatMoment } from '#domain/text/format.ts';
import { isUuid } from '#domain/text/uuid.ts';
import { retryGivenUp } from '#server/notifications/outbox-health.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command } from '../../command.ts';
import { limitOption } from '../../options.ts';
import { table } from '../../table.ts';

const CHANNELS = ['sms', 'email', 'webhook'];

type Row = {
  uuid: string;
  created_at: Date;
  store: string | null;
  channel: string;
  recipient: string;
  subject: string;
  body: string;
  sent_at: Date | null;
  attempts: number;
  last_error: string | null;
  gave_up_at: Date | null;
  provider: string | null;
  reference: string | null;
  delivery: string | null;
  delivery_note: string | null;
};

const newest = `
  select o.uuid, o.created_at, s.key as store, o.channel, o.recipient, o.subject, o.body, o.sent_at, o.attempts, o.last_error, o.gave_up_at,
    o.provider, o.reference, o.delivery, o.delivery_note
  from outbox o left join stores s on s.uuid = o.store_uid
  where $1::text is null or o.channel = $1
  order by o.created_at desc, o.uuid limit $2`;

export const outboxListCommand: Command = {
  usage: '',
  summary: 'the newest messages to phones and mailboxes, sent or waiting (one-time codes among them)',
  arguments: 0,
  options: {
    channel: { type: 'string', help: `only ${CHANNELS.join(', ')}` },
    limit: { type: 'string', help: 'how many; 20 unless told otherwise' },
  },
  async run({ pool, say }, _args, options) {
    const channel = options.channel === undefined ? null : String(options.channel);
    if (channel !== null && !CHANNELS.includes(channel)) {
      throw new OperatorError(`--channel is one of ${CHANNELS.join(', ')}`);
    }
    const limit = limitOption(options.limit, 20, 1_000);

    const { rows } = await pool.query<Row>(newest, [channel, limit]);
    if (rows.length === 0) say('The outbox is empty.');
    else say(table(['when', 'store', 'channel', 'to', 'state', 'message'], rows.map(rowCells)));
    return { json: rows };
  },
};

/** Descending: the latest message is usually the one an operator looks for. */
function rowCells(row: Row): string[] {
  const message = [row.subject, row.body].filter(Boolean).join(': ').replace(/\s+/g, ' ');
  return [
    formatMoment(row.created_at),
    row.store ?? '',
    row.channel,
    row.recipient,
    stateOf(row).slice(0, 60),
    message,
  ];
}

/** State in words, followed by the provider's name. */
function stateOf({ sent_at, attempts, last_error, gave_up_at, provider, delivery, delivery_note: note }: Row): string {
  const by = [provider, note].filter(Boolean).join(': ');
  if (sent_at && delivery === 'kept') return 'kept, not sent';
  if (sent_at)
    return [delivery === 'accepted' || !delivery ? 'sent' : delivery, by && `(${by})`].filter(Boolean).join(' ');
  if (gave_up_at) return `given up after ${attempts}×: ${last_error}`;
  if (delivery === 'unknown') return `perhaps sent${last_error ? `: ${last_error}` : ''}`;
  return last_error ? `failed ${attempts}×: ${last_error}` : 'waiting';
}

export const outboxRetryCommand: Command = {
  usage: '',
  summary: 'tries messages that were given up again, from the first attempt, without what is no longer true',
  arguments: 0,
  options: { message: { type: 'string', help: 'only the one with this uuid (`outbox list --json`)' } },
  async run({ db, say }, _args, options) {
    const message = options.message === undefined ? null : String(options.message);
    if (message !== null && !isUuid(message)) throw new OperatorError('--message is a uuid');
    const { retried: rows, leftOut } = await db.transaction(async (tx) => {
      const result = await retryGivenUp(tx, { message });
      if (result.retried.length > 0) await noteOperation(tx, { messages: result.retried.map(({ uuid }) => uuid) });
      return result;
    });
    if (leftOut > 0) say(`Left out, as no longer true: ${leftOut}. --message sends one all the same.`);
    else if (rows.length === 0) say('No message was given up.');
    if (rows.length > 0)
      say(
        table(
          ['message', 'channel', 'to'],
          rows.map(({ uuid, channel, recipient }) => [uuid, channel, recipient]),
        ),
      );
    return { json: rows, failed: message !== null && rows.length === 0 };
  },
};
