import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { subscribeBody } from '#contract/leads/newsletter-form.ts';
import type { Db } from '#db/client.ts';
import { outbox, subscribers } from '#db/schema/index.ts';
import { and, eq, isNull, sql } from '#db/sql.ts';
import { DAY_MS } from '#domain/calendar/durations.ts';
import { NEWSLETTER_TEXT } from '#domain/people/consent-texts.ts';
import { isolate } from '#domain/text/format.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { keyedHash, secretHash } from '../../platform/keyed-hash.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import { siteUrl } from '../../platform/site-url.ts';

/** Confirmation mails per mailbox and day, over all callers. */
const ASKED_A_DAY = 3;

/**
 * Token of a subscriber's links: derived anew for each mail, stored only as a hash. Every mail stores the hash under
 * today's key, so that its links work after a change of key.
 */
export const subscriberToken = (key: string, uuid: string): string => keyedHash(key, `subscriber:${uuid}`);

/**
 * Stores the e-mail with its consent and mails a confirmation link: until it is followed nothing else is sent. Known
 * e-mails get the same reply, so that nothing reveals who subscribes.
 * @throws RATE_LIMITED
 */
export async function subscribe(ctx: RequestContext, body: z.output<typeof subscribeBody>): Promise<void> {
  if (body.website !== '') return;
  await takeOrRefuse(ctx, [{ policy: 'form' }]);
  const email = body.email.toLowerCase();
  const now = ctx.now();
  const uuid = randomUUID();
  const hashOf = (subscriber: string) => secretHash(subscriberToken(ctx.secret, subscriber));
  const consent = { consentText: NEWSLETTER_TEXT, consentAt: now, consentIpAddress: ctx.ipAddress };
  await ctx.db.transaction(async (tx) => {
    await tx
      .insert(subscribers)
      .values({
        uuid,
        storeUid: ctx.store.uuid,
        email,
        ...consent,
        secret: hashOf(uuid),
        askedAt: now,
        createdAt: now,
      })
      .onConflictDoNothing();
    const [row] = await tx
      .select()
      .from(subscribers)
      .where(and(eq(subscribers.storeUid, ctx.store.uuid), eq(subscribers.email, email)))
      .for('update');
    if (!row || (row.confirmedAt && !row.unsubscribedAt)) return;
    const anew = now.getTime() - row.askedAt.getTime() > DAY_MS;
    if (!anew && row.asked >= ASKED_A_DAY) return;
    await tx
      .update(subscribers)
      .set({ ...consent, secret: hashOf(row.uuid), asked: anew ? 1 : row.asked + 1, ...(anew && { askedAt: now }) })
      .where(eq(subscribers.uuid, row.uuid));
    await askToConfirm(ctx, tx, row.uuid, email);
  });
}

async function askToConfirm(ctx: RequestContext, tx: Db, uuid: string, email: string): Promise<void> {
  const url = `${siteUrl(ctx.env, ctx.store)}/confirm/${subscriberToken(ctx.secret, uuid)}`;
  const content: MailContent = {
    heading: 'נשאר רק לאשר',
    paragraphs: [`ביקשתם להצטרף לרשימת התפוצה של ${isolate(ctx.store.name)}. כדי שנדע שהכתובת שלכם, אשרו את ההרשמה.`],
    button: { label: 'אישור ההרשמה', url },
    note: 'לא ביקשתם? אפשר להתעלם מההודעה, ולא נשלח דבר.',
  };
  await tx.insert(outbox).values({
    storeUid: ctx.store.uuid,
    about: 'newsletter confirm',
    channel: 'email',
    recipient: email,
    subject: `אישור הרשמה לרשימת התפוצה של ${ctx.store.name}`,
    body: plainText(content),
    content,
    createdAt: ctx.now(),
    nextAttemptAt: ctx.now(),
  });
}

export type Subscriber = { email: string; state: 'waiting' | 'confirmed' | 'left' };

/** The subscriber of a link. The e-mail is shown in part only. @throws NOT_FOUND also for a link of another store */
export async function readSubscriber(ctx: RequestContext, token: string): Promise<Subscriber> {
  const { email, confirmedAt, unsubscribedAt } = await find(ctx, token);
  const [name = '', host = ''] = email.split('@');
  return {
    email: `${name.slice(0, 2)}…@${host}`,
    state: unsubscribedAt ? 'left' : confirmedAt ? 'confirmed' : 'waiting',
  };
}

/** @throws NOT_FOUND */
export async function confirm(ctx: RequestContext, token: string): Promise<Subscriber> {
  const { uuid } = await find(ctx, token);
  await ctx.db
    .update(subscribers)
    .set({ confirmedAt: ctx.now(), confirmedIpAddress: ctx.ipAddress, unsubscribedAt: null })
    .where(
      and(
        eq(subscribers.uuid, uuid),
        sql`(${subscribers.confirmedAt} is null or ${subscribers.unsubscribedAt} < ${subscribers.consentAt})`,
      ),
    );
  return readSubscriber(ctx, token);
}

/** Immediately and without a question; unsent newsletters are dropped. @throws NOT_FOUND */
export async function unsubscribe(ctx: RequestContext, token: string): Promise<Subscriber> {
  const { uuid, email } = await find(ctx, token);
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(subscribers)
      .set({ unsubscribedAt: ctx.now() })
      .where(and(eq(subscribers.uuid, uuid), isNull(subscribers.unsubscribedAt)));
    await tx
      .delete(outbox)
      .where(
        and(
          eq(outbox.storeUid, ctx.store.uuid),
          eq(outbox.about, 'newsletter'),
          eq(outbox.recipient, email),
          isNull(outbox.sentAt),
        ),
      );
  });
  return readSubscriber(ctx, token);
}

async function find(ctx: RequestContext, token: string) {
  const [row] = await ctx.db
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.secret, secretHash(token)), eq(subscribers.storeUid, ctx.store.uuid)));
  if (!row) throw refuse('NOT_FOUND');
  return row;
}
