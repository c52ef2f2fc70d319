import type { StoreSettings } from '#contract/store-settings.ts';
import { OperatorError } from '#db/operator-error.ts';
import { israelMoment } from '#domain/calendar/israel-moment.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { CONSENT_WITHDRAWN } from '#server/leads/inquiries/consent-withdrawn.ts';
import { webhookKey } from '#server/leads/inquiries/webhook.ts';
import { keptSecret } from '#server/platform/installation-key.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command } from '../../command.ts';
import { listPeople, type People, peopleOptions } from './list-people.ts';

type Row = {
  uuid: string;
  created_at: Date;
  store: string;
  kind: string;
  source: string;
  name: string;
  phone: string;
  email: string | null;
  model: string;
  message: string;
  finance_quote: unknown;
  marketing_consent: boolean;
  consent_withdrawn: boolean;
  consent_text: string | null;
};

const people: People<Row> = {
  query: `
    select l.uuid, l.created_at, s.key as store, l.kind, l.source, l.name, l.phone, l.email, coalesce(p.name, l.model) as model,
      l.message, l.finance_quote, l.marketing_consent, ${CONSENT_WITHDRAWN} as consent_withdrawn, l.consent_text
    from leads l join stores s on s.uuid = l.store_uid left join products p on p.uuid = l.product_uid
    where ($1::text is null or s.key = $1)
      and (l.created_at at time zone 'Asia/Jerusalem')::date between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
    order by l.created_at, l.uuid`,
  empty: 'Nobody has left details.',
  columns: {
    when: (row) => israelMoment(row.created_at),
    store: (row) => row.store,
    type: (row) => row.kind,
    source: (row) => row.source,
    name: (row) => row.name,
    phone: (row) => formatPhone(row.phone),
    email: (row) => row.email ?? '',
    model: (row) => row.model,
    message: (row) => row.message,
    financing: (row) => (row.finance_quote ? 'yes' : ''),
    marketing: (row) => (row.consent_withdrawn ? 'withdrawn' : row.marketing_consent ? 'yes' : 'no'),
    consent: (row) => row.consent_text ?? '',
    uuid: (row) => row.uuid,
  },
  shown: ['when', 'store', 'type', 'name', 'phone', 'model', 'message'],
};

export const leadsExportCommand: Command = {
  usage: '',
  summary: 'who left details: contact form, lead banner, interest in a model',
  arguments: 0,
  options: peopleOptions,
  run: (operation, _args, options) => listPeople(operation, people, options),
};

export const leadsWebhookCommand: Command = {
  usage: '<store>',
  summary: 'where a store’s leads and bookings are sent, and the key that signs them (Standard Webhooks)',
  arguments: 1,
  async run({ db, pool, env, dataDir, say }, [store = '']) {
    const { rows } = await pool.query<{ uuid: string; settings: StoreSettings; version: number }>(
      'select uuid, settings, webhook_key_version as version from stores where key = $1',
      [store],
    );
    const [storeRow] = rows;
    if (!storeRow) throw new OperatorError(`There is no store ${store}`);
    await noteOperation(db, { store });
    const url = storeRow.settings.lead_webhook ?? null;
    const key = webhookKey(env.SECRET ?? keptSecret(dataDir), storeRow.uuid, storeRow.version);
    say(`${url ?? 'none; `lead_webhook` of store.json sets it'}\n${key}`);
    return { json: { url, key } };
  },
};
