import { z } from 'zod';
import { sql } from '#db/sql.ts';
import type { BookingService } from '#domain/calendar/booking.ts';
import type { OrderStatus, PaymentStatus } from '#domain/orders/states.ts';
import type { LeadState } from '#domain/people/lead-states.ts';
import { refuse } from '../../platform/errors.ts';
import { NOT_OF_ERASED, ordersOfGuest } from '../../privacy/personal-data.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { unpaidRest } from '../orders/list-orders.ts';

export type CustomerPage = {
  uuid: string;
  store: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  email: string | null;
  email_verified_at: Date | null;
  created_at: Date;
  erased_at: Date | null;
  /** Waits for a second person. */
  erasure_waits: boolean;
};

type Dated = { uuid: string; created_at: Date };
export type CustomerOrder = Dated & {
  number: string;
  status: OrderStatus;
  payment: PaymentStatus;
  rest_agorot: number;
  total_agorot: number;
};
export type CustomerLead = Dated & { kind: string; state: LeadState; message: string };
export type CustomerVisit = Dated & {
  service: BookingService;
  branch: string;
  starts_at: Date;
  cancelled_at: Date | null;
  no_show_at: Date | null;
};
export type CustomerMessage = Dated & {
  channel: 'email' | 'sms';
  about: string;
  subject: string;
  sent_at: Date | null;
};
export type CustomerNote = Dated & { by: string; text: string };
export type CustomerEvent = Dated & { by: string; kind: string; what: string; tables: string[]; fields: string[] };

/**
 * An account with all that belongs to it. Leads, visits and orders without an account are found by its proved phone.
 */
export const readCustomer = officeCall(
  {
    name: 'customers.read',
    permission: 'customers.read',
    input: z.object({ customer: z.uuid() }),
    kind: 'read',
    entity: 'customer',
  },
  async (ctx, { customer }) => {
    const { rows } = await ctx.db.execute(sql`
      select c.uuid, s.name as store, c.first_name, c.last_name, c.phone, c.email, c.email_verified_at, c.created_at, c.erased_at,
        exists (select from approvals a where a.entity_uid = c.uuid and a.call = 'customers.erase' and a.status = 'waiting') as erasure_waits
      from customers c join stores s on s.uuid = c.store_uid where c.uuid = ${customer}`);
    const [customerRow] = rows as CustomerPage[];
    if (!customerRow) throw refuse('NOT_FOUND');
    return pageOfPerson(ctx, customerRow, customer);
  },
);

/** All that belongs to a person of a store: an account's, or with `null` what a guest of that phone left. */
export async function pageOfPerson(ctx: Allowed, person: CustomerPage, account: string | null) {
  const rows = async <T>(query: ReturnType<typeof sql>): Promise<T[]> => (await ctx.db.execute(query)).rows as T[];
  const can = (permission: Parameters<typeof may>[1]) => may(ctx.staff, permission, ctx.storeUid ?? undefined);
  const { phone } = person;
  const customer = sql`${account}::uuid`;
  const ofStore = sql`store_uid = ${ctx.storeUid} and phone = ${phone}::text`;
  const [orders, leads, visits, garage, consents, addresses, messages, notes, events] = await Promise.all([
    can('orders.read')
      ? rows<CustomerOrder>(sql`
          select uuid, number, status, payment_status as payment, ${unpaidRest} as rest_agorot, total_agorot::float8, created_at from orders o
          where customer_uid = ${customer} or (store_uid = ${ctx.storeUid} and ${ordersOfGuest(phone)}) order by created_at desc limit 100`)
      : null,
    can('leads.read')
      ? rows<CustomerLead>(sql`
          select uuid, kind, state, message, created_at from leads where ${ofStore} and source not like '% erased' order by created_at desc limit 100`)
      : null,
    can('bookings.read')
      ? rows<CustomerVisit>(sql`
          select k.uuid, k.service, b.name as branch, k.starts_at, k.cancelled_at, k.no_show_at, k.created_at
          from bookings k join branches b on b.uuid = k.branch_uid
          where k.store_uid = ${ctx.storeUid} and k.phone = ${phone}::text order by k.starts_at desc limit 100`)
      : null,
    rows<{ uuid: string; name: string; year: number | null }>(sql`
      select g.uuid, p.name, g.year from garage_vehicles g join products p on p.uuid = g.vehicle_uid
      where g.customer_uid = ${customer} and g.removed_at is null and g.sold_at is null
        -- One whose parts were looked for, and one of the same model that was bought here, are the same vehicle.
        and not (g.order_line_uid is null and exists (select from garage_vehicles b where b.customer_uid = g.customer_uid and b.vehicle_uid = g.vehicle_uid
          and b.order_line_uid is not null and b.removed_at is null and b.sold_at is null and (g.year is null or b.year is null or g.year = b.year)))
      order by g.created_at`),
    rows<Dated & { kind: string; given: boolean; text: string }>(
      sql`select uuid, kind, given, text, created_at from consents where customer_uid = ${customer} order by created_at desc limit 50`,
    ),
    rows<{ uuid: string; city: string; street: string; house: string }>(
      sql`select uuid, city, street, house from addresses where customer_uid = ${customer} order by is_main desc, created_at`,
    ),
    can('messages.read')
      ? rows<CustomerMessage>(sql`
          select b.uuid, b.channel, b.about, b.subject, b.sent_at, b.created_at from outbox b
          where b.store_uid = ${ctx.storeUid} and b.recipient in (${phone}::text, ${person.email}::text) and b.recipient <> '' and b.about <> 'code' and ${NOT_OF_ERASED}
          order by b.created_at desc limit 50`)
      : null,
    rows<CustomerNote>(sql`
      select n.uuid, w.name as by, n.text, n.created_at from notes n join staff w on w.uuid = n.staff_uid
      where n.entity_uid = ${customer} order by n.created_at desc limit 100`),
    // Values of a person's fields aren't in the log: which were changed is.
    rows<CustomerEvent>(sql`
      select a.uuid, coalesce(w.name, a.actor) as by, a.actor_kind as kind, a.command as what, a.created_at,
        array_agg(distinct c.table_name) as tables,
        coalesce(array_agg(distinct f.field) filter (where f.field is not null), '{}') as fields
      from changes c join audit_log a on a.uuid = c.deed_uid left join staff w on 'staff:' || w.email = a.actor
        left join lateral jsonb_object_keys(case when c.table_name = 'customers' then c.after end) as f(field) on true
      where c.entity_uid = ${customer}
      group by a.uuid, w.name order by a.created_at desc limit 50`),
  ]);
  return {
    customer: person,
    hasAccount: account !== null,
    ...{ orders, leads, visits, garage, consents, addresses, messages, notes, events },
    may: {
      edit: account !== null && can('customers.edit'),
      export: can('customers.export'),
      erase: can('customers.erase'),
      note: account !== null && can('notes.write'),
    },
  };
}
