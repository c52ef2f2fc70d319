import { z } from 'zod';
import { customers, leads, outbox, stores } from '#db/schema/index.ts';
import { and, eq, ne } from '#db/sql.ts';
import { addBusinessDays } from '#domain/calendar/business-days.ts';
import { toBasisPoints } from '#domain/money/money.ts';
import { MAX_LINE_QUANTITY } from '#domain/orders/cart-limits.ts';
import { EMAIL } from '#domain/people/email.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { type Offer, offerOf, placeForCustomer } from '../../checkout/editing/place-for-customer.ts';
import { storeBranches } from '../../checkout/pricing/delivery.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { limitsOf, may } from '../../staff/grants.ts';
import { type Allowed, actorName, officeCall } from '../../staff/office-call.ts';
import { shopContextOf } from '../shop-context.ts';
import { piecesText, sumText } from './approval-words.ts';
import { lineOfLead } from './line-of-lead.ts';

const text = (most: number) => z.string().trim().max(most).default('');
const truth = z.union([z.boolean(), z.stringbool()]);

const basket = z.object({
  store: z.uuid(),
  lines: z
    .array(
      z.object({
        variant: z.uuid(),
        quantity: z.coerce.number().int().min(1).max(MAX_LINE_QUANTITY),
        configuration: z.string().max(40).optional(),
      }),
      { error: 'הוסיפו פריט' },
    )
    .min(1, 'הוסיפו פריט')
    .max(50),
  /** Per cent of the goods. */
  discount: z.coerce.number().min(0).max(100).multipleOf(0.01).default(0),
  delivery: z.uuid().optional(),
  city: text(80),
  phone: text(30),
  email: text(254),
  /** The account that it is for. */
  customer: z.uuid().optional(),
});
type BasketInput = z.output<typeof basket>;

const placing = basket.extend({
  kind: z.enum(['order', 'quote']),
  firstName: z.string().trim().min(1, 'הזינו שם').max(60),
  lastName: z.string().trim().min(1, 'הזינו שם משפחה').max(60),
  phone: z.string().max(30),
  email: z.email({ pattern: EMAIL, error: 'כתובת דוא״ל לא תקינה' }).max(254),
  branch: z.uuid().optional(),
  street: text(120),
  house: text(20),
  remarks: text(500),
  reason: text(300),
  /** Business days that the goods are held for. */
  days: z.coerce.number().int().min(1).max(30).default(3),
  send: truth.default(false),
  lead: z.uuid().optional(),
  /** What the person was shown: at another sum it isn't made. */
  totalAgorot: z.coerce.number().int().optional(),
  /** Of the form: pressed twice, it makes one order. */
  key: z.uuid(),
});

const deliveryChoice = ({ uuid, name, kind, finalAgorot }: Offer['deliveries'][number]) => ({
  uuid,
  name,
  kind,
  finalAgorot,
});

/** What a basket costs, and how it may be delivered: the shop's own calculation with the agreed discount. */
export const calculateOrder = officeCall(
  { name: 'orders.calculate', permission: 'orders.create', entity: 'store', input: basket, kind: 'read' },
  async (ctx, input) => {
    const shop = await shopContextOf(ctx, input.store);
    const offer = await offerOf(shop, basketOf(input));
    const { linesAgorot, discountAgorot, agreedAgorot, deliveryAgorot, totalAgorot } = offer;
    return {
      ...{ linesAgorot, discountAgorot, agreedAgorot, deliveryAgorot, totalAgorot },
      lines: offer.lines.map(({ variant, quantity, priceAgorot }) => ({ name: variant.name, quantity, priceAgorot })),
      promotions: offer.applied.map(({ sale, amountAgorot }) => ({ name: sale.name, amountAgorot })),
      deliveries: offer.deliveries.map(deliveryChoice),
      branches: await storeBranches(shop),
      problems: offer.errors.map(({ message }) => message),
    };
  },
);

const basketOf = ({ lines, discount, delivery, city, phone, email, customer }: BasketInput) => ({
  lines,
  discountBp: toBasisPoints(discount),
  delivery,
  city,
  phone: parsePhone(phone) ?? undefined,
  email: email || undefined,
  customer,
});

/**
 * An order, or a quote, for a customer: it waits for payment by its link. The discount is within the person's limit, or
 * waits for another's.
 */
export const createOrder = officeCall(
  {
    name: 'orders.create',
    permission: 'orders.create',
    entity: 'store',
    input: placing,
    kind: 'write',
    approval: { needed: discountNeeds, second: 'alone' },
  },
  async (ctx, input) => {
    const phone = parsePhone(input.phone);
    if (!phone) throw refuse('BAD_REQUEST', { fields: [{ path: 'phone', message: 'מספר הטלפון אינו תקין' }] });
    if (input.lead && !may(ctx.staff, 'leads.answer', input.store))
      throw refuse('FORBIDDEN', { message: 'אין לכם הרשאה לענות לפניות' });
    const shop = await shopContextOf(ctx, input.store);
    const offer = await offerAsShown(shop, input);
    const now = ctx.now();
    return ctx.db.transaction(async (tx) => {
      const customerUid = await accountOf(tx, input, phone);
      const { order, url } = await placeForCustomer(shop, tx, offer, {
        body: {
          cart: input.lines.map(({ variant, quantity, configuration }) => ({ id: variant, quantity, configuration })),
          coupons: [],
          delivery_type_id: input.delivery ?? '',
          branch_id: input.branch ?? null,
          payment_method: 'card',
          payments_count: 1,
          customer: { first_name: input.firstName, last_name: input.lastName, phone, email: input.email },
          address: input.city ? { city: input.city, street: input.street, house: input.house } : null,
          remarks: input.remarks,
          marketing_consent: false,
        },
        phone,
        customerUid,
        holdUntil: addBusinessDays(now, input.days),
        isQuote: input.kind === 'quote',
        send: input.send,
        key: input.key,
        staffUid: ctx.staff.uuid,
        actor: actorName(ctx.staff),
        reason: input.reason,
      });
      if (input.lead) {
        const converted = await tx
          .update(leads)
          .set({ orderUid: order.uuid, state: 'converted', closedAt: now })
          .where(and(eq(leads.uuid, input.lead), eq(leads.storeUid, input.store), ne(leads.state, 'converted')))
          .returning({ uuid: leads.uuid });
        if (converted.length === 0) throw refuse('NOT_POSSIBLE', { message: 'הפנייה כבר הפכה להזמנה' });
      }
      const sent = await tx
        .select({ channel: outbox.channel, recipient: outbox.recipient })
        .from(outbox)
        .where(eq(outbox.orderUid, order.uuid));
      return { uuid: order.uuid, number: order.number, kind: input.kind, url, sent };
    });
  },
);

