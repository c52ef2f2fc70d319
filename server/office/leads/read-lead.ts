import { z } from 'zod';
import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import type { LeadConfiguration } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import type { OrderStatus } from '#domain/orders/states.ts';
import type { answerChannelNames, LeadState } from '#domain/people/lead-states.ts';
import { productPath } from '#domain/text/links.ts';
import { CONSENT_WITHDRAWN } from '../../leads/inquiries/consent-withdrawn.ts';
import { inquiryNumber } from '../../leads/inquiries/inquiry-number.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { may } from '../../staff/grants.ts';
import { officeCall } from '../../staff/office-call.ts';

export type LeadPage = {
  uuid: string;
  store: string;
  store_uid: string;
  /** Replies to answers go here. */
  reply_to: string | null;
  kind: string;
  /** Of a notice of cancellation: what its sender was shown. */
  number: string | null;
  source: string;
  state: LeadState;
  name: string;
  phone: string;
  email: string | null;
  message: string;
  model: string;
  product: string | null;
  product_url: string | null;
  /** `url`: the product's page with it. */
  configuration: (LeadConfiguration & { url: string | null }) | null;
  finance_quote: FinanceQuote | null;
  /** When to be called; both `null`: as soon as possible. */
  callback_from: Date | null;
  callback_to: Date | null;
  marketing_consent: boolean;
  /** In the account, since. */
  consent_withdrawn: boolean;
  consent_text: string | null;
  owner: string | null;
  owner_uid: string | null;
  order_uid: string | null;
  order_number: string | null;
  order_status: OrderStatus | null;
  customer_uid: string | null;
  created_at: Date;
  first_answered_at: Date | null;
  closed_at: Date | null;
};

type Row = Omit<LeadPage, 'number' | 'product_url' | 'configuration'> & {
  configuration: LeadConfiguration | null;
  product_slug: string | null;
  store_key: string;
  public_domain: string | null;
};

export type LeadAnswer = {
  uuid: string;
  by: string;
  channel: keyof typeof answerChannelNames;
  text: string;
  created_at: Date;
  /** Of a mail: what became of it. */
  sent_at: Date | null;
  gave_up_at: Date | null;
};

/** A lead with its answers, and what this person may do with it. */
export const readLead = officeCall(
  { name: 'leads.read', permission: 'leads.read', input: z.object({ lead: z.uuid() }), kind: 'read', entity: 'lead' },
  async (ctx, { lead }) => {
    const [rows, answers, people] = await Promise.all([
      ctx.db.execute(sql`
        select l.uuid, s.name as store, l.store_uid, s.lead_email as reply_to, l.kind, replace(l.source, ' erased', '') as source, l.state,
          l.name, l.phone, l.email, l.message, l.model, p.name as product, p.slug as product_slug, s.key as store_key, s.public_domain, l.configuration, l.finance_quote, l.callback_from, l.callback_to, l.marketing_consent,
          ${sql.raw(CONSENT_WITHDRAWN)} as consent_withdrawn, l.consent_text, w.name as owner, l.owner_uid, l.order_uid, o.number as order_number,
          o.status as order_status,
          (select c.uuid from customers c where c.store_uid = l.store_uid and c.phone = l.phone) as customer_uid,
          l.created_at, l.first_answered_at, l.closed_at
        from leads l join stores s on s.uuid = l.store_uid left join products p on p.uuid = l.product_uid
          left join staff w on w.uuid = l.owner_uid left join orders o on o.uuid = l.order_uid
        where l.uuid = ${lead}`),
      ctx.db.execute(sql`
        select a.uuid, w.name as by, a.channel, a.text, a.created_at, b.sent_at, b.gave_up_at
        from lead_answers a join staff w on w.uuid = a.staff_uid left join outbox b on b.uuid = a.uuid
        where a.lead_uid = ${lead} order by a.created_at desc, a.uuid desc limit 200`),
      // Whom it can be given to: who may answer in its store.
      ctx.db.execute<{ uuid: string; name: string }>(sql`
        select distinct w.uuid, w.name from staff w join staff_roles g on g.staff_uid = w.uuid join roles r on r.uuid = g.role_uid
        where w.status = 'active' and (g.store_uid is null or g.store_uid = ${ctx.storeUid}) and 'leads.answer' = any(r.permissions)
        order by w.name limit 200`),
    ]);
    const can = (permission: Parameters<typeof may>[1]) => may(ctx.staff, permission, ctx.storeUid ?? undefined);
    const { product_slug, store_key, public_domain, configuration, ...row } = rows.rows[0] as Row;
    const shop = siteUrl(ctx.env, { key: store_key, publicDomain: public_domain });
    const product_url = product_slug && `${shop}${productPath(product_slug)}`;
    return {
      lead: {
        ...row,
        number: row.kind === 'cancellation' ? inquiryNumber(row.uuid) : null,
        product_url,
        configuration: configuration && {
          ...configuration,
          url: product_url && `${product_url}?config=${configuration.code}#configurator`,
        },
      } satisfies LeadPage,
      answers: answers.rows as LeadAnswer[],
      people: people.rows,
      may: {
        answer: can('leads.answer'),
        assign: can('leads.assign'),
        convert: can('orders.create'),
        customers: can('customers.read'),
        orders: can('orders.read'),
      },
      me: ctx.staff.uuid,
    };
  },
);
