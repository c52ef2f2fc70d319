import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { officeCall } from '../../staff/office-call.ts';
import {
  all,
  chosenStores,
  cursorMoment,
  inStores,
  type ListPage,
  listFields,
  personPattern,
  readListPage,
} from '../list.ts';

export type CustomerRow = {
  uuid: string;
  moment: string;
  store: string;
  name: string;
  phone: string | null;
  email: string | null;
  orders: number;
  last_order_at: Date | null;
  created_at: Date;
};

/** Accounts of the stores that the person may see, newest first; erased ones have nothing to be found by. */
export const listCustomers = officeCall(
  { name: 'customers.list', permission: 'customers.read', input: z.object(listFields), kind: 'read' },
  (ctx, { q, store, after }): Promise<ListPage<CustomerRow>> => {
    const createdAt = sql`c.created_at`;
    return readListPage<CustomerRow>(ctx.db, {
      select: sql`
        select c.uuid, ${cursorMoment(createdAt)} as moment, s.name as store, concat_ws(' ', c.first_name, c.last_name) as name,
          c.phone, c.email, c.created_at,
          (select count(*)::int from orders o where o.customer_uid = c.uuid) as orders,
          (select max(o.created_at) from orders o where o.customer_uid = c.uuid) as last_order_at
        from customers c join stores s on s.uuid = c.store_uid`,
      from: sql`customers c`,
      where: all([
        inStores(sql`c.store_uid`, chosenStores(ctx.stores, store)),
        sql`c.erased_at is null`,
        // The index's own expression (`db/schema/customers.ts`).
        q
          ? sql`lower(c.first_name || ' ' || c.last_name || ' ' || coalesce(c.phone, '') || ' ' || coalesce(c.email, '')) like ${personPattern(q)}`
          : undefined,
      ]),
      after,
      createdAt,
      uuid: sql`c.uuid`,
    });
  },
);
