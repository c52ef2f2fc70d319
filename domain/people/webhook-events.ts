/** What a store's webhook tells, as `webhook_events` of `store.json` names it; without that, inquiries and visits. */
export const webhookEventNames = {
  lead: 'פניות ותורים',
  order_paid: 'הזמנה שולמה',
  order_state: 'שינוי מצב של הזמנה',
  stock_out: 'מלאי שאזל',
} as const;

export type WebhookEvent = keyof typeof webhookEventNames;
export const webhookEvents = Object.keys(webhookEventNames) as [WebhookEvent, ...WebhookEvent[]];
export const USUAL_WEBHOOK_EVENTS: WebhookEvent[] = ['lead'];

/** By the `type` of what is sent. */
const typeNames: Record<string, string> = {
  'lead.created': 'פנייה חדשה',
  'booking.booked': 'תור נקבע',
  'booking.moved': 'תור הוזז',
  'booking.cancelled': 'תור בוטל',
  'order.paid': 'הזמנה שולמה',
  'order.state': 'מצב של הזמנה',
  'stock.out': 'מלאי אזל',
  'webhook.test': 'ניסיון',
};

/**
 * What a message of the outbox tells, in words; `null`: it is no webhook's. Of an erased person it ends so
 * (`privacy/erase.ts`).
 */
export const webhookTypeName = (about: string): string | null => typeNames[about.replace(/ erased$/, '')] ?? null;
