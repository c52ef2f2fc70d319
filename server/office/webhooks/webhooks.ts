import { z } from 'zod';
import type { StoreSettings } from '#contract/store-settings.ts';
import { outbox, stores } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { USUAL_WEBHOOK_EVENTS, type WebhookEvent, webhookEvents } from '#domain/people/webhook-events.ts';
import { messageOf, webhookKey } from '../../leads/inquiries/webhook.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { all, cursorMoment, type ListPage, listFields, oneOf, readListPage, several } from '../list.ts';
import { editStore } from '../store-files/store-file.ts';
import { checkWebhookUrl } from './check-url.ts';

const store = z.uuid();
const states = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof states)[number];

export type Delivery = {
  uuid: string;
  moment: string;
  about: string;
  state: DeliveryState;
  attempts: number;
  /** What the receiver answered last; `null`: it didn't. */
  code: string | null;
  error: string | null;
  created_at: Date;
  sent_at: Date | null;
  next_at: Date | null;
  /** Whose person was erased can't be sent again. */
  is_empty: boolean;
};

const STATE = sql.raw(
  `case when m.gave_up_at is not null then 'failed' when m.sent_at is not null then 'delivered' else 'waiting' end`,
);

/** A store's webhook and what was delivered to it, newest first. Its secret is shown by `webhooks.new-secret` alone. */
export const readWebhook = officeCall(
  {
    name: 'webhooks.read',
    permission: 'settings.read',
    kind: 'read',
    entity: 'store',
    input: z.object({ store, state: several(z.enum(states)), after: listFields.after }),
  },
  async (ctx, { store: uuid, state, after }) => {
    const row = await storeRow(ctx, uuid);
    const createdAt = sql`m.created_at`;
    const page: ListPage<Delivery> = await readListPage<Delivery>(ctx.db, {
      select: sql`
        select m.uuid, ${cursorMoment(createdAt)} as moment, m.about, ${STATE} as state, m.attempts, m.delivery_note as code, m.last_error as error,
          m.created_at, m.sent_at, case when m.sent_at is null and m.gave_up_at is null then m.next_attempt_at end as next_at, m.recipient = '' as is_empty
        from outbox m`,
      from: sql`outbox m`,
      where: all([sql`m.store_uid = ${uuid} and m.channel = 'webhook'`, oneOf(STATE, state)]),
      after,
      sortedBy: createdAt,
      uuid: sql`m.uuid`,
    });
    const { lead_webhook: url = '', webhook_events: events = USUAL_WEBHOOK_EVENTS } = row.settings as StoreSettings;
    return {
      store: { uuid, name: row.name },
      url,
      events,
      page,
      may: { edit: may(ctx.staff, 'settings.edit', uuid) },
    };
  },
);

const edits = { permission: 'settings.edit', kind: 'write', entity: 'store' } as const;

/** Where the store's webhook goes and what it tells, by the importer's rules and more: nothing leads inside. */
export const editWebhook = officeCall(
  {
    ...edits,
    name: 'webhooks.edit',
    input: z.object({
      store,
      was: z
        .object({ url: z.string().max(500).default(''), events: z.array(z.enum(webhookEvents)).default([]) })
        .prefault({}),
      url: z.string().trim().max(500, 'עד 500 תווים').default(''),
      events: z.array(z.enum(webhookEvents)).default([]),
    }),
  },
  async (ctx, { store: uuid, was, url, events }) => {
    if (url && url !== was.url) await checkWebhookUrl(url, ctx.env);
    if (url && events.length === 0)
      throw refuse('BAD_REQUEST', { fields: [{ path: 'events', message: 'בחרו על מה להודיע' }] });
    const names = ['lead_webhook', 'webhook_events'];
    const { settings } = await storeRow(ctx, uuid);
    const formerSettings = {
      lead_webhook: was.url || undefined,
      webhook_events: inFile(was.events, settings as StoreSettings),
    };
    const newSettings = url ? { lead_webhook: url, webhook_events: inOrder(events) } : {};
    await ctx.db.transaction((tx) => editStore(tx, ctx, { store: uuid, names, was: formerSettings, now: newSettings }));
    return { message: url ? 'ההגדרות נשמרו' : 'ההתראות כבויות' };
  },
);

