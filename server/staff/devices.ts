import type { Db } from '#db/client.ts';
import { outbox, staffDevices, stores } from '#db/schema/index.ts';
import { and, count, eq } from '#db/sql.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import type { OfficeContext } from '../context.ts';
import { newSecret } from '../identity/tokens.ts';
import { secretHash } from '../platform/keyed-hash.ts';

/** The browser's own name, which only limits and mails about new devices read; it opens nothing. */
export const deviceHash = (device: string): string => secretHash(`staff device:${device}`);

type Person = { uuid: string; email: string; name: string };

/**
 * Remembers that the person has signed in with this browser; of one that is new to them they are told by mail, unless
 * it is their very first. @returns the browser's cookie
 */
export async function rememberDevice(ctx: OfficeContext, tx: Db, person: Person): Promise<string> {
  const device = /^[\w-]{43}$/.test(ctx.device) ? ctx.device : newSecret();
  const key = { deviceHash: deviceHash(device), staffUid: person.uuid };
  const seen = await tx
    .update(staffDevices)
    .set({ lastSeenAt: ctx.now() })
    .where(and(eq(staffDevices.deviceHash, key.deviceHash), eq(staffDevices.staffUid, key.staffUid)))
    .returning({ staffUid: staffDevices.staffUid });
  if (seen.length > 0) return device;
  const [others] = await tx.select({ count: count() }).from(staffDevices).where(eq(staffDevices.staffUid, person.uuid));
  await tx.insert(staffDevices).values({ ...key, lastSeenAt: ctx.now(), createdAt: ctx.now() });
  if (others && others.count > 0) await mail(ctx, tx, person, newDevice(ctx, person));
  return device;
}

const newDevice = (ctx: OfficeContext, { name }: Person): MailContent => ({
  heading: 'כניסה למשרד ממכשיר חדש',
  paragraphs: [
    `שלום ${name},`,
    `ב־${formatDate(ctx.now())} בשעה ${formatTime(ctx.now())} נכנסו בשמכם למשרד ממכשיר שלא הכרנו, מהכתובת ${ctx.ipAddress}.`,
    'זה הייתם אתם? אין צורך לעשות דבר. לא הייתם אתם? נתקו את המכשיר בדף ״החשבון שלי״ והודיעו מיד למי שמנהל את הצוות.',
  ],
  button: { label: 'לחשבון שלי', url: `${ctx.origin}/account` },
});

/**
 * Mail goes out in the look of a store: of the first, as staff belong to all. Without any store there is none to send
 * as.
 */
export async function mail(
  ctx: OfficeContext,
  tx: Db,
  { email }: Pick<Person, 'email'>,
  content: MailContent,
): Promise<void> {
  const [store] = await tx.select({ uuid: stores.uuid }).from(stores).orderBy(stores.position, stores.key).limit(1);
  if (!store) return;
  await tx.insert(outbox).values({
    storeUid: store.uuid,
    about: 'staff',
    channel: 'email',
    recipient: email,
    subject: content.heading,
    body: plainText(content),
    content,
    nextAttemptAt: ctx.now(),
    createdAt: ctx.now(),
  });
}
