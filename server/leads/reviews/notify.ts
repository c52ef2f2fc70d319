import type { Db } from '#db/client.ts';
import { outbox } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { isolate } from '#domain/text/format.ts';
import { productPath } from '#domain/text/links.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { staffMailbox } from '../../notifications/brand.ts';
import { siteUrl } from '../../platform/site-url.ts';

/** Who wrote, and what, is in the office alone: nothing of it lies in mailboxes. */
export async function notifyStoreOfVoice(
  ctx: Pick<RequestContext, 'store' | 'now'>,
  tx: Db,
  kind: 'review' | 'question',
  product: string,
): Promise<void> {
  const recipient = staffMailbox(ctx.store);
  if (!recipient) return;
  const what = kind === 'review' ? 'ביקורת חדשה' : 'שאלה חדשה';
  const waits = kind === 'review' ? 'היא תוצג באתר אחרי אישור' : 'היא תוצג באתר עם התשובה';
  await tx.insert(outbox).values({
    storeUid: ctx.store.uuid,
    about: `${kind} waiting`,
    channel: 'email',
    recipient,
    subject: `${what} על ${isolate(product)}`,
    body: `${what} על ${isolate(product)} מחכה במשרד, תחת ״ביקורות ושאלות״. ${waits}.`,
    createdAt: ctx.now(),
    nextAttemptAt: ctx.now(),
  });
}

/** Notifies who asked, once, in the transaction that publishes the answer. */
export async function notifyAnswered(tools: Pick<Deps, 'env' | 'now'>, tx: Db, question: string): Promise<void> {
  const { rows } = await tx.execute<{
    email: string | null;
    text: string;
    answer: string;
    store_uid: string;
    store: string;
    key: string;
    public_domain: string | null;
    product: string;
    slug: string;
  }>(sql`
    select q.email, q.text, q.answer, q.store_uid, s.name as store, s.key, s.public_domain, p.name as product, p.slug
    from product_questions q join stores s on s.uuid = q.store_uid join products p on p.uuid = q.product_uid where q.uuid = ${question}`);
  const [row] = rows;
  if (!row?.email) return;
  const site = siteUrl(tools.env, { key: row.key, publicDomain: row.public_domain });
  const content: MailContent = {
    heading: `תשובה לשאלה שלכם על ${isolate(row.product)}`,
    paragraphs: ['שאלתם:', row.text, `התשובה של ${isolate(row.store)}:`, ...row.answer.split('\n').filter(Boolean)],
    button: { label: 'לדף המוצר', url: `${site}${productPath(row.slug)}#reviews` },
    note: 'זו ההודעה היחידה בנושא. כתובת הדוא״ל שלכם תימחק מהשאלה.',
  };
  await tx.insert(outbox).values({
    storeUid: row.store_uid,
    about: 'question answered',
    channel: 'email',
    recipient: row.email,
    subject: content.heading,
    body: plainText(content),
    content,
    createdAt: tools.now(),
    nextAttemptAt: tools.now(),
  });
}
