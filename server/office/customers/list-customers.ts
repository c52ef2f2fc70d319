import { z } from 'zod';
import { type SQL, sql } from '#db/sql.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { officeCall } from '../../staff/office-call.ts';
import {
  all,
  chosenStores,
  cursorMoment,
  inStores,
  type ListPage,
  listFields,
  matchesPerson,
  readListPage,
} from '../list.ts';
import { type FileColumn, format, type ListFile, listFile, momentText } from '../list-file.ts';

export type ListedCustomer = {
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

const filters = z.object(listFields);
const rowsOf = sql`
  select c.uuid, ${cursorMoment(sql`c.created_at`)} as moment, s.name as store, concat_ws(' ', c.first_name, c.last_name) as name,
    c.phone, c.email, c.created_at,
    (select count(*)::int from orders o where o.customer_uid = c.uuid) as orders,
    (select max(o.created_at) from orders o where o.customer_uid = c.uuid) as last_order_at
  from customers c join stores s on s.uuid = c.store_uid`;

const conditionsOf = ({ q, store }: z.output<typeof filters>, stores: string[]): SQL =>
  all([
    inStores(sql`c.store_uid`, chosenStores(stores, store)),
    sql`c.erased_at is null`,
    // The index's own expression (`db/schema/customers/customers.ts`).
    q
      ? matchesPerson(
          sql`lower(c.first_name || ' ' || c.last_name || ' ' || coalesce(c.phone, '') || ' ' || coalesce(c.email, ''))`,
          q,
        )
      : undefined,
  ]);

/** Accounts of the stores that the person may see, newest first; erased ones have nothing to be found by. */
export const listCustomers = officeCall(
  { name: 'customers.list', permission: 'customers.read', input: filters, kind: 'read' },
  (ctx, input): Promise<ListPage<ListedCustomer>> =>
    readListPage<ListedCustomer>(ctx.db, {
      select: rowsOf,
      from: sql`customers c`,
      where: conditionsOf(input, ctx.stores),
      after: input.after,
      sortedBy: sql`c.created_at`,
      uuid: sql`c.uuid`,
    }),
);

const columns: FileColumn<ListedCustomer>[] = [
  ['לקוח', (row) => row.name],
  ['טלפון', (row) => (row.phone ? formatPhone(row.phone) : '')],
  ['דוא״ל', (row) => row.email ?? ''],
  ['חנות', (row) => row.store],
  ['לקוח מאז', (row) => momentText(row.created_at)],
  ['הזמנה אחרונה', (row) => momentText(row.last_order_at)],
  ['הזמנות', (row) => row.orders],
];

/** The list as it is filtered, as a table for spreadsheets; that it left the system is in the change log. */
export const exportCustomers = officeCall(
  { name: 'customers.export-list', permission: 'customers.export', input: filters.extend({ format }), kind: 'write' },
  async (ctx, { format: kind, ...input }): Promise<ListFile> => {
    const query = sql`${rowsOf} where ${conditionsOf(input, ctx.stores)} order by c.created_at desc, c.uuid desc`;
    const { file, rows } = await listFile<ListedCustomer>(ctx.db, { name: 'customers', format: kind, columns, query });
    await noteOperation(ctx.db, { rows, searched: input.q !== undefined, ...(input.store && { store: input.store }) });
    return file;
  },
);
