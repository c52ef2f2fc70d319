import { readFileSync } from 'node:fs';
import type { Db } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { sql } from '#db/sql.ts';
import { israelMoment } from '#domain/calendar/israel-moment.ts';
import { type Newsletter, sendNewsletter } from '#server/leads/newsletter/send.ts';
import { keptSecret } from '#server/platform/installation-key.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command } from '../../command.ts';
import { listPeople, type People, peopleOptions } from './list-people.ts';

type Row = {
  store: string;
  email: string;
  state: string;
  consent_text: string;
  consent_at: Date;
  consent_address: string | null;
  confirmed_at: Date | null;
  confirmed_address: string | null;
  unsubscribed_at: Date | null;
};

const people: People<Row> = {
  query: `
    select s.key as store, r.email, case when r.unsubscribed_at is not null then 'left'
        when r.confirmed_at is not null then 'confirmed' else 'waiting' end as state,
      r.consent_text, r.consent_at, r.consent_address, r.confirmed_at, r.confirmed_address, r.unsubscribed_at
    from subscribers r join stores s on s.uuid = r.store_uid
    where ($1::text is null or s.key = $1)
      and (r.consent_at at time zone 'Asia/Jerusalem')::date between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
    order by s.key, r.email`,
  empty: 'Nobody has subscribed.',
  columns: {
    store: (row) => row.store,
    email: (row) => row.email,
    state: (row) => row.state,
    asked: (row) => israelMoment(row.consent_at),
    from: (row) => row.consent_address ?? '',
    consent: (row) => row.consent_text,
    confirmed: (row) => israelMoment(row.confirmed_at),
    'confirmed from': (row) => row.confirmed_address ?? '',
    left: (row) => israelMoment(row.unsubscribed_at),
  },
  shown: ['store', 'email', 'state', 'asked', 'confirmed', 'left'],
};

export const subscribersExportCommand: Command = {
  usage: '',
  summary: 'readers of the newsletter with what they agreed to; only those `confirmed` may be written to',
  arguments: 0,
  options: peopleOptions,
  run: (operation, _args, options) => listPeople(operation, people, options),
};

export const subscribersSendCommand: Command = {
  usage: '<store> <file>',
  summary: 'sends a text file to the store’s confirmed readers: first line the subject, then paragraphs',
  arguments: 2,
  options: {
    link: { type: 'string', help: 'address that the button leads to' },
    label: { type: 'string', help: 'the button’s words' },
    again: { type: 'boolean', help: 'though the same text went out within the last day' },
  },
  async run({ db, pool, env, dataDir, now, say }, [store = '', file = ''], options) {
    const { rows } = await pool.query<{ uuid: string }>('select uuid from stores where key = $1', [store]);
    const [storeRow] = rows;
    if (!storeRow) throw new OperatorError(`There is no store ${store}`);
    const [subject = '', ...paragraphs] = readText(file);
    if (paragraphs.length === 0)
      throw new OperatorError(`${file} needs a subject in its first line, and text after it`);
    const { link, label } = options;
    if ((link === undefined) !== (label === undefined)) throw new OperatorError('--link and --label come together');
    if (link !== undefined && !/^https?:\/\//.test(String(link)))
      throw new OperatorError('--link is an address: https://…');
    const letter = {
      subject,
      paragraphs,
      ...(link !== undefined && { button: { label: String(label), url: String(link) } }),
    };
    const tools = { env, secret: env.SECRET ?? keptSecret(dataDir), now };
    const { readers, at } = await db.transaction(async (tx) => {
      // Of two concurrent commands the second waits here, and then sees the first one's letter.
      await tx.execute(sql`select from stores where uuid = ${storeRow.uuid} for no key update`);
      if (!options.again) await refuseRepeated(tx, storeRow.uuid, letter, now());
      const sending = await sendNewsletter(tools, tx, storeRow.uuid, letter);
      await noteOperation(tx, { store, subject, readers: sending.readers, at: sending.at });
      return sending;
    });
    say(readers === 0 ? 'Nobody has confirmed yet.' : `To ${readers} readers, from ${israelMoment(at)} on`);
    return { json: { readers, at } };
  },
};

/** Readers get a text once, though its command is sent twice. @throws OperatorError */
async function refuseRepeated(tx: Db, storeUid: string, { subject, paragraphs }: Newsletter, at: Date): Promise<void> {
  const { rows } = await tx.execute<{ written: number }>(sql`
    select count(*)::int as written from outbox
    where store_uid = ${storeUid} and about = 'newsletter' and content->>'heading' = ${subject}
      and content->'paragraphs' = ${JSON.stringify(paragraphs)}::jsonb
      and created_at > ${at.toISOString()}::timestamptz - interval '1 day'`);
  const written = rows[0]?.written ?? 0;
  if (written > 0)
    throw new OperatorError(
      `This text went out within the last day (readers: ${written}); with --again it goes out once more.`,
    );
}

function readText(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean);
  } catch (error) {
    throw new OperatorError((error as Error).message);
  }
}
