import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { leadAnswers, leads, orders, outbox } from '#db/schema/index.ts';
import { desc, eq } from '#db/sql.ts';
import { isOver } from '#domain/orders/states.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import type { Deps } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';

type Lead = typeof leads.$inferSelect;
type Tools = Pick<Deps, 'db' | 'now'>;
/** `seen`: the newest answer that its writer has read, `null` where there was none. */
type Answer = { staffUid: string; text: string; seen: string | null } & (
  | { channel: 'email'; subject: string }
  | { channel: 'phone' | 'whatsapp' }
);

/** Sent with replies to the store's mailbox for leads (`jobs/mail.ts`). */
export const ANSWER = 'lead answer';

/** A lead changes under its lock alone, so that of two people the second acts on what the first left. */
async function change<T>({ db }: Tools, uuid: string, work: (tx: Db, lead: Lead) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    const [lead] = await tx.select().from(leads).where(eq(leads.uuid, uuid)).for('update');
    if (!lead) throw refuse('NOT_FOUND');
    return work(tx, lead);
  });
}

/**
 * Who sees to it; `null`: nobody. A new lead is open from then on. `was`: whose it was when the form was opened.
 * @throws CHANGED_MEANWHILE
 */
export const assignLead = (tools: Tools, uuid: string, ownerUid: string | null, was: string | null): Promise<void> =>
  change(tools, uuid, async (tx, { state, ownerUid: former }) => {
    if (former !== was && former !== ownerUid)
      throw refuse('CHANGED_MEANWHILE', { message: 'בינתיים הפנייה שויכה אחרת. רעננו את הדף ובדקו' });
    await tx
      .update(leads)
      .set({ ownerUid, ...(ownerUid && state === 'new' && { state: 'open' as const }) })
      .where(eq(leads.uuid, uuid));
  });

/**
 * Keeps an answer: a mail is written to the outbox, a call or a WhatsApp message is only noted. The first one sets
 * `first_answered_at`; a lead that waits, or was closed, is answered from then on, and an unassigned one becomes the
 * answerer's. A closed notice of cancellation stays closed by what is only noted: an open one keeps its order's buyer
 * from being reminded of anything.
 * @throws CHANGED_MEANWHILE where somebody else has answered; NOT_POSSIBLE for a mail to a lead without an address
 */
export const answerLead = (tools: Tools, uuid: string, answer: Answer): Promise<void> =>
  change(tools, uuid, async (tx, lead) => {
    const now = tools.now();
    // A mail's message has the answer's uuid: so it is found when the person is erased.
    const answerUid = randomUUID();
    const { staffUid, channel, text } = answer;
    const [newest] = await tx
      .select({ uuid: leadAnswers.uuid })
      .from(leadAnswers)
      .where(eq(leadAnswers.leadUid, uuid))
      .orderBy(desc(leadAnswers.createdAt), desc(leadAnswers.uuid))
      .limit(1);
    if ((newest?.uuid ?? null) !== answer.seen)
      throw refuse('CHANGED_MEANWHILE', {
        message: 'בינתיים נוספה תשובה לפנייה. קראו אותה, ואם צריך שלחו גם את שלכם',
      });
    await tx.insert(leadAnswers).values({ uuid: answerUid, leadUid: uuid, staffUid, channel, text, createdAt: now });
    await tx
      .update(leads)
      .set({
        firstAnsweredAt: lead.firstAnsweredAt ?? now,
        ownerUid: lead.ownerUid ?? staffUid,
        ...(!staysAsItIs(lead, channel) && { state: 'answered' as const, closedAt: null }),
      })
      .where(eq(leads.uuid, uuid));
    if (answer.channel !== 'email') return;
    if (!lead.email) throw refuse('NOT_POSSIBLE', { message: 'בפנייה אין כתובת דוא״ל' });
    const content: MailContent = {
      heading: answer.subject,
      paragraphs: text.split(/\n+/).filter((line) => line.trim() !== ''),
    };
    await tx.insert(outbox).values({
      uuid: answerUid,
      storeUid: lead.storeUid,
      about: ANSWER,
      channel: 'email',
      recipient: lead.email,
      subject: answer.subject,
      body: plainText(content),
      content,
      createdAt: now,
      nextAttemptAt: now,
    });
  });

const staysAsItIs = ({ state, kind }: Lead, channel: Answer['channel']): boolean =>
  state === 'converted' || (state === 'closed' && kind === 'cancellation' && channel !== 'email');

/** Nothing more is to be done. Once more changes nothing. @throws NOT_POSSIBLE for one that became an order */
export const closeLead = (tools: Tools, uuid: string): Promise<void> =>
  change(tools, uuid, async (tx, { state }) => {
    if (state === 'closed') return;
    if (state === 'converted') throw refuse('NOT_POSSIBLE', { message: 'הפנייה כבר הפכה להזמנה' });
    await tx.update(leads).set({ state: 'closed', closedAt: tools.now() }).where(eq(leads.uuid, uuid));
  });

/**
 * A closed lead, or one whose order or quote has ended, waits again, or counts as answered where it was. @throws
 * NOT_POSSIBLE for any other
 */
export const reopenLead = (tools: Tools, uuid: string): Promise<void> =>
  change(tools, uuid, async (tx, lead) => {
    const { state, firstAnsweredAt } = lead;
    if (state !== 'closed' && !(state === 'converted' && (await hasEnded(tx, lead))))
      throw refuse('NOT_POSSIBLE', { message: 'הפנייה אינה סגורה' });
    await tx
      .update(leads)
      .set({ state: firstAnsweredAt ? 'answered' : 'open', closedAt: null })
      .where(eq(leads.uuid, uuid));
  });

async function hasEnded(tx: Db, { orderUid }: Lead): Promise<boolean> {
  const [order] = orderUid
    ? await tx.select({ status: orders.status }).from(orders).where(eq(orders.uuid, orderUid))
    : [];
  return order !== undefined && isOver(order.status);
}
