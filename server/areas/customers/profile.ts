import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Customer } from '#contract/customers.ts';
import type { CallInput } from '#contract/index.ts';
import type { Db } from '#db/client.ts';
import { customers } from '#db/schema/index.ts';
import { formatPhone } from '#domain/phone.ts';
import type { RequestContext, SignedIn } from '../../context.ts';
import { refuse } from '../../errors.ts';

/** @throws UNAUTHORIZED when nobody is signed in */
export function requireCustomer(ctx: RequestContext): SignedIn {
  if (!ctx.customer) throw refuse('UNAUTHORIZED');
  return ctx.customer;
}

/**
 * Begins every transaction that writes something of a customer's: one after the other, and not once the account is erased, or
 * what was deleted would come back. Before all other locks, as the erasure has it. @throws UNAUTHORIZED
 */
export async function lockCustomer(tx: Db, uuid: string): Promise<void> {
  const living = and(eq(customers.uuid, uuid), isNull(customers.erasedAt));
  const [locked] = await tx.select({ uuid: customers.uuid }).from(customers).where(living).for('update');
  if (!locked) throw refuse('UNAUTHORIZED');
}

export const toCustomer = (row: SignedIn): Customer => ({
  uuid: row.uuid,
  first_name: row.firstName,
  last_name: row.lastName,
  full_name: [row.firstName, row.lastName].filter(Boolean).join(' '),
  phone: row.phone && formatPhone(row.phone),
  email: row.email,
  image_src: row.image,
});

type Update = CallInput<'POST /customer/customers/update'>['body'];

export async function updateCustomer(ctx: RequestContext, { first_name, last_name, email }: Update): Promise<Customer> {
  const { uuid } = requireCustomer(ctx);
  const [row] = await ctx.db
    .update(customers)
    .set({
      firstName: first_name,
      lastName: last_name,
      // Left out, it stays; `null` takes it away. Another address is not proved yet.
      ...(email !== undefined && {
        email,
        emailVerifiedAt: sql`case when lower(${customers.email}) = lower(${email}) then ${customers.emailVerifiedAt} end`,
      }),
    })
    .where(and(eq(customers.storeUid, ctx.store.uuid), eq(customers.uuid, uuid), isNull(customers.erasedAt)))
    .returning();
  if (!row) throw refuse('UNAUTHORIZED');
  return toCustomer(row);
}
