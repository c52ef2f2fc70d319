import { readFileSync } from 'node:fs';
import { OperatorError } from '#db/operator-error.ts';
import { israelMoment } from '#domain/calendar/israel-moment.ts';
import { sendNewsletter } from '#server/leads/newsletter/send.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import { keptSecret } from '#server/platform/secret.ts';
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
      const sent = await sendNewsletter(tools, tx, storeRow.uuid, letter);
      await noteOperation(tx, { store, subject, readers: sent.readers, at: sent.at });
      return sent;
    });
    say(readers === 0 ? 'Nobody has confirmed yet.' : `To ${readers} readers, from ${israelMoment(at)} on`);
    return { json: { readers, at } };
  },
};

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
