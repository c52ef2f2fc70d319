import { z } from 'zod';
import { orders, outbox, stores } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
import type { MailContent } from '#domain/text/mail-content.ts';
import { ANSWER } from '../../leads/inquiries/handling.ts';
import { HAS_FAILED, IS_RETRIED, retryGivenUp } from '../../notifications/outbox-health.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import {
  all,
  chosenStores,
  cursorMoment,
  dayFields,
  inDays,
  inStores,
  type ListPage,
  listFields,
  matchesPerson,
  oneOf,
  readListPage,
  several,
} from '../list.ts';

const channels = ['email', 'sms', 'webhook'] as const;
const states = ['waiting', 'sent', 'kept', 'delivered', 'undelivered', 'doubt', 'failed', 'outdated'] as const;
export type MessageState = (typeof states)[number];

const filters = z.object({
  ...listFields,
  channel: several(z.enum(channels)),
  state: z.enum(states).optional(),
  ...dayFields,
});

export type OrderMessage = {
  uuid: string;
  channel: 'email' | 'sms';
  about: string;
  subject: string;
  /** `null`: not for this person. */
  body: string | null;
  state: MessageState;
  /** When it was sent, or else written. */
  at: Date;
  sent: boolean;
  last_error: string | null;
};

export type MessageRow = {
  uuid: string;
  moment: string;
  store_uid: string;
  store: string;
  channel: (typeof channels)[number];
  about: string;
  recipient: string;
  state: MessageState;
  attempts: number;
  last_error: string | null;
  order_uid: string | null;
  order_number: string | null;
  created_at: Date;
};

/** `kept`: no provider is set up; the words are here alone. `outdated`: given up, and nobody needs it any more. */
const STATE = sql`case when ${IS_RETRIED} then 'failed' when m.gave_up_at is not null then 'outdated' when m.sent_at is not null and m.delivery = 'undelivered' then 'undelivered'
  when m.sent_at is not null and m.delivery = 'delivered' then 'delivered' when m.sent_at is not null and m.delivery = 'kept' then 'kept' when m.sent_at is not null then 'sent'
  when m.delivery = 'unknown' then 'doubt' else 'waiting' end`;

/**
 * An order's message about a visit that is for the store's staff: what its buyer gets names the visit (`thing_uid`).
 */
export const TO_STORE = sql.raw(
  `(m.about like 'booking %' and m.thing_uid is null and m.channel = 'email' and exists (
    select from stores s where s.uuid = m.store_uid and m.recipient in (s.email, s.lead_email)))`,
);

/** What an order's buyer was sent, the newest first, with what came of it. */
export async function messagesOfOrder(ctx: Allowed, order: string): Promise<OrderMessage[]> {
  const { rows } = await ctx.db.execute<OrderMessage & { store_uid: string; body: string }>(sql`
    select m.uuid, m.store_uid, m.channel, m.about, m.subject, m.body, ${STATE} as state, coalesce(m.sent_at, m.created_at) as at,
      m.sent_at is not null as sent, m.last_error
    from outbox m where m.order_uid = ${order} and m.channel <> 'webhook' and not ${TO_STORE} order by m.created_at desc limit 100`);
  return rows.map(({ store_uid: storeUid, ...row }) => ({
    ...row,
    last_error: shownAnswer(ctx, row.last_error, storeUid),
    body: shownBody(ctx, { ...row, storeUid })?.slice(0, 300) ?? null,
  }));
}

/** Who may not see customers sees only the end of a phone, and of an address its domain. */
function masked(recipient: string): string {
  const at = recipient.indexOf('@');
  if (at > 0) return `${recipient.slice(0, 1)}…${recipient.slice(at)}`;
  return recipient.length > 4 ? `…${recipient.slice(-4)}` : recipient;
}

