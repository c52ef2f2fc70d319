import type { z } from 'zod';
import type { stockSubscriptionBody } from '#contract/catalogue/stock.ts';
import { products, stockSubscriptions, storeProducts, variants } from '#db/schema/index.ts';
import { and, count, eq } from '#db/sql.ts';
import { parseMobile } from '#domain/people/phone.ts';
import { variantAvailable } from '../../catalogue/cards/price.ts';
import { soldIn } from '../../catalogue/sold-in.ts';
import type { RequestContext } from '../../context.ts';
import { isKnown } from '../../identity/known-device.ts';
import { refuse } from '../../platform/errors.ts';
import { AT_ONE_TIME } from '../../platform/limit-policies.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import { resumeStockAlerts } from './stop.ts';

/**
 * Stores whom to notify when the variant is back in stock. A filled honeypot gets the usual reply and is dropped.
 * @throws CONTACT_REQUIRED, INVALID_PHONE, NOT_FOUND, IN_STOCK, ALERTS_STOPPED, RATE_LIMITED
 */
export async function subscribeToStock(
  ctx: RequestContext,
  body: z.output<typeof stockSubscriptionBody>,
): Promise<void> {
  if (body.website !== '') return;
  const contact = contactOf(body);
  const knownDevice = isKnown(ctx, contact.recipient);
  await takeOrRefuse(ctx, [{ policy: 'form', subject: contact.recipient, knownDevice }]);

  const [variant] = await ctx.db
    .select({ available: variantAvailable })
    .from(variants)
    .innerJoin(products, eq(products.uuid, variants.productUid))
    .innerJoin(storeProducts, soldIn(ctx.store.uuid))
    .where(and(eq(variants.uuid, body.variant_uid), variants.active, storeProducts.published));
  if (!variant) throw refuse('NOT_FOUND');
  if (variant.available) throw refuse('IN_STOCK');
  await resumeStockAlerts(ctx, contact.recipient);

  const ofRecipient = and(
    eq(stockSubscriptions.storeUid, ctx.store.uuid),
    eq(stockSubscriptions.recipient, contact.recipient),
  );
  const [waiting] = await ctx.db.select({ count: count() }).from(stockSubscriptions).where(ofRecipient);
  // Alerts that unknown callers requested don't count against the owner's.
  if (waiting && waiting.count >= AT_ONE_TIME.stockAlerts * (knownDevice ? 2 : 1)) throw refuse('RATE_LIMITED');
  await ctx.db
    .insert(stockSubscriptions)
    .values({ storeUid: ctx.store.uuid, variantUid: body.variant_uid, ...contact, createdAt: ctx.now() })
    .onConflictDoNothing();
}

function contactOf({ email, phone }: { email: string; phone: string }): { channel: string; recipient: string } {
  if (email !== '') return { channel: 'email', recipient: email.toLowerCase() };
  if (phone === '') throw refuse('CONTACT_REQUIRED');
  const mobile = parseMobile(phone);
  if (!mobile) throw refuse('INVALID_PHONE', { fields: [{ path: 'phone', message: 'הזינו מספר טלפון נייד' }] });
  return { channel: 'sms', recipient: mobile };
}
