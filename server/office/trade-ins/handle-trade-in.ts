import { z } from 'zod';
import { joinTradeIn } from '../../checkout/trade-ins/join.ts';
import { assignTradeIn, offerTradeIn, refuseTradeIn } from '../../leads/trade-ins/handling.ts';
import { refuse } from '../../platform/errors.ts';
import { actorName, officeCall } from '../../staff/office-call.ts';
import { colleagues } from '../colleagues.ts';
import { sumInput } from '../inputs.ts';

const tradeIn = z.uuid();
/** `state_at` of the page that the person decided by. */
const seen = z.iso.datetime();
const why = z.string().trim().max(500);

const person = z.union([z.uuid(), z.literal('nobody')]);

/** `owner: nobody` frees it. `was`: whose it was when the form was opened. */
export const assign = officeCall(
  {
    name: 'trade-ins.assign',
    permission: 'trade-ins.answer',
    input: z.object({ tradeIn, owner: person, was: person }),
    kind: 'write',
    entity: 'tradeIn',
  },
  async (ctx, { tradeIn, owner, was: formerOwner }) => {
    const was = formerOwner === 'nobody' ? null : formerOwner;
    if (owner === 'nobody') return assignTradeIn(ctx, tradeIn, { owner: null, was });
    const people = await colleagues(ctx.db, 'trade-ins.answer', ctx.storeUid ?? '');
    if (!people.some(({ uuid }) => uuid === owner))
      throw refuse('NOT_POSSIBLE', { message: 'לאדם הזה אין הרשאה לטרייד־אין של החנות' });
    return assignTradeIn(ctx, tradeIn, { owner, was });
  },
);

export const offer = officeCall(
  {
    name: 'trade-ins.offer',
    permission: 'trade-ins.answer',
    input: z.object({
      tradeIn,
      seen,
      sum: sumInput.refine((agorot) => agorot > 0, 'הזינו סכום בשקלים'),
      days: z.coerce.number('הזינו ימים').int().min(1, 'לפחות יום אחד').max(90, 'עד 90 ימים').default(14),
      why: why.default(''),
    }),
    kind: 'write',
    entity: 'tradeIn',
  },
  (ctx, { tradeIn, sum, ...terms }) => offerTradeIn(ctx, tradeIn, { agorot: sum, ...terms }),
);

export const refuseOffer = officeCall(
  {
    name: 'trade-ins.refuse',
    permission: 'trade-ins.answer',
    input: z.object({ tradeIn, seen, why: why.min(2, 'כתבו למה') }),
    kind: 'write',
    entity: 'tradeIn',
  },
  (ctx, { tradeIn, ...decision }) => refuseTradeIn(ctx, tradeIn, decision),
);

/** Puts an offer that is in force to an order of the same person, as if it had been placed with it. */
export const join = officeCall(
  {
    name: 'trade-ins.join',
    permission: 'trade-ins.confirm',
    also: 'orders.read',
    input: z.object({ tradeIn, order: z.uuid('בחרו הזמנה') }),
    kind: 'write',
    entity: 'tradeIn',
  },
  (ctx, { tradeIn, order }) =>
    ctx.db.transaction((tx) =>
      joinTradeIn(tx, { tradeIn, order, storeUid: ctx.storeUid ?? '', actor: actorName(ctx.staff), now: ctx.now() }),
    ),
);
