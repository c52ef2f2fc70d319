import type { z } from 'zod';
import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import type { leadBody } from '#contract/leads/lead-form.ts';
import type { StoreSettings } from '#contract/store-settings.ts';
import type { Db } from '#db/client.ts';
import { type LeadConfiguration, leads, outbox } from '#db/schema/index.ts';
import { formatCallback, nextCallback } from '#domain/calendar/callback.ts';
import { contactWeek } from '#domain/calendar/opening-hours.ts';
import { REFUND_DAYS } from '#domain/orders/cancellation.ts';
import { orderNumberOf } from '#domain/orders/order-number.ts';
import { UPDATES_TEXT } from '#domain/people/consent-texts.ts';
import { leadKindNames, leadSourceNames } from '#domain/people/lead-states.ts';
import { formatPhone, parsePhone } from '#domain/people/phone.ts';
import { formatDate, formatExactPrice, formatTime, isolate } from '#domain/text/format.ts';
import { type MailContent, plainText } from '#domain/text/mail-content.ts';
import { productName } from '../../catalogue/cards/product-names.ts';
import { checkConfiguration, findConfigurations } from '../../catalogue/configurator/configurations.ts';
import { reopenQuote } from '../../checkout/finance/quotes.ts';
import type { RequestContext } from '../../context.ts';
import { isKnown } from '../../identity/known-device.ts';
import { staffMailbox } from '../../notifications/brand.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import { inquiryNumber } from './inquiry-number.ts';
import { takeFormMessages } from './limit-form-messages.ts';
import { webhookRow } from './webhook.ts';

/** `order_number`: of a notice of cancellation. */
export type Lead = z.output<typeof leadBody> & { order_number?: string };
/** `callback`: when the shopper will be called, where that was chosen. */
type LeftDetails = { received: true; uuid: string | null; callback: { from: Date; to: Date } | null };

const HOME_VISIT = 'home_visit';
const types = [
  { id: '4c5eef88-ccb0-5782-86d8-c88689f552a8', key: 'general', name: leadKindNames.general },
  { id: '88aeec3a-0c12-5ff3-9650-88c464deeb62', key: 'sale', name: leadKindNames.sale },
  { id: '4688355d-a333-5c4f-94ef-cf983b8833fb', key: HOME_VISIT, name: leadKindNames.home_visit },
  { id: 'af69e296-b7f5-57fb-96f9-c35a92882d16', key: 'service', name: leadKindNames.service },
  { id: '13ccfe51-36a3-5ad9-a967-651222c172c7', key: 'order', name: leadKindNames.order },
  { id: '359beaeb-7aa6-516e-b45a-5210109a12b3', key: 'cancellation', name: leadKindNames.cancellation },
];

/** What messages to this store can be about. A message names its type and source by id or key; the key is stored. */
export const contactTypes = ({ home_visit: visit }: StoreSettings) =>
  types.flatMap((type) => (type.key !== HOME_VISIT ? [type] : visit ? [{ ...type, name: visit.name }] : []));

export const contactSources = [
  { id: '9786f3da-d9be-53fd-867b-6c2af2717b36', key: 'contact', name: leadSourceNames.contact },
  { id: '45c82bbc-a9c2-5c32-a5fe-516119266a05', key: 'lead_banner', name: leadSourceNames.lead_banner },
  { id: 'b37ab487-bdac-5c66-bad2-9df54c52e685', key: 'product', name: leadSourceNames.product },
  { id: 'e639b014-f1b6-585f-88db-83096bcb14ba', key: 'cancellation', name: leadSourceNames.cancellation },
];

const keyOf = (options: { id: string; key: string }[], value: string): string | undefined =>
  options.find(({ id, key }) => id === value || key === value)?.key;

/**
 * Stores a lead and mails it to the store. A filled honeypot gets the usual reply and is dropped.
 * @throws INVALID_PHONE, RATE_LIMITED
 */
export async function leaveDetails(ctx: RequestContext, lead: Lead): Promise<LeftDetails> {
  const callback = lead.callback
    ? nextCallback(lead.callback, ctx.now(), contactWeek(ctx.store.settings.contact_hours))
    : null;
  if (lead.website !== '') return { received: true, uuid: null, callback };
  const phone = parsePhone(lead.phone);
  if (!phone) throw refuse('INVALID_PHONE', { fields: [{ path: 'phone', message: 'מספר הטלפון אינו תקין' }] });
  await takeOrRefuse(ctx, [{ policy: 'form', subject: phone, knownDevice: isKnown(ctx, phone) }]);
  const product = lead.product_uid ? await productName(ctx, lead.product_uid) : null;
  const finance = lead.finance_quote_uid ? await quoteOf(ctx, lead.finance_quote_uid) : null;
  const code =
    product && lead.choices.length > 0 ? await savedCode(ctx, product.uuid, lead.choices) : lead.configuration;
  const configuration = product && code ? await configurationOf(ctx, code, product.uuid) : null;
  const kind = keyOf(contactTypes(ctx.store.settings), lead.type) ?? 'general';
  const uuid = await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(leads)
      .values({
        storeUid: ctx.store.uuid,
        kind,
        source: keyOf(contactSources, lead.source) ?? 'contact',
        name: lead.name,
        phone,
        email: lead.email || null,
        message: lead.message,
        productUid: product?.uuid ?? null,
        financeQuote: finance,
        configuration,
        callbackFrom: callback?.from ?? null,
        callbackTo: callback?.to ?? null,
        marketingConsent: lead.marketing_consent,
        model: lead.model,
        consentText: lead.marketing_consent ? UPDATES_TEXT : null,
        consentIpAddress: lead.marketing_consent ? ctx.ipAddress : null,
        createdAt: ctx.now(),
      })
      .returning();
    if (row) await notifyStore(ctx, tx, row, product?.name ?? lead.model);
    if (row && kind === 'cancellation') await confirmCancellation(ctx, tx, row, orderNumberOf(lead.order_number ?? ''));
    return row?.uuid ?? null;
  });
  return { received: true, uuid, callback };
}

