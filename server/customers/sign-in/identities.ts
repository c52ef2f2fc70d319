import type { Db } from '#db/client.ts';
import { customerIdentities } from '#db/schema/index.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer } from '../../identity/require-customer.ts';
import type { Identity } from '../../identity/tokens.ts';

/** Ties an account of Google or Facebook to the customer. @throws UNAUTHORIZED for one who was erased meanwhile */
export async function tie(ctx: RequestContext, tx: Db, customerUid: string, identity: Identity) {
  await lockCustomer(tx, customerUid);
  const row = { storeUid: ctx.store.uuid, customerUid, createdAt: ctx.now(), ...identity };
  const { storeUid, provider, subject } = customerIdentities;
  // Proving both the phone and the external account moves an existing tie.
  await tx
    .insert(customerIdentities)
    .values(row)
    .onConflictDoUpdate({ target: [storeUid, provider, subject], set: { customerUid } });
}
