import type { StoreSettings } from '#contract/store-settings.ts';
import type { Db } from '#db/client.ts';
import { bookings, branches, outbox, products, stores } from '#db/schema/index.ts';
import { and, eq, isNull } from '#db/sql.ts';
import { type BookingService, bookingNames, bookingWord } from '#domain/calendar/booking.ts';
import { addDays, israelDay, weekdayName } from '#domain/calendar/israel-time.ts';
import { formatPhone, parseMobile } from '#domain/people/phone.ts';
import { formatLongDate, formatMoment, formatTime, isolate } from '#domain/text/format.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import { type Linked, linkName } from '../../checkout/order-secret.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { staffMailbox } from '../../notifications/brand.ts';
import { keyedHash, secretHash } from '../../platform/keyed-hash.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { takeFormMessages, type Ways } from '../inquiries/limit-form-messages.ts';
import { webhookRow } from '../inquiries/webhook.ts';

export type BookingRow = typeof bookings.$inferSelect;

/** The secret of a booking's link: derived when needed, never stored. */
export const bookingSecret = (key: string, booking: Linked): string => keyedHash(key, `booking:${linkName(booking)}`);

/** The same for a new link: after a change of key it replaces the stored hash, and the former link with that. */
export async function bookingLinkSecret(key: string, db: Db, booking: BookingRow): Promise<string> {
  const { uuid, linkVersion } = booking;
  const secret = bookingSecret(key, booking);
  if (booking.secretHash !== secretHash(secret))
    await db
      .update(bookings)
      .set({ secretHash: secretHash(secret) })
      .where(and(eq(bookings.uuid, uuid), eq(bookings.linkVersion, linkVersion)));
  return secret;
}

type Tools = Pick<Deps, 'env' | 'secret' | 'now'>;
/** By whose doing: the visitor's, that of staff, or of what became of the order of a handover. */
type Cause = 'visitor' | 'staff' | 'order';
type BookingEvent = 'booked' | 'moved' | 'reminder' | 'cancelled';

const headingOf = (event: BookingEvent, name: string, service: BookingService): string => {
  const { definite, indefinite } = bookingWord(service);
  return {
    booked: `נקבע ${indefinite}: ${name}`,
    moved: `מועד חדש: ${name}`,
    reminder: `תזכורת: ${name} מחר`,
    cancelled: `${definite} בוטל: ${name}`,
  }[event];
};

/** `יום ראשון, 22 בנובמבר 2026, 09:30` */
const bookingMoment = (at: Date): string =>
  `יום ${weekdayName(israelDay(at))}, ${formatLongDate(at)}, ${formatTime(at)}`;

const notifyCounted = (event: BookingEvent) => async (ctx: RequestContext, tx: Db, row: BookingRow) =>
  notify(ctx, tx, row, event, await takeFormMessages(ctx, tx, row));

export const notifyBooked = notifyCounted('booked');
export const notifyMoved = notifyCounted('moved');
export const notifyCancelled = notifyCounted('cancelled');
/** What staff did: not counted either, and the store needs no mail of it. */
export const notifyByStaff = (tools: Tools, tx: Db, row: BookingRow, event: BookingEvent) =>
  notify(tools, tx, row, event, everyWay(row), 'staff');
/** A handover that won't be, by what became of its order. */
export const notifyFreed = (tools: Tools, tx: Db, row: BookingRow) =>
  notify(tools, tx, row, 'cancelled', everyWay(row), 'order');
/** Not counted: there are no more reminders than seats. */
export const notifyReminder = (tools: Tools, tx: Db, row: BookingRow) =>
  notify(tools, tx, row, 'reminder', everyWay(row));

const everyWay = ({ phone }: BookingRow): Ways => ({ bySms: parseMobile(phone) !== null, byMail: true });

