import type { Db } from '#db/client.ts';
import { documents, orders, outbox, stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { documentTitle } from '#domain/money/tax-document.ts';
import { isolate } from '#domain/text/format.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { linkSecret } from '../order-secret.ts';
import type { NotifyTools } from './notify-order.ts';

/** Mails a document's link to its order's address. @returns `false` where the order has none: its person was erased */
export async function sendDocument({ env, secret, now }: NotifyTools, tx: Db, uuid: string): Promise<boolean> {
  const [row] = await tx
    .select({ document: documents, order: orders, store: stores })
    .from(documents)
    .innerJoin(orders, eq(orders.uuid, documents.orderUid))
    .innerJoin(stores, eq(stores.uuid, documents.storeUid))
    .where(eq(documents.uuid, uuid));
  if (!row || row.order.email === '') return false;
  const { document, order, store } = row;
  const name = `${documentTitle[document.kind]} ${isolate(document.number)}`;
  const url =
    document.link ??
    `${siteUrl(env, store)}/api/receipts/get-document/${uuid}?secret=${await linkSecret(secret, tx, order)}`;
  const content: MailContent = {
    heading: name,
    paragraphs: [
      `שלום ${isolate(order.firstName)},`,
      `מצורף קישור אל ${name}, עבור הזמנה ${isolate(order.number)} ב${isolate(store.name)}.`,
    ],
    button: { label: 'לצפייה במסמך', url },
  };
  await tx.insert(outbox).values({
    storeUid: store.uuid,
    orderUid: order.uuid,
    about: 'order document',
    channel: 'email',
    recipient: order.email,
    subject: `${name}, הזמנה ${isolate(order.number)}`,
    body: plainText(content),
    content,
    createdAt: now(),
    nextAttemptAt: now(),
  });
  return true;
}
