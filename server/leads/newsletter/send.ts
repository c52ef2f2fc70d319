import type { Db } from '#db/client.ts';
import { companies, outbox, stores, subscribers } from '#db/schema/index.ts';
import { and, asc, eq, gt, isNotNull, isNull, sql } from '#db/sql.ts';
import { whenToSend } from '#domain/calendar/quiet-times.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import type { Deps } from '../../context.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { subscriberToken } from './newsletter.ts';

/** Subscribers written to at once. */
const BATCH = 500;

export type Newsletter = { subject: string; paragraphs: string[]; button?: { label: string; url: string } };

/**
 * Writes an advertisement to all confirmed subscribers, as §30A of the Communications Law requires
 * (docs/rules/disclosure.md): the word `פרסומת` first in the subject, the sender with address and contact, and an
 * unsubscribe link.
 * @returns how many it goes to, and when
 */
export async function sendNewsletter(
  tools: Pick<Deps, 'env' | 'secret' | 'now'>,
  tx: Db,
  storeUid: string,
  letter: Newsletter,
): Promise<{ readers: number; at: Date }> {
  const at = whenToSend(tools.now());
  const [row] = await tx
    .select({ store: stores, company: companies })
    .from(stores)
    .innerJoin(companies, eq(companies.uuid, stores.companyUid))
    .where(eq(stores.uuid, storeUid));
  if (!row) throw new Error('there is no such store');
  const { store, company } = row;
  const sender = [store.name, company.legalName, company.address, store.email].filter(Boolean).join(', ');
  const hashOf = (uuid: string) => secretHash(subscriberToken(tools.secret, uuid));
  const rowOf = ({ uuid, email }: Reader) => {
    const unsubscribe = `${siteUrl(tools.env, store)}/unsubscribe/${subscriberToken(tools.secret, uuid)}`;
    const content: MailContent = {
      heading: letter.subject,
      paragraphs: letter.paragraphs,
      ...(letter.button && { button: letter.button }),
      note: `דבר פרסומת מאת ${sender}. קיבלתם אותו כי נרשמתם לרשימת התפוצה שלנו.`,
      unsubscribe,
    };
    return {
      storeUid,
      about: 'newsletter',
      channel: 'email',
      recipient: email,
      subject: `פרסומת: ${letter.subject}`,
      body: plainText(content),
      content,
      createdAt: tools.now(),
      nextAttemptAt: at,
    };
  };
  let writtenCount = 0;
  for (let batch = await readersAfter(tx, storeUid, ''); batch.length > 0; ) {
    const outdated = batch.filter(({ uuid, secret }) => secret !== hashOf(uuid));
    await keepHashes(
      tx,
      outdated.map(({ uuid }) => ({ uuid, secret: hashOf(uuid) })),
    );
    await tx.insert(outbox).values(batch.map(rowOf));
    writtenCount += batch.length;
    batch = await readersAfter(tx, storeUid, batch.at(-1)?.email ?? '');
  }
  return { readers: writtenCount, at };
}

type Reader = { uuid: string; email: string; secret: string };

const readersAfter = (tx: Db, storeUid: string, email: string): Promise<Reader[]> =>
  tx
    .select({ uuid: subscribers.uuid, email: subscribers.email, secret: subscribers.secret })
    .from(subscribers)
    .where(
      and(
        ...[eq(subscribers.storeUid, storeUid), gt(subscribers.email, email)],
        ...[isNotNull(subscribers.confirmedAt), isNull(subscribers.unsubscribedAt)],
      ),
    )
    .orderBy(asc(subscribers.email))
    .limit(BATCH)
    // Who leaves meanwhile waits, and then finds the newsletter to drop.
    .for('share');

/** After a change of key: stores the hashes of the links written now. */
async function keepHashes(tx: Db, newLinks: { uuid: string; secret: string }[]): Promise<void> {
  if (newLinks.length === 0) return;
  const column = (name: 'uuid' | 'secret') => sql.param(newLinks.map((row) => row[name]));
  await tx.execute(sql`update ${subscribers} set secret = fresh.secret
    from unnest(${column('uuid')}::uuid[], ${column('secret')}::text[]) as fresh (uuid, secret)
    where ${subscribers.uuid} = fresh.uuid`);
}
