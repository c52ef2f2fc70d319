import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type tradeInBody, tradeInForm } from '#contract/leads/trade-in-form.ts';
import { companies, tradeIns } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { DAY_MS } from '#domain/calendar/durations.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { chosenQuery } from '#domain/catalogue/product-page/chosen-in-address.ts';
import { type FormReply, parseForm } from '#domain/forms/parse-form.ts';
import { estimateTradeIn } from '#domain/money/trade-in-estimate.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { conditionOf, parseTradeInNumber } from '#domain/people/trade-in-questions.ts';
import { productName } from '../../catalogue/cards/product-names.ts';
import type { RequestContext } from '../../context.ts';
import { isKnown } from '../../identity/known-device.ts';
import { lockCustomer } from '../../identity/require-customer.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import { notifyReceived, tradeInSecret } from './notify.ts';
import { keptAnswer } from './vehicle.ts';

type Offered = z.output<typeof tradeInBody>;

/** @throws NOT_FOUND where the store takes no used vehicles */
export function requireTradeIn({ store }: Pick<RequestContext, 'store'>): void {
  if (!store.settings.purchase?.trade_in) throw refuse('NOT_FOUND');
}

/**
 * Keeps a used vehicle with the estimate of the company's table, and notifies both sides. What the registry has
 * answered of its plate comes before what was sent. @returns the secret of its page; `null` for a filled honeypot
 * @throws NOT_FOUND, INVALID_PHONE, BAD_REQUEST, RATE_LIMITED
 */
export async function createTradeIn(ctx: RequestContext, body: Offered): Promise<string | null> {
  requireTradeIn(ctx);
  if (body.website !== '') return null;
  const phone = parsePhone(body.phone);
  if (!phone) throw refuse('INVALID_PHONE', { fields: [{ path: 'phone', message: 'מספר הטלפון אינו תקין' }] });
  if (body.year > Number(israelDay(ctx.now()).slice(0, 4)) + 1)
    throw refuse('BAD_REQUEST', { fields: [{ path: 'year', message: 'השנה הזו עוד לא הגיעה' }] });
  await takeOrRefuse(ctx, [{ policy: 'form', subject: phone, knownDevice: isKnown(ctx, phone) }]);
  const plate = parseTradeInNumber(body.kind, body.plate);
  const registered = plate && body.kind === 'road' ? await keptAnswer(ctx, plate) : null;
  const vehicle = registered ?? { make: body.make, model: body.model, year: body.year };
  const condition = conditionOf(body);
  const [company] = await ctx.db
    .select({ table: companies.tradeIn })
    .from(companies)
    .where(eq(companies.uuid, ctx.store.companyUid));
  const table = company?.table ?? null;
  const estimate = estimateTradeIn(table, vehicle, condition);
  const product = body.product_uid ? await productName(ctx, body.product_uid) : null;
  const uuid = randomUUID();
  const secret = tradeInSecret(ctx.secret, uuid);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    if (ctx.customer) await lockCustomer(tx, ctx.customer.uuid);
    const [row] = await tx
      .insert(tradeIns)
      .values({
        uuid,
        storeUid: ctx.store.uuid,
        secretHash: secretHash(secret),
        state: estimate ? 'offered' : 'waiting',
        stateAt: now,
        name: body.name,
        phone,
        email: body.email || null,
        provedAt: ctx.customer?.phone === phone ? now : null,
        customerUid: ctx.customer?.uuid ?? null,
        productUid: product?.uuid ?? null,
        chosen: chosenQuery(new URLSearchParams(body.chosen)),
        plate,
        registeredAt: registered ? now : null,
        ...vehicle,
        condition,
        remarks: body.remarks,
        tableLowAgorot: estimate?.low ?? null,
        tableHighAgorot: estimate?.high ?? null,
        lowAgorot: estimate?.low ?? null,
        highAgorot: estimate?.high ?? null,
        expiresAt: estimate && table ? new Date(now.getTime() + table.valid_days * DAY_MS) : null,
        createdAt: now,
      })
      .returning();
    if (row) await notifyReceived(ctx, tx, row);
  });
  return secret;
}

/** Action of the page's form: the secret of the offer (`null` for a filled honeypot), or errors. @throws NOT_FOUND */
export async function receiveTradeIn(
  ctx: RequestContext,
  form: FormData,
): Promise<{ secret: string | null } | FormReply> {
  const { data, errors, values } = parseForm(tradeInForm, form);
  if (errors) return { errors, values };
  try {
    return { secret: await createTradeIn(ctx, data) };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'NOT_FOUND') throw error;
    const fields = Object.fromEntries((error.extra.fields ?? []).map(({ path, message }) => [path, message]));
    return { errors: fields, values, message: error.message };
  }
}