/** An e-mail, or a phone in any spelling. Codes of errors are shorter. */
const ADDRESSES = /[^\s<>()"',;:]+@[^\s<>()"',;:]+|\+?\d(?:[ -]?\d){8,}/g;

/** A provider's own words, which may name the recipient. */
const shownAnswer = ({ staff }: Allowed, answer: string | null, storeUid: string | null): string | null =>
  may(staff, 'customers.read', storeUid ?? undefined) ? answer : (answer?.replace(ADDRESSES, masked) ?? null);

const shownRecipient = ({ staff }: Allowed, row: { recipient: string; store_uid: string }): string =>
  may(staff, 'customers.read', row.store_uid) ? row.recipient : masked(row.recipient);

export const listMessages = officeCall(
  { name: 'messages.list', permission: 'messages.read', input: filters, kind: 'read' },
  async (ctx, { q, store, channel, state, after, ...days }): Promise<ListPage<MessageRow>> => {
    const filteredStores = chosenStores(ctx.stores, store);
    // Looking for a person needs the right to see customers: otherwise the answer alone would tell.
    const mayFind = filteredStores.every((uuid) => may(ctx.staff, 'customers.read', uuid));
    const number = sql`exists (select from orders o where o.uuid = m.order_uid and ${matchesPerson(sql`lower(o.number)`, q ?? '')})`;
    const createdAt = sql`m.created_at`;
    const page = await readListPage<MessageRow>(ctx.db, {
      select: sql`
        select m.uuid, ${cursorMoment(createdAt)} as moment, m.store_uid, s.name as store, m.channel, m.about, m.recipient, ${STATE} as state,
          m.attempts, m.last_error, m.order_uid, o.number as order_number, m.created_at
        from outbox m join stores s on s.uuid = m.store_uid left join orders o on o.uuid = m.order_uid`,
      from: sql`outbox m`,
      where: all([
        inStores(sql`m.store_uid`, filteredStores),
        q ? (mayFind ? sql`(${matchesPerson(sql`lower(m.recipient)`, q)} or ${number})` : number) : undefined,
        oneOf(sql`m.channel`, channel),
        state ? sql`${STATE} = ${state}` : undefined,
        ...inDays(createdAt, days),
      ]),
      after,
      sortedBy: createdAt,
      uuid: sql`m.uuid`,
    });
    return {
      ...page,
      rows: page.rows.map((row) => ({
        ...row,
        recipient: shownRecipient(ctx, row),
        last_error: shownAnswer(ctx, row.last_error, row.store_uid),
      })),
    };
  },
);

const messageInput = z.object({ message: z.uuid() });

/** What may be read again and sent a second time. All others are one-time codes and links that open an account. */
const isSecret = (about: string): boolean => !/^(?:order|lead|booking|stock|newsletter$)/.test(about);

type Said = { about: string; storeUid: string | null; body: string };

/**
 * The words of a message as this person may read them: links open and pay orders without a sign-in, so that none is
 * shown. `null`: this person may not read it, or it isn't shown at all.
 */
export const shownBody = ({ staff }: Pick<Allowed, 'staff'>, { about, storeUid, body }: Said): string | null =>
  isSecret(about) || !may(staff, 'customers.read', storeUid ?? undefined)
    ? null
    : body.replace(/https?:\/\/\S+/g, '[קישור]');

export const readMessage = officeCall(
  { name: 'messages.read', permission: 'messages.read', entity: 'message', input: messageInput, kind: 'read' },
  async (ctx, { message: uuid }) => {
    const [row] = await ctx.db
      .select({ message: outbox, store: stores.name, order: orders.number })
      .from(outbox)
      .innerJoin(stores, eq(stores.uuid, outbox.storeUid))
      .leftJoin(orders, eq(orders.uuid, outbox.orderUid))
      .where(eq(outbox.uuid, uuid));
    if (!row) throw refuse('NOT_FOUND');
    const { message, store, order } = row;
    const { rows } = await ctx.db.execute<{ state: MessageState; failed: boolean }>(
      sql`select ${STATE} as state, ${HAS_FAILED} as failed from outbox m where m.uuid = ${uuid}`,
    );
    const secret = isSecret(message.about);
    const personal = may(ctx.staff, 'customers.read', message.storeUid ?? undefined);
    return {
      uuid,
      store,
      order: order && message.orderUid ? { uuid: message.orderUid, number: order } : null,
      channel: message.channel,
      about: message.about,
      state: rows[0]?.state ?? 'waiting',
      /** An outdated one, too, but no code or link of a sign-in, which has expired. */
      canRetry: rows[0]?.state === 'failed' || (rows[0]?.failed === true && !secret),
      recipient: personal ? message.recipient : masked(message.recipient),
      // It may name the person.
      subject: personal ? message.subject : '',
      body: shownBody(ctx, message),
      secret,
      content: secret || !personal ? null : withoutLink(message.content as MailContent | null),
      attempts: message.attempts,
      lastError: shownAnswer(ctx, message.lastError, message.storeUid),
      provider: message.provider,
      deliveryNote: shownAnswer(ctx, message.deliveryNote, message.storeUid),
      createdAt: message.createdAt,
      sentAt: message.sentAt,
      nextAttemptAt: message.sentAt || message.gaveUpAt ? null : message.nextAttemptAt,
    };
  },
);

/** The button's address opens the customer's order: staff open it in the office. */
const withoutLink = (content: MailContent | null) =>
  content && { ...content, button: undefined, unsubscribe: undefined };

export const retryMessage = officeCall(
  { name: 'messages.retry', permission: 'messages.resend', entity: 'message', input: messageInput, kind: 'write' },
  async (ctx, { message }) => {
    await ctx.db.transaction(async (tx) => {
      const { retried } = await retryGivenUp(tx, { message });
      if (retried.length === 0) throw refuse('NOT_POSSIBLE', { message: 'ההודעה אינה ברשימת ההודעות שנכשלו' });
      await noteOperation(tx, { message });
    });
  },
);

/** Another copy to the same recipient, with the words of then. */
export const resendMessage = officeCall(
  { name: 'messages.resend', permission: 'messages.resend', entity: 'message', input: messageInput, kind: 'write' },
  async (ctx, { message: uuid }) => {
    const [message] = await ctx.db.select().from(outbox).where(eq(outbox.uuid, uuid));
    if (!message?.sentAt) throw refuse('NOT_POSSIBLE', { message: 'ההודעה עוד לא נשלחה' });
    if (message.recipient === '') throw refuse('NOT_POSSIBLE', { message: 'פרטי הנמען נמחקו' });
    if (isSecret(message.about) || message.channel === 'webhook' || message.about === 'newsletter')
      throw refuse('NOT_POSSIBLE', { message: 'הודעה כזו אינה נשלחת שוב' });
    const { storeUid, about, orderUid, channel, recipient, subject, body, content } = message;
    // By which it is found when the person is erased; an answer's own message has its uuid.
    const thingUid = message.thingUid ?? (about === ANSWER ? uuid : null);
    await ctx.db.transaction(async (tx) => {
      await tx.insert(outbox).values({
        ...{ storeUid, about, orderUid, thingUid, channel, recipient, subject, body, content },
        createdAt: ctx.now(),
        nextAttemptAt: ctx.now(),
      });
      await noteOperation(tx, { message: uuid });
    });
  },
);
