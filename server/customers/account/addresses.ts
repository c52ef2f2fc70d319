import type { Address } from '#contract/customers/account.ts';
import type { CallInput } from '#contract/index.ts';
import type { Db } from '#db/client.ts';
import { addresses } from '#db/schema/index.ts';
import { and, asc, desc, eq } from '#db/sql.ts';
import { MAX_ADDRESSES } from '#domain/people/account-limits.ts';
import { addressLine } from '#domain/people/address-line.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, requireCustomer } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';

type Row = typeof addresses.$inferSelect;
type Paging = { page: number; page_size: number };
type Input = CallInput<'POST /customer/customers/add-address'>['body'];
type Change = CallInput<'POST /customer/customers/update-address'>['body'];

function toAddress(row: Row): Address {
  const { city, street, house, entrance, floor, apartment, remarks } = row;
  const fields = { city, street, house, entrance, floor, apartment, postal_code: row.postalCode, remarks };
  return { id: row.uuid, is_main: row.isMain, line: addressLine(fields), ...fields };
}

const columnsOf = ({ postal_code, ...rest }: Omit<Input, 'is_main'>) => ({ ...rest, postalCode: postal_code });

/** The main one first, then descending by creation. */
const ofCustomer = (db: Db, customerUid: string) =>
  db
    .select()
    .from(addresses)
    .where(eq(addresses.customerUid, customerUid))
    .orderBy(desc(addresses.isMain), desc(addresses.createdAt), asc(addresses.uuid));

export async function getAddresses(
  ctx: RequestContext,
  { page, page_size }: Paging,
): Promise<{ items: Address[]; total: number; page: number; page_size: number }> {
  const rows = await ofCustomer(ctx.db, requireCustomer(ctx).uuid);
  const from = (page - 1) * page_size;
  return { items: rows.slice(from, from + page_size).map(toAddress), total: rows.length, page, page_size };
}

/** Serialised per customer, or two changes could each make a main address. */
function change<T>(ctx: RequestContext, work: (tx: Db, customerUid: string) => Promise<T>): Promise<T> {
  const { uuid } = requireCustomer(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, uuid);
    return work(tx, uuid);
  });
}

/** @throws ADDRESSES_FULL */
export function addAddress(ctx: RequestContext, { is_main, ...input }: Input): Promise<Address> {
  return change(ctx, async (tx, customerUid) => {
    const existing = await ofCustomer(tx, customerUid);
    if (existing.length >= MAX_ADDRESSES) throw refuse('ADDRESSES_FULL');
    const isMain = is_main || existing.length === 0;
    if (isMain) await tx.update(addresses).set({ isMain: false }).where(eq(addresses.customerUid, customerUid));
    const [row] = await tx
      .insert(addresses)
      .values({ customerUid, ...columnsOf(input), isMain, createdAt: ctx.now() })
      .returning();
    if (!row) throw new Error('the address was not written');
    return toAddress(row);
  });
}

const isAddressOf = (customerUid: string, id: string) =>
  and(eq(addresses.customerUid, customerUid), eq(addresses.uuid, id));

/** @throws NOT_FOUND */
export function updateAddress(ctx: RequestContext, { id, ...input }: Change): Promise<Address> {
  return change(ctx, async (tx, customerUid) => {
    const [row] = await tx.update(addresses).set(columnsOf(input)).where(isAddressOf(customerUid, id)).returning();
    if (!row) throw refuse('NOT_FOUND');
    return toAddress(row);
  });
}

/** @throws NOT_FOUND */
export function setMainAddress(ctx: RequestContext, id: string): Promise<Address> {
  return change(ctx, async (tx, customerUid) => {
    await tx.update(addresses).set({ isMain: false }).where(eq(addresses.customerUid, customerUid));
    const [row] = await tx.update(addresses).set({ isMain: true }).where(isAddressOf(customerUid, id)).returning();
    // The refusal rolls the first change back.
    if (!row) throw refuse('NOT_FOUND');
    return toAddress(row);
  });
}

/** @returns how many remain @throws NOT_FOUND */
export function deleteAddress(ctx: RequestContext, id: string): Promise<number> {
  return change(ctx, async (tx, customerUid) => {
    const [deleted] = await tx
      .delete(addresses)
      .where(isAddressOf(customerUid, id))
      .returning({ isMain: addresses.isMain });
    if (!deleted) throw refuse('NOT_FOUND');
    const [next, ...others] = await ofCustomer(tx, customerUid);
    if (deleted.isMain && next) await tx.update(addresses).set({ isMain: true }).where(eq(addresses.uuid, next.uuid));
    return next ? others.length + 1 : 0;
  });
}
