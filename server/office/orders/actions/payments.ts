import { z } from 'zod';
import { GatewayRefused, GatewayUnreachable } from '#domain/money/gateway-errors.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import { MAX_LINK_HOURS } from '../../../checkout/orders/hold.ts';
import { captureDeposit } from '../../../checkout/payments/capture-deposit.ts';
import { extendPayLink } from '../../../checkout/payments/extend-pay-link.ts';
import { listInDoubt, resolveInDoubt } from '../../../checkout/payments/in-doubt.ts';
import { refuse } from '../../../platform/errors.ts';
import { may } from '../../../staff/grants.ts';
import { type Allowed, type ApprovalNeed, actorName, officeCall } from '../../../staff/office-call.ts';
import { neededReason, sumInput, ticked } from '../../inputs.ts';
import { orderAboveRefundLimit, outcomeOf } from './refund.ts';

/** Takes a deposit that is only held on the card, or a part of it. */
export const captureHeld = officeCall(
  {
    name: 'orders.capture',
    permission: 'orders.capture',
    input: z.object({ order: z.uuid(), amount: sumInput.refine((agorot) => agorot > 0, 'הזינו סכום').optional() }),
    kind: 'write',
    entity: 'order',
  },
  async (ctx, { order, amount }) => {
    await captureDeposit(ctx, order, { amountAgorot: amount, actor: actorName(ctx.staff) }).catch((error) => {
      if (error instanceof GatewayRefused)
        throw refuse('NOT_POSSIBLE', { message: 'חברת האשראי סירבה, ודמי השריון לא חויבו', details: error.message });
      if (error instanceof GatewayUnreachable)
        throw refuse('PAYMENT_PROVIDER_DOWN', { message: 'שירות התשלומים לא ענה. חזרו על החיוב באותו סכום בעוד רגע' });
      throw error;
    });
  },
);

/**
 * Decides a payment in doubt, or a refund whose answer was lost, after a look into the gateway's own books. Of a
 * payment: `accept` counts it, `refund` gives it back, `close` says that nothing was taken. Of a refund: `done` and
 * `not-done`. `resolveInDoubt` refuses what doesn't fit.
 */
export const decideReview = officeCall(
  {
    name: 'orders.review',
    permission: 'orders.review',
    input: z.object({
      order: z.uuid(),
      review: z.uuid(),
      outcome: z.enum(['accept', 'refund', 'close', 'done', 'not-done'], 'בחרו הכרעה'),
      reason: neededReason,
    }),
    kind: 'write',
    entity: 'order',
    approval: { needed: approvalOfDecision, second: 'alone' },
  },
  async (ctx, { order, review, outcome, reason }) => {
    const open = await listInDoubt(ctx, { order });
    if (!open.some(({ uuid }) => uuid === review))
      throw refuse('NOT_POSSIBLE', { message: 'אין כאן יותר מה להכריע: מישהו אחר הכריע בינתיים' });
    const { refund } = await resolveInDoubt(ctx, review, { outcome, actor: actorName(ctx.staff), reason });
    return refund ? outcomeOf({ ...refund, all: [refund] }) : undefined;
  },
);

/**
 * Money that goes back here is bounded by the person's limit of refunds, as any refund is. `not-done` too: the sum
 * stops counting toward that limit, and may be given back once more. `null`: the person may decide alone. @throws
 * FORBIDDEN without the permission for refunds, so that nobody asks for what they may not do
 */
async function approvalOfDecision(
  ctx: Allowed,
  { order, review, outcome }: { order: string; review: string; outcome: string },
): Promise<ApprovalNeed | null> {
  if (outcome !== 'refund' && outcome !== 'not-done') return null;
  if (outcome === 'refund' && !may(ctx.staff, 'orders.refund', ctx.storeUid ?? undefined))
    throw refuse('FORBIDDEN', { message: 'אין לכם הרשאה לזיכויים' });
  const open = (await listInDoubt(ctx, { order })).find(({ uuid }) => uuid === review);
  if (!open) return null;
  const agorot = open.kind === 'payment' ? (open.takenAgorot ?? open.amountAgorot) : open.amountAgorot;
  const number = await orderAboveRefundLimit(ctx, order, agorot);
  if (number === null) return null;
  const what = outcome === 'refund' ? 'החזר של תשלום בבירור' : 'סימון זיכוי שלא בוצע';
  return { summary: `${what}, ${formatExactPrice(toShekels(agorot))} בהזמנה ${isolate(number)}`, amountAgorot: agorot };
}

/**
 * The link that pays an unpaid order, whose goods are held as long as it is good, or what an order grew by since it was
 * paid. With `send`, the customer gets it.
 */
export const payLink = officeCall(
  {
    name: 'orders.pay-link',
    permission: 'orders.contact',
    input: z.object({
      order: z.uuid(),
      hours: z.coerce.number().int().min(1).max(MAX_LINK_HOURS).default(24),
      send: ticked,
    }),
    kind: 'write',
    entity: 'order',
  },
  async (ctx, { order, hours, send }) => {
    const link = await ctx.db.transaction((tx) => extendPayLink(ctx, tx, order, { hours, send }));
    return { ...link, message: send ? 'הקישור נשלח ללקוח, והוא מופיע גם כאן' : 'הקישור מוכן. הוא לא נשלח ללקוח' };
  },
);
