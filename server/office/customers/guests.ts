import { z } from 'zod';
import { customers } from '#db/schema/index.ts';
import { and, eq, isNull, sql } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { erasePerson } from '../../privacy/erase.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { all, chosenStores, inStores, listFields, matchesPerson } from '../list.ts';
import { orderPersonText } from '../orders/list-orders.ts';
import { personFile } from './change-customer.ts';
import type { ListedCustomer } from './list-customers.ts';
import { type CustomerPage, pageOfPerson } from './read-customer.ts';

// Who orders without an account is known by the phone of the orders. In the office a guest is named by one of these
// orders: an address of the office never holds a phone.

const MAX_GUESTS = 20;
const order = z.uuid();

/** Orders `e` of the guest whose store and phone a row of this alias has. */
const allOrdersOf = (row: 'g' | 'o') =>
  sql.raw(
    `orders e where e.store_uid = ${row}.store_uid and e.phone = ${row}.phone and e.customer_uid is null and e.erased_at is null`,
  );

/**
 * Guests whose orders have this phone, name or e-mail; `uuid` is the newest of these orders. Number and dates are those
 * of all the guest's orders. Who has an account is found among the accounts.
 */
export const findGuests = officeCall(
  {
    name: 'guests.find',
    permission: 'customers.read',
    input: z.object({ q: listFields.q, store: listFields.store }),
    kind: 'read',
  },
  async (ctx, { q, store }): Promise<Omit<ListedCustomer, 'moment'>[]> => {
    if (!q) return [];
    const where = all([
      inStores(sql`o.store_uid`, chosenStores(ctx.stores, store)),
      sql`o.customer_uid is null and o.erased_at is null and o.phone <> ''`,
      matchesPerson(orderPersonText, q),
      sql`not exists (select from customers c where c.store_uid = o.store_uid and c.phone = o.phone and c.erased_at is null)`,
    ]);
    const { rows } = await ctx.db.execute(sql`
      select g.uuid, g.store, g.name, g.phone, g.email, h.* from (
        select * from (
          select distinct on (o.store_uid, o.phone) o.uuid, o.store_uid, s.name as store, o.first_name || ' ' || o.last_name as name,
            o.phone, o.email, o.created_at as matched_at
          from orders o join stores s on s.uuid = o.store_uid where ${where} order by o.store_uid, o.phone, o.created_at desc) guests
        order by matched_at desc limit ${MAX_GUESTS}) g
      cross join lateral (
        select count(*)::int as orders, min(e.created_at) as created_at, max(e.created_at) as last_order_at
        from ${allOrdersOf('g')}) h
      order by g.matched_at desc`);
    return rows as ListedCustomer[];
  },
);

/** A guest with all that was left under the phone. */
export const readGuest = officeCall(
  {
    name: 'guests.read',
    permission: 'customers.read',
    input: z.object({ order }),
    kind: 'read',
    entity: 'order',
  },
  async (ctx, { order: uuid }) => {
    const { rows } = await ctx.db.execute(sql`
      select o.uuid, s.name as store,
        coalesce((select min(e.created_at) from ${allOrdersOf('o')}), o.created_at) as created_at, null as email_verified_at, o.erased_at,
        case when o.erased_at is null then o.first_name else '' end as first_name, case when o.erased_at is null then o.last_name else '' end as last_name,
        case when o.erased_at is null then nullif(o.phone, '') end as phone, case when o.erased_at is null then nullif(o.email, '') end as email,
        ${erasureWaits} as erasure_waits
      from orders o join stores s on s.uuid = o.store_uid where o.uuid = ${uuid} and o.customer_uid is null`);
    const [guest] = rows as CustomerPage[];
    if (!guest) throw refuse('NOT_FOUND');
    return pageOfPerson(ctx, guest, null);
  },
);

/** Of an order `o`: somebody has asked to erase its person, by this order or another of the same phone. */
const erasureWaits = sql`exists (select from approvals a join orders b on b.uuid = a.entity_uid
  where a.call = 'guests.erase' and a.status = 'waiting' and b.store_uid = o.store_uid and b.phone = o.phone)`;

/** The guest of an order that nobody has erased. @throws NOT_POSSIBLE */
async function livingGuest(ctx: Allowed, uuid: string) {
  const { rows } = await ctx.db.execute<{ phone: string; store: string; store_uid: string; waits: boolean }>(sql`
    select o.phone, s.name as store, o.store_uid, ${erasureWaits} as waits from orders o join stores s on s.uuid = o.store_uid
    where o.uuid = ${uuid} and o.customer_uid is null and o.erased_at is null and o.phone <> ''`);
  if (!rows[0]) throw refuse('NOT_POSSIBLE', { message: 'הלקוח נמחק, או שיש לו חשבון' });
  return rows[0];
}

/** Everything that the store holds on a guest. Who took it, and when, is in the change log. */
export const exportGuest = officeCall(
  {
    name: 'guests.export',
    permission: 'customers.export',
    input: z.object({ order }),
    kind: 'write',
    entity: 'order',
    fresh: true,
  },
  async (ctx, { order: uuid }) => {
    const { phone, store, store_uid } = await livingGuest(ctx, uuid);
    const file = await personFile(ctx, { uuid: null, phone, store: { uuid: store_uid, name: store } });
    await noteOperation(ctx.db, { order: uuid, store: store_uid });
    return file;
  },
);

/** By two people, as an account is. */
export const eraseGuest = officeCall(
  {
    name: 'guests.erase',
    permission: 'customers.erase',
    input: z.object({ order, reason: z.string('כתבו סיבה').trim().min(2, 'כתבו סיבה').max(300) }),
    kind: 'write',
    entity: 'order',
    approval: {
      second: 'permitted',
      async needed(ctx, { order: uuid }) {
        const { store, waits } = await livingGuest(ctx, uuid);
        if (waits) throw refuse('CONFLICT', { message: 'המחיקה כבר מחכה לאישור של אדם נוסף' });
        return { summary: `מחיקת לקוח בלי חשבון של ${store}`, amountAgorot: null };
      },
    },
  },
  async (ctx, { order: uuid }) => {
    const { phone, store_uid: storeUid } = await livingGuest(ctx, uuid);
    // Opened since it was asked for: the account is the same person's, by a proved phone.
    const [account] = await ctx.db
      .select({ uuid: customers.uuid })
      .from(customers)
      .where(and(eq(customers.storeUid, storeUid), eq(customers.phone, phone), isNull(customers.erasedAt)));
    const erased = await erasePerson(ctx.db, { storeUid, customerUid: account?.uuid ?? null, phone }, ctx.now());
    // Neither name nor phone: the record of an erasure must not identify the person.
    await noteOperation(ctx.db, { order: uuid, ...erased });
  },
);
