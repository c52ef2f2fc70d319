import { orders } from '#db/schema/index.ts';
import { and, eq, isNull } from '#db/sql.ts';
import { orderNumberOf } from '#domain/orders/order-number.ts';
import { withProvedOrder } from '../../checkout/fulfilment/buyer-tasks/paper-access.ts';
import { linkSecret } from '../../checkout/order-secret.ts';
import type { RequestContext } from '../../context.ts';
import { spendTicket } from '../../identity/tokens.ts';
import { Refusal } from '../../platform/errors.ts';
import { mobileOf, sendCode, verifyCode } from '../sign-in/codes.ts';

/**
 * Next step of the order search page, with what was typed in it; `secret` opens the order, and `carries` its papers
 * (`paper-access.ts`).
 */
export type FindOrderReply =
  | { step: 'order'; number: string; phone: string; errors: { number?: string; phone?: string; form?: string } }
  | { step: 'code'; number: string; phone: string; error?: string }
  | { step: 'found'; secret: string; carries?: string };

/**
 * A guest's access to an order from another device: its number, and a code to the phone it was placed with. A code is
 * sent to any phone, so that nothing reveals whose order it is; the order is looked up after the phone is proved.
 */
export async function findOrderByForm(ctx: RequestContext, form: FormData): Promise<FindOrderReply> {
  const value = (name: string): string => String(form.get(name) ?? '').trim();
  const number = orderNumberOf(value('number'));
  const [phone, code] = [value('phone'), value('code')];
  const typed = { number: value('number').slice(0, 20), phone: phone.slice(0, 30) };
  if (!number) return { step: 'order', ...typed, errors: { number: 'מספר הזמנה נראה כך: 7K4M-29QX' } };
  if (form.has('change')) return { step: 'order', ...typed, errors: {} };
  const isFirst = !form.has('code');
  try {
    mobileOf(phone);
    if (isFirst || form.has('again')) {
      const secret = await ownSecret(ctx, number, mobileOf(phone));
      if (secret) return { step: 'found', secret };
      await sendCode(ctx, phone);
      return { step: 'code', number, phone };
    }
    const foundOrder = await provedOrder(ctx, number, (await verifyCode(ctx, phone, code)).ticket);
    if (foundOrder) return { step: 'found', ...foundOrder };
    const unknown = 'לא מצאנו הזמנה במספר הזה שנעשתה מהטלפון הזה. בדקו את שניהם ונסו שוב';
    return { step: 'order', ...typed, errors: { form: unknown } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A code that is wrong or expired: another one can be asked for there. Too soon for another: the sent one is valid,
    // also for whoever loaded the page anew while reading it.
    if (!isFirst || error.code === 'RATE_LIMITED') return { step: 'code', number, phone, error: error.message };
    const field = error.code === 'INVALID_PHONE' ? 'phone' : 'form';
    return { step: 'order', ...typed, errors: { [field]: error.message } };
  }
}

/** Who is signed in as the order's owner needs no code. */
async function ownSecret(ctx: RequestContext, number: string, phone: string): Promise<string | null> {
  if (!ctx.customer) return null;
  const [order] = await ctx.db
    .select({ uuid: orders.uuid, linkVersion: orders.linkVersion })
    .from(orders)
    .where(
      and(
        ...[eq(orders.storeUid, ctx.store.uuid), eq(orders.number, number), eq(orders.phone, phone)],
        eq(orders.customerUid, ctx.customer.uuid),
      ),
    );
  return order ? linkSecret(ctx.secret, ctx.db, order) : null;
}

/** `null` when no order of this store has the number and the phone that the ticket proves. */
const provedOrder = (ctx: RequestContext, number: string, ticket: string) =>
  ctx.db.transaction(async (tx) => {
    const phone = await spendTicket(ctx, tx, ticket);
    const ofCustomer = and(eq(orders.storeUid, ctx.store.uuid), eq(orders.number, number), eq(orders.phone, phone));
    const [order] = await tx
      .select({ uuid: orders.uuid, linkVersion: orders.linkVersion })
      .from(orders)
      .where(and(ofCustomer, isNull(orders.erasedAt)));
    return order ? { secret: await linkSecret(ctx.secret, tx, order), carries: withProvedOrder(ctx, order) } : null;
  });