/** Time and place of a booking in Hebrew; `null` when its store or branch is gone. */
async function detailsOf(tx: Db, row: BookingRow) {
  const [details] = await tx
    .select({ store: stores, branch: branches, product: { name: products.name } })
    .from(bookings)
    .innerJoin(stores, eq(stores.uuid, bookings.storeUid))
    .innerJoin(branches, eq(branches.uuid, bookings.branchUid))
    .leftJoin(products, eq(products.uuid, bookings.productUid))
    .where(eq(bookings.uuid, row.uuid));
  if (!details) return null;
  const { store, branch, product } = details;
  const { name, bring } = bookingNames(store.settings as StoreSettings)[row.service as BookingService];
  const moment = bookingMoment(row.startsAt);
  const facts = [
    { name: 'מועד', value: moment },
    { name: 'סניף', value: isolate(`${branch.name}, ${branch.address}, ${branch.city}`) },
    { name: 'טלפון הסניף', value: isolate(branch.phone) },
    ...(product ? [{ name: 'דגם', value: isolate(product.name) }] : []),
  ];
  return { store, branch, product, name, bring, moment, facts };
}

type Details = NonNullable<Awaited<ReturnType<typeof detailsOf>>>;

/** Writes messages to the visitor and, except for the reminder, to the store and its CRM. */
async function notify(
  tools: Tools,
  tx: Db,
  row: BookingRow,
  event: BookingEvent,
  { bySms, byMail }: Ways,
  cause: Cause = 'visitor',
): Promise<void> {
  const details = await detailsOf(tx, row);
  if (!details) return;
  const { store, branch, name, bring, facts } = details;
  const service = row.service as BookingService;
  // A cancellation has no link, and leaves the former one as it is.
  const secret = event === 'cancelled' ? '' : await bookingLinkSecret(tools.secret, tx, row);
  const url = `${siteUrl(tools.env, store)}/booking/${secret}`;
  // A reminder is written on the day before, unless the jobs were held up.
  const isLate = event === 'reminder' && israelDay(tools.now()) !== addDays(israelDay(row.startsAt), -1);
  const heading = isLate ? `תזכורת: ${name}` : headingOf(event, name, service);
  const toPerson = {
    ...{ storeUid: store.uuid, orderUid: row.orderUid, thingUid: row.uuid, about: `booking ${event}` },
    ...{ createdAt: tools.now(), nextAttemptAt: tools.now() },
  };
  const content: MailContent = {
    heading,
    paragraphs: [`שלום ${isolate(row.name)},`, paragraphOf(event, { bring, service, cause })],
    // Of a handover the message names its order (`bookHandover`).
    facts: row.orderUid ? [{ name: 'עבור', value: isolate(row.message) }, ...facts] : facts,
    ...(event !== 'cancelled' && {
      button: { label: `פרטי ${bookingWord(service).definite}, יומן, שינוי וביטול`, url },
    }),
  };
  const when = isolate(formatMoment(row.startsAt));
  const sms = `${store.name}: ${smsOf(event, name, service)} ${when}, ${branch.name}${event === 'cancelled' ? '' : `. לפרטים ולשינוי: ${url}`}`;
  const messages: (typeof outbox.$inferInsert)[] = [];
  if (row.email && byMail)
    messages.push({
      ...toPerson,
      channel: 'email',
      recipient: row.email,
      subject: heading,
      body: plainText(content),
      content,
    });
  if (bySms) messages.push({ ...toPerson, channel: 'sms', recipient: row.phone, body: sms });
  if (event !== 'reminder')
    messages.push(
      ...forStore(details, row, event, tools.now()).filter(
        ({ channel }) => cause === 'visitor' || channel === 'webhook',
      ),
    );
  // What still waits says the former hour. A reminder replaces nothing.
  if (event !== 'reminder') await tx.delete(outbox).where(and(eq(outbox.thingUid, row.uuid), isNull(outbox.sentAt)));
  if (messages.length > 0) await tx.insert(outbox).values(messages);
}