/** The sum depends on who buys and where it goes, which may be typed after it was shown, and on today's prices. */
async function offerAsShown(shop: RequestContext, input: z.output<typeof placing>): Promise<Offer> {
  const offer = await offerOf(shop, basketOf(input));
  if (input.totalAgorot !== undefined && input.totalAgorot !== offer.totalAgorot)
    throw refuse('CART_CHANGED', { message: 'הסכום השתנה בינתיים. בדקו את הסכום החדש לפני שיוצרים את ההזמנה' });
  return offer;
}

/** An account of this store alone, and of the very phone that was typed: who sees the account sees the order. */
async function accountOf(
  tx: Allowed['db'],
  { customer, store }: z.output<typeof placing>,
  phone: string,
): Promise<string | null> {
  if (!customer) return null;
  const [account] = await tx
    .select({ uuid: customers.uuid })
    .from(customers)
    .where(and(eq(customers.uuid, customer), eq(customers.storeUid, store), eq(customers.phone, phone)));
  return account?.uuid ?? null;
}

async function discountNeeds(ctx: Allowed, input: z.output<typeof placing>) {
  if (input.discount === 0) return null;
  if (!may(ctx.staff, 'orders.discount', input.store)) throw refuse('FORBIDDEN', { message: 'אין לכם הרשאה להנחה' });
  const { discountLimitBp: limit } = limitsOf(ctx.staff, 'orders.discount', input.store);
  if (limit === null || toBasisPoints(input.discount) <= limit) return null;
  if (input.reason.length < 3)
    throw refuse('BAD_REQUEST', { fields: [{ path: 'reason', message: 'כתבו את סיבת ההנחה' }] });
  const { agreedAgorot, totalAgorot, lines } = await offerAsShown(await shopContextOf(ctx, input.store), input);
  const what = input.kind === 'quote' ? 'בהצעת מחיר חדשה' : 'בהזמנה חדשה';
  const goods = lines.map(({ quantity, variant }) => piecesText(quantity, variant.name)).join(', ');
  const sending = input.send ? ', והקישור לתשלום יישלח ללקוח' : '';
  return {
    summary: `הנחה של ${input.discount}% ${what}: ${goods}. סה״כ ${sumText(totalAgorot)}${sending}`,
    amountAgorot: agreedAgorot,
  };
}

/**
 * What the form begins with: the stores where the person may, the person of a lead or an account, and what the lead
 * asks about.
 */
export const prepareOrder = officeCall(
  {
    name: 'orders.prepare',
    permission: 'orders.create',
    input: z.object({ lead: z.uuid().optional(), customer: z.uuid().optional() }),
    kind: 'read',
  },
  async (ctx, { lead: leadUid, customer }) => {
    const lead = leadUid ? await readableLead(ctx, leadUid) : null;
    const all = await ctx.db.select({ uuid: stores.uuid, name: stores.name }).from(stores).orderBy(stores.position);
    return {
      stores: all
        .filter(({ uuid }) => ctx.stores.includes(uuid))
        .map((store) => ({
          ...store,
          mayDiscount: may(ctx.staff, 'orders.discount', store.uuid),
          /** Basis points that the person may take off alone; `null`: any. */
          discountLimitBp: limitsOf(ctx.staff, 'orders.discount', store.uuid).discountLimitBp,
        })),
      person: (lead && personOfLead(lead)) || (customer && (await personOfAccount(ctx, customer))) || null,
      line: lead && (await lineOfLead(ctx, lead)),
      key: crypto.randomUUID(),
    };
  },
);

async function readableLead(ctx: Allowed, uuid: string) {
  const [row] = await ctx.db.select().from(leads).where(eq(leads.uuid, uuid));
  if (!row || !ctx.stores.includes(row.storeUid) || !may(ctx.staff, 'leads.read', row.storeUid))
    throw refuse('NOT_FOUND');
  return row;
}

function personOfLead({ name, storeUid: store, phone, email }: typeof leads.$inferSelect) {
  const [firstName = '', ...rest] = name.split(' ');
  return { store, firstName, lastName: rest.join(' '), phone, email: email ?? '' };
}

async function personOfAccount(ctx: Allowed, uuid: string) {
  const [row] = await ctx.db.select().from(customers).where(eq(customers.uuid, uuid));
  if (!row || !ctx.stores.includes(row.storeUid) || !may(ctx.staff, 'customers.read', row.storeUid))
    throw refuse('NOT_FOUND');
  const { storeUid: store, firstName, lastName, phone, email } = row;
  return { store, firstName, lastName, phone: phone ?? '', email: email ?? '' };
}
