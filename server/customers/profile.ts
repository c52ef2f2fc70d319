import type { Customer } from '#contract/customers/customers.ts';
import type { CallInput } from '#contract/index.ts';
import { customers } from '#db/schema/index.ts';
import { and, eq, isNull, sql } from '#db/sql.ts';
import { formatPhone } from '#domain/people/phone.ts';
import type { RequestContext, SignedIn } from '../context.ts';
import { requireCustomer } from '../identity/require-customer.ts';
import { refuse } from '../platform/errors.ts';

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
      // Omitted, it stays; `null` removes it. A new e-mail is unproved.
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