/** A visit cancelled by erasing its person: only the store is notified. */
export async function notifyStoreCancelled(tx: Db, row: BookingRow, now: Date): Promise<void> {
  const details = await detailsOf(tx, row);
  const messages = details ? forStore(details, row, 'cancelled', now) : [];
  if (messages.length > 0) await tx.insert(outbox).values(messages);
}

function forStore(
  { store, branch, product, name, moment, facts }: Details,
  row: BookingRow,
  event: 'booked' | 'moved' | 'cancelled',
  now: Date,
): (typeof outbox.$inferInsert)[] {
  // The messages of a handover are its order's, so that they are erased with it, whatever phone they name.
  const { orderUid } = row;
  const base = { storeUid: store.uuid, orderUid, about: `booking ${event}`, createdAt: now, nextAttemptAt: now };
  const recipient = staffMailbox(store);
  const mail = recipient && {
    ...base,
    channel: 'email',
    recipient,
    ...toStore(row, headingOf(event, name, row.service as BookingService), moment, facts),
  };
  const webhook = webhookRow(store.uuid, store.settings as StoreSettings, `booking.${event}`, now, {
    uuid: row.uuid,
    service: row.service,
    branch: branch.key,
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    name: row.name,
    phone: row.phone,
    email: row.email,
    product: product?.name ?? null,
    message: row.message,
  });
  return [...(mail ? [mail] : []), ...(webhook ? [{ ...webhook, orderUid }] : [])];
}

type Told = { bring: string; service: BookingService; cause: Cause };

function paragraphOf(event: BookingEvent, { bring, service, cause }: Told): string {
  const { definite, indefinite } = bookingWord(service);
  const bookAgainText =
    service === 'HANDOVER' ? 'אפשר לבחור מועד אחר בדף ההזמנה' : `אפשר לקבוע ${indefinite} חדש באתר בכל עת`;
  switch (event) {
    case 'booked':
      return `שמרנו לכם את המועד. ${bring}`;
    case 'moved':
      return cause === 'staff'
        ? `שינינו את המועד של הביקור שלכם. אם הוא אינו מתאים, בחרו מועד אחר או בטלו בקישור שלמטה. ${bring}`
        : `שינינו את המועד כפי שביקשתם, והמועד הקודם התפנה. ${bring}`;
    case 'reminder':
      return 'מחכים לכם בסניף. אם לא תוכלו להגיע, שנו את המועד או בטלו בקישור שלמטה, והמועד יתפנה לאחרים.';
    case 'cancelled':
      // No link to book anew: the order may have ended, or have another branch now.
      if (cause === 'order')
        return 'מועד המסירה שבחרתם התפנה, כי ההזמנה השתנתה או בוטלה. אם היא נמשכת, בוחרים מועד חדש בדף שלה.';
      return cause === 'staff'
        ? `${definite} בוטל על ידי הסניף. ${bookAgainText}, או להתקשר לסניף.`
        : `${definite} בוטל כפי שביקשתם. ${bookAgainText}.`;
  }
}

const smsOf = (event: BookingEvent, name: string, service: BookingService): string => {
  const { definite, indefinite } = bookingWord(service);
  return {
    booked: `נקבע ${indefinite}, ${name}`,
    moved: `מועד חדש, ${name}`,
    reminder: `תזכורת, ${name}`,
    cancelled: `בוטל ${definite}, ${name}`,
  }[event];
};

function toStore(row: BookingRow, heading: string, moment: string, facts: { name: string; value: string }[]) {
  const content: MailContent = {
    heading,
    paragraphs: row.message ? row.message.split('\n') : [],
    facts: [
      { name: 'שם', value: isolate(row.name) },
      { name: 'טלפון', value: isolate(formatPhone(row.phone)) },
      ...(row.email ? [{ name: 'דוא״ל', value: isolate(row.email) }] : []),
      ...facts,
    ],
  };
  return { subject: `${heading}, ${moment}`, body: plainText(content), content };
}