type LeadRow = typeof leads.$inferSelect;

/**
 * The receipt of a cancellation, with number and time, required by law (docs/rules/cancellation.md): by SMS, and by
 * e-mail where one was given. Of what was typed it repeats the order's number alone, or anybody could mail anything to
 * anyone in the store's name.
 */
async function confirmCancellation(
  ctx: RequestContext,
  tx: Db,
  { uuid, phone, email }: LeadRow,
  order: string | null,
): Promise<void> {
  const at = `${formatDate(ctx.now())} ${formatTime(ctx.now())}`;
  const number = inquiryNumber(uuid);
  const text = `${ctx.store.name}: הודעת הביטול התקבלה ב־${isolate(at)}. מספר פנייה ${isolate(number)}`;
  const { bySms, byMail } = await takeFormMessages(ctx, tx, { phone, email });
  const content: MailContent = {
    heading: 'הודעת הביטול התקבלה',
    paragraphs: [
      `קיבלנו את הודעת הביטול ששלחתם ב־${isolate(at)}, והיא בתוקף מרגע שנשלחה. מספר הפנייה: ${isolate(number)}. שמרו אותו.`,
      `ניצור קשר להשלמת הביטול. אם שילמתם, ההחזר יבוצע בתוך ${REFUND_DAYS} ימים לכל היותר.`,
    ],
    ...(order && { facts: [{ name: 'הזמנה', value: isolate(order) }] }),
  };
  const mail = { subject: `הודעת הביטול התקבלה, פנייה ${isolate(number)}`, body: plainText(content), content };
  const receipts = [
    ...(bySms ? [{ channel: 'sms', recipient: phone, subject: '', body: text }] : []),
    ...(email && byMail ? [{ channel: 'email', recipient: email, ...mail }] : []),
  ];
  if (receipts.length > 0)
    await tx.insert(outbox).values(
      receipts.map((receipt) => ({
        ...{ ...receipt, about: 'lead cancellation' },
        ...{ storeUid: ctx.store.uuid, thingUid: uuid },
      })),
    );
}

/** By mail, and by webhook where the store has one. */
async function notifyStore(ctx: RequestContext, tx: Db, lead: LeadRow, model: string): Promise<void> {
  const { financeQuote: finance, configuration } = lead;
  const callback = lead.callbackFrom && lead.callbackTo && { from: lead.callbackFrom, to: lead.callbackTo };
  const messages: (typeof outbox.$inferInsert)[] = [];
  const recipient = staffMailbox(ctx.store);
  if (recipient) {
    messages.push({
      storeUid: ctx.store.uuid,
      about: 'lead',
      channel: 'email',
      recipient,
      subject:
        lead.kind === 'cancellation'
          ? `הודעת ביטול עסקה ${isolate(inquiryNumber(lead.uuid))}: ${isolate(lead.name)}`
          : `פנייה חדשה מהאתר: ${isolate(lead.name)}`,
      body: [
        `שם: ${isolate(lead.name)}`,
        `טלפון: ${isolate(formatPhone(lead.phone))}`,
        lead.email && `דוא״ל: ${lead.email}`,
        model && `דגם: ${isolate(model)}`,
        configuration && `הרכבה ${isolate(configuration.code)}: ${configuration.choices.map(isolate).join(', ')}`,
        finance && financeLine(finance),
        callback && `להתקשר: ${formatCallback(callback)}`,
        lead.message,
      ]
        .filter(Boolean)
        .join('\n'),
    });
  }
  const webhook = webhookRow(ctx.store.uuid, ctx.store.settings, 'lead.created', ctx.now(), {
    uuid: lead.uuid,
    type: lead.kind,
    source: lead.source,
    name: lead.name,
    phone: lead.phone,
    email: lead.email,
    message: lead.message,
    model,
    configuration,
    finance_quote: finance,
    callback_from: lead.callbackFrom,
    callback_to: lead.callbackTo,
    marketing_consent: lead.marketingConsent,
    consent_text: lead.consentText,
  });
  if (webhook) messages.push(webhook);
  if (messages.length > 0) await tx.insert(outbox).values(messages);
}

/** The code of what was chosen but not saved; a choice that is gone doesn't prevent the lead. */
async function savedCode(ctx: RequestContext, product: string, choices: string[]): Promise<string | null> {
  try {
    return (await checkConfiguration(ctx, { product_uid: product, choices, save: true })).code;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * Names as they are now: the product's choices may change. An unknown code, or another product's, doesn't prevent the
 * lead.
 */
async function configurationOf(ctx: RequestContext, code: string, product: string): Promise<LeadConfiguration | null> {
  const [stored] = await findConfigurations(ctx, [code]);
  return stored?.productUid === product ? { code: stored.code, choices: stored.choices.map(({ name }) => name) } : null;
}

/** Today's figures of the quote; a missing quote doesn't prevent the lead. */
async function quoteOf(ctx: RequestContext, uid: string): Promise<FinanceQuote | null> {
  try {
    return (await reopenQuote(ctx, uid)).quote;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const financeLine = ({ plan, price, down, months, monthly }: FinanceQuote): string =>
  [
    `מימון: ${isolate(plan.name)} (${isolate(plan.lender)})`,
    `מחיר ${isolate(formatExactPrice(price))}`,
    `מקדמה ${isolate(formatExactPrice(down))}`,
    `${months} תשלומים של ${isolate(formatExactPrice(monthly))}`,
  ].join(', ');