const inOrder = (events: WebhookEvent[]): WebhookEvent[] => webhookEvents.filter((event) => events.includes(event));

/**
 * What the form began with, as the file has it where it still says the same: it may name none, or in another sequence.
 */
function inFile(events: WebhookEvent[], { webhook_events: named }: StoreSettings): WebhookEvent[] | undefined {
  const isNamed = inOrder(events).join() === inOrder(named ?? USUAL_WEBHOOK_EVENTS).join();
  return isNamed ? named : inOrder(events);
}

/** Another signing key, in the answer and nowhere else. What was signed with the former one is over at once. */
export const newWebhookSecret = officeCall(
  { ...edits, name: 'webhooks.new-secret', fresh: true, input: z.object({ store }) },
  async (ctx, { store: uuid }) => {
    const [row] = await ctx.db
      .update(stores)
      .set({ webhookKeyVersion: sql`${stores.webhookKeyVersion} + 1` })
      .where(eq(stores.uuid, uuid))
      .returning({ version: stores.webhookKeyVersion });
    if (!row) throw refuse('NOT_FOUND');
    return { secret: webhookKey(ctx.secret, uuid, row.version), message: 'הסוד החדש בתוקף' };
  },
);

/** Sends a message without content, as any other. */
export const testWebhook = officeCall(
  { ...edits, name: 'webhooks.test', input: z.object({ store }) },
  (ctx, { store: uuid }) =>
    ctx.db.transaction(async (tx) => {
      const row = await storeRow(ctx, uuid);
      const { lead_webhook: url } = row.settings as StoreSettings;
      if (!url) throw refuse('NOT_POSSIBLE', { message: 'קודם שומרים כתובת' });
      const values = messageOf({ storeUid: uuid, url, type: 'webhook.test', now: ctx.now(), data: { store: row.key } });
      const [message] = await tx.insert(outbox).values(values).returning({ uuid: outbox.uuid });
      await noteOperation(tx, { message: message?.uuid });
    }),
);

/**
 * The same message once more, under the same `webhook-id`, to where the webhook leads now. What the receiver got it
 * knows by that id.
 */
export const resendDelivery = officeCall(
  {
    name: 'webhooks.resend',
    permission: 'settings.edit',
    kind: 'write',
    entity: 'message',
    input: z.object({ message: z.uuid() }),
  },
  (ctx, { message }) =>
    ctx.db.transaction(async (tx) => {
      const { settings } = await storeRow(ctx, ctx.storeUid ?? '');
      const { lead_webhook: url } = settings as StoreSettings;
      if (!url) throw refuse('NOT_POSSIBLE', { message: 'אין עכשיו כתובת לשלוח אליה' });
      const retry = {
        sentAt: null,
        gaveUpAt: null,
        attempts: 0,
        nextAttemptAt: ctx.now(),
        delivery: null,
      };
      const [sent] = await tx
        .update(outbox)
        .set({ ...retry, deliveryNote: null, lastError: null })
        .where(and(eq(outbox.uuid, message), eq(outbox.channel, 'webhook'), sql`${outbox.recipient} <> ''`))
        .returning({ uuid: outbox.uuid });
      if (!sent) throw refuse('NOT_POSSIBLE', { message: 'תוכן ההודעה נמחק, ואי אפשר לשלוח אותה שוב' });
      await noteOperation(tx, { message });
    }),
);

async function storeRow(ctx: Pick<Allowed, 'db'>, uuid: string) {
  const [row] = await ctx.db.select().from(stores).where(eq(stores.uuid, uuid));
  if (!row) throw refuse('NOT_FOUND');
  return row;
}
