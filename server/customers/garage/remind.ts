import { and, asc, eq, isNull, lte, or } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { customers, garageReminders, garageVehicles, outbox, stores } from '#db/schema/index.ts';
import { addDays, atIsraelTime, israelDay } from '#domain/calendar/israel-time.ts';
import { whenToSend } from '#domain/calendar/quiet-times.ts';
import { formatDate, formatNumber, isolate } from '#domain/text/format.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import type { Deps } from '../../context.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { nextServiceOf } from './own-vehicles.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { REMINDER, stopToken } from './reminders.ts';

type Tools = Pick<Deps, 'db' | 'now' | 'env' | 'secret'>;
const BATCH = 50;

type Notified = Partial<
  Pick<typeof garageVehicles.$inferInsert, 'testNotified' | 'insuranceNotified' | 'serviceNotified'>
>;
type DueReminder = { piece: Piece; what: string; by: string; notified: Notified };

/** What is due within so many days, and has not been told of: each test, insurance and service once. */
function dueOf(piece: Piece, today: string, days: number): DueReminder[] {
  const until = addDays(today, days);
  const isDue = (day: string | null): day is string => day !== null && day <= until;
  const due: DueReminder[] = [];
  const { test_until: test, insured_until: insured } = piece;
  // What is long past needs no reminder any more.
  if (isDue(test) && test >= today && test !== piece.test_notified)
    due.push({ piece, what: 'טסט', by: `עד ${isolate(inWords(test))}`, notified: { testNotified: test } });
  if (isDue(insured) && insured >= today && insured !== piece.insurance_notified)
    due.push({ piece, what: 'ביטוח', by: `עד ${isolate(inWords(insured))}`, notified: { insuranceNotified: insured } });
  const service = nextServiceOf(piece);
  if (service && isDue(service.dueOn) && piece.service_notified !== piece.services) {
    const km = service.km === null ? '' : `ב־${isolate(formatNumber(service.km))} ק״מ`;
    const day = service.on === null ? '' : `עד ${isolate(inWords(service.on))}`;
    const by = [km, day].filter(Boolean).join(' או ');
    due.push({ piece, what: 'טיפול', by, notified: { serviceNotified: piece.services } });
  }
  return due;
}

const inWords = (day: string): string => formatDate(`${day}T12:00:00Z`);

/**
 * Reminds owners who asked for it of services, tests and insurances: all that is due in one message, at most one a day, and each of them
 * once. The customer is locked, so that another process passes over, and nobody is written to who is being erased.
 */
export async function remindOfVehicles(tools: Tools): Promise<void> {
  const now = tools.now();
  if (whenToSend(now) > now) return;
  await tools.db.transaction(async (tx) => {
    const due = await tx
      .select({ reminders: garageReminders, customer: customers, store: stores })
      .from(garageReminders)
      .innerJoin(customers, eq(customers.uuid, garageReminders.customerUid))
      .innerJoin(stores, eq(stores.uuid, customers.storeUid))
      .where(
        and(
          lte(garageReminders.nextCheckAt, now),
          or(garageReminders.bySms, garageReminders.byEmail),
          isNull(customers.erasedAt),
        ),
      )
      .orderBy(asc(garageReminders.nextCheckAt))
      .limit(BATCH)
      .for('update', { of: [customers, garageReminders], skipLocked: true });
    for (const one of due) await remind(tools, tx, one);
  });
}

type Due = {
  reminders: typeof garageReminders.$inferSelect;
  customer: typeof customers.$inferSelect;
  store: typeof stores.$inferSelect;
};

async function remind(tools: Tools, tx: Db, { reminders, customer, store }: Due): Promise<void> {
  const now = tools.now();
  const today = israelDay(now);
  const found = (await piecesOf(tx, customer.uuid)).flatMap((piece) => dueOf(piece, today, reminders.days));
  const token = stopToken(tools.secret, customer.uuid);
  const messages = found.length > 0 ? messagesOf(tools, { reminders, customer, store }, found, token) : [];
  if (messages.length > 0) {
    await tx.insert(outbox).values(messages);
    for (const { piece, notified } of found) await noteNotified(tx, customer.uuid, piece, notified, now);
  }
  await tx
    .update(garageReminders)
    .set({
      nextCheckAt: atIsraelTime(addDays(today, 1), '09:00') ?? new Date(now.getTime() + 86_400_000),
      ...(messages.length > 0 && { stopHash: secretHash(token) }),
    })
    .where(eq(garageReminders.customerUid, customer.uuid));
}

/** A bought vehicle of which its owner has written nothing gets its row here. */
async function noteNotified(tx: Db, customerUid: string, piece: Piece, notified: Notified, now: Date): Promise<void> {
  if (piece.uuid) await tx.update(garageVehicles).set(notified).where(eq(garageVehicles.uuid, piece.uuid));
  else
    await tx
      .insert(garageVehicles)
      .values({
        ...{ customerUid, vehicleUid: piece.vehicle_uid, orderLineUid: piece.order_line_uid, unit: piece.unit },
        ...{ createdAt: piece.handed_over_at ?? now, ...notified },
      })
      .onConflictDoUpdate({
        target: [garageVehicles.orderLineUid, garageVehicles.unit],
        set: notified,
      });
}

const stopWords = 'להפסקת התזכורות';

function messagesOf(
  tools: Tools,
  { reminders, customer, store }: Due,
  found: DueReminder[],
  token: string,
): (typeof outbox.$inferInsert)[] {
  const site = siteUrl(tools.env, store);
  const url = `${site}/personal-area/garage`;
  const stop = `${site}/unsubscribe/${token}`;
  const lines = found.map(({ piece, what, by }) => ({ what, of: isolate(piece.name), by }));
  const now = tools.now();
  const base = { storeUid: store.uuid, about: REMINDER, createdAt: now, nextAttemptAt: now };
  const messages: (typeof outbox.$inferInsert)[] = [];
  if (reminders.bySms && customer.phone) {
    const body = lines.map(({ what, of, by }) => `${what} ל־${of} ${by}`).join('; ');
    messages.push({
      ...base,
      channel: 'sms',
      recipient: customer.phone,
      body: `${store.name}: תזכורת, ${body}. ${url} ${stopWords}: ${stop}`,
    });
  }
  if (reminders.byEmail && customer.email && customer.emailVerifiedAt) {
    const [first] = found;
    const heading =
      found.length === 1 && first ? `תזכורת: ${first.what} ל־${isolate(first.piece.name)}` : 'תזכורות לכלי הרכב שלכם';
    const content: MailContent = {
      heading,
      paragraphs: [`שלום ${isolate(customer.firstName)},`, 'ביקשתם שנזכיר לכם מה מתקרב:'],
      facts: lines.map(({ what, of, by }) => ({ name: `${what}, ${of}`, value: by })),
      button: { label: 'למוסך שלי', url },
      note: 'כבר טיפלתם בזה? עדכנו את התאריך או את הטיפול במוסך, ולא נזכיר שוב.',
      unsubscribe: stop,
      unsubscribeLabel: stopWords,
    };
    messages.push({
      ...base,
      channel: 'email',
      recipient: customer.email,
      subject: heading,
      body: plainText(content),
      content,
    });
  }
  return messages;
}
