import {
  outbox,
  products,
  stockAlertRecipients,
  stockSubscriptions,
  storeProducts,
  stores,
  variants,
} from '#db/schema/index.ts';
import { and, eq, inArray, sql } from '#db/sql.ts';
import { whenToSend } from '#domain/calendar/quiet-times.ts';
import { isolate } from '#domain/text/format.ts';
import { productPath } from '#domain/text/links.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import { variantAvailable } from '../../catalogue/cards/price.ts';
import { soldIn } from '../../catalogue/sold-in.ts';
import type { Deps } from '../../context.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { isOpenAt } from '../../stores/stores.ts';
import { noteAlertRecipients, stockStopToken } from './stop.ts';

const BATCH = 200;

/**
 * Notifies subscribers of returned variants, in the transaction that deletes their subscription: once, however many
 * processes run this; at a quiet time, or in a closed store, later. A phone, which anybody may have typed, gets one
 * such SMS a day.
 */
export async function notifyReturnedStock({
  db,
  env,
  now,
  secret,
}: Pick<Deps, 'db' | 'env' | 'now' | 'secret'>): Promise<void> {
  const at = now();
  if (whenToSend(at) > at) return;
  const toldToday = sql`(${stockSubscriptions.channel} = 'sms' and exists (
    select from ${outbox} b where b.store_uid = ${stores.uuid} and b.recipient = ${stockSubscriptions.recipient} and b.channel = 'sms'
      and b.about = 'stock returned' and b.created_at > ${at.toISOString()}::timestamptz - interval '1 day'))`;
  const stopped = sql`exists (select from ${stockAlertRecipients} r where r.store_uid = ${stores.uuid}
    and r.recipient = ${stockSubscriptions.recipient} and r.stopped_at is not null)`;
  const linksOf = (one: Due) => {
    const site = siteUrl(env, one);
    return {
      product: `${site}${productPath(one.slug)}?variant=${encodeURIComponent(one.sku)}`,
      stop: `${site}/unsubscribe/${stockStopToken(secret, one)}`,
    };
  };
  await db.transaction(async (tx) => {
    const candidates = await tx
      .select({
        uuid: stockSubscriptions.uuid,
        channel: stockSubscriptions.channel,
        recipient: stockSubscriptions.recipient,
        storeUid: stores.uuid,
        store: stores.name,
        key: stores.key,
        publicDomain: stores.publicDomain,
        product: products.name,
        slug: products.slug,
        sku: variants.sku,
      })
      .from(stockSubscriptions)
      .innerJoin(stores, eq(stores.uuid, stockSubscriptions.storeUid))
      .innerJoin(variants, eq(variants.uuid, stockSubscriptions.variantUid))
      .innerJoin(products, eq(products.uuid, variants.productUid))
      .innerJoin(storeProducts, soldIn(stores.uuid))
      .where(
        and(
          isOpenAt(at),
          storeProducts.published,
          variants.active,
          variantAvailable,
          sql`not ${toldToday} and not ${stopped}`,
        ),
      )
      .orderBy(stockSubscriptions.createdAt)
      .limit(BATCH)
      .for('update', { of: stockSubscriptions, skipLocked: true });
    const due = candidates.filter(
      ({ channel, recipient, storeUid }, place) =>
        channel === 'email' ||
        place === candidates.findIndex((other) => other.recipient === recipient && other.storeUid === storeUid),
    );
    if (due.length === 0) return;
    await tx
      .insert(outbox)
      .values(due.map((one) => ({ ...messageOf(one, linksOf(one)), createdAt: at, nextAttemptAt: at })));
    await noteAlertRecipients(tx, secret, due, at);
    await tx.delete(stockSubscriptions).where(
      inArray(
        stockSubscriptions.uuid,
        due.map(({ uuid }) => uuid),
      ),
    );
  });
}

type Due = {
  channel: string;
  recipient: string;
  storeUid: string;
  store: string;
  key: string;
  publicDomain: string | null;
  product: string;
  slug: string;
  sku: string;
};

function messageOf(
  { channel, recipient, storeUid, store, product }: Due,
  links: { product: string; stop: string },
): typeof outbox.$inferInsert {
  const news = `שוב במלאי: ${isolate(product)}`;
  const base = { about: 'stock returned', channel, recipient, storeUid };
  if (channel === 'sms') return { ...base, body: `${store}: ${news}. ${links.product} להסרה: ${links.stop}` };
  const content: MailContent = {
    heading: news,
    paragraphs: [`ביקשתם עדכון כשהמלאי של ${isolate(product)} ב${isolate(store)} יתחדש, ועכשיו אפשר להזמין.`],
    button: { label: 'לדף המוצר', url: links.product },
    note: 'זו ההודעה היחידה בנושא, ומחקנו את הפנייה.',
    unsubscribe: links.stop,
    unsubscribeLabel: 'להפסקת עדכוני המלאי',
  };
  return { ...base, subject: news, body: plainText(content), content };
}
