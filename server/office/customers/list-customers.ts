import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { officeCall } from '../../staff/office-call.ts';
import {
  afterCursor,
  all,
  COUNT_UP_TO,
  cursorMoment,
  type ListPage,
  listFields,
  PAGE_ROWS,
  pageOf,
  personPattern,
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
  async (ctx, { q, store, after }): Promise<ListPage<CustomerRow>> => {
    const chosen = store ? ctx.stores.filter((uuid) => store.includes(uuid)) : ctx.stores;
    const where = all([
      sql`c.store_uid = any(${sql.param(chosen)}::uuid[]) and c.erased_at is null`,
      // The index's own expression (`db/schema/customers.ts`).
      q
        ? sql`lower(c.first_name || ' ' || c.last_name || ' ' || coalesce(c.phone, '') || ' ' || coalesce(c.email, '')) like ${personPattern(q)}`
        : undefined,
    ]);
    const [rows, total] = await Promise.all([
      ctx.db.execute(sql`
        select c.uuid, ${cursorMoment(sql`c.created_at`)} as moment, s.name as store, concat_ws(' ', c.first_name, c.last_name) as name,
          c.phone, c.email, c.created_at,
          (select count(*)::int from orders o where o.customer_uid = c.uuid) as orders,
          (select max(o.created_at) from orders o where o.customer_uid = c.uuid) as last_order_at
        from customers c join stores s on s.uuid = c.store_uid
        where ${all([where, afterCursor(after, sql`c.created_at`, sql`c.uuid`)])}
        order by c.created_at desc, c.uuid desc limit ${PAGE_ROWS + 1}`),
      ctx.db.execute<{ total: number }>(
        sql`select count(*)::int as total from (select from customers c where ${where} limit ${COUNT_UP_TO}) counted`,
      ),
    ]);
    return pageOf(rows.rows as CustomerRow[], total.rows[0]?.total ?? 0);
  },
);
