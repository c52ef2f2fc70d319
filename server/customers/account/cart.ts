import type { CartLine } from '#contract/customers/account.ts';
import type { CallInput, CallReply } from '#contract/index.ts';
import type { Db } from '#db/client.ts';
import { cartLines } from '#db/schema/index.ts';
import { and, asc, eq, sql } from '#db/sql.ts';
import { MAX_LINES } from '#domain/orders/cart-limits.ts';
import { isolate } from '#domain/text/format.ts';
import { namesOfVariants, unavailableText } from '../../checkout/pricing/unavailable-lines.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, requireCustomer } from '../../identity/require-customer.ts';

type Changes = CallInput<'POST /customer/customers/sync-cart'>['body'];
type Synced = CallReply<'POST /customer/customers/sync-cart'>;

/**
 * Each change concerns one line and states its quantity, so that devices changing different lines keep each other's,
 * and a repeat changes nothing. `merge`: a device's cart joins the account's, and the larger quantity stands. Stock
 * isn't checked here: `calc-cart` says what can be bought.
 * @throws UNAUTHORIZED
 */
export async function syncCart(ctx: RequestContext, { lines, merge }: Changes): Promise<Synced> {
  const { uuid } = requireCustomer(ctx);
  if (lines.length === 0) return { cart: await readCart(ctx.db, uuid), refused: [] };
  return ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, uuid);
    const names = await namesOfVariants(
      ctx,
      tx,
      lines.map(({ id }) => id),
    );
    const refused: Synced['refused'] = [];
    let room = MAX_LINES - (await readCart(tx, uuid)).length;
    const now = ctx.now().getTime();
    for (const [at, change] of lines.entries()) {
      const name = names.get(change.id);
      const line = { customerUid: uuid, variantUid: change.id, configuration: change.configuration ?? '' };
      const refuse = (message: string) => refused.push({ id: change.id, configuration: change.configuration, message });
      if (change.quantity === 0 || !name) {
        room += await remove(tx, line);
        if (change.quantity > 0) refuse(unavailableText(name));
      } else if (!(await update(tx, line, change.quantity, merge))) {
        if (room > 0) {
          // A millisecond later than the line before, which keeps their sequence.
          await tx.insert(cartLines).values({ ...line, quantity: change.quantity, createdAt: new Date(now + at) });
          room -= 1;
        } else refuse(`${isolate(name)}: הסל מלא, ואפשר לשמור בו עד ${MAX_LINES} פריטים`);
      }
    }
    return { cart: await readCart(tx, uuid), refused };
  });
}

type Line = { customerUid: string; variantUid: string; configuration: string };

async function remove(tx: Db, line: Line): Promise<number> {
  return (await tx.delete(cartLines).where(lineOf(line))).rowCount ?? 0;
}

/** @returns whether the line exists */
async function update(tx: Db, line: Line, quantity: number, merge: boolean): Promise<boolean> {
  const set = { quantity: merge ? sql`greatest(${cartLines.quantity}, ${quantity})` : quantity };
  const { rowCount } = await tx.update(cartLines).set(set).where(lineOf(line));
  return (rowCount ?? 0) > 0;
}

const lineOf = ({ customerUid, variantUid, configuration }: Line) =>
  and(
    eq(cartLines.customerUid, customerUid),
    eq(cartLines.variantUid, variantUid),
    eq(cartLines.configuration, configuration),
  );

async function readCart(db: Db, customerUid: string): Promise<CartLine[]> {
  const rows = await db
    .select({ id: cartLines.variantUid, configuration: cartLines.configuration, quantity: cartLines.quantity })
    .from(cartLines)
    .where(eq(cartLines.customerUid, customerUid))
    .orderBy(asc(cartLines.createdAt), asc(cartLines.variantUid), asc(cartLines.configuration));
  return rows.map((row) => ({ ...row, configuration: row.configuration || null }));
}
