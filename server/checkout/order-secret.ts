import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
import { ORDER_NUMBER } from '#domain/orders/order-number.ts';
import { refuse } from '../platform/errors.ts';
import { keyedHash, secretHash } from '../platform/keyed-hash.ts';

/** What a link is made of: the row, and how often its links were replaced. */
export type Linked = { uuid: string; linkVersion: number };

/** The secret in an order's link: derived from the order and the installation's key, so that it is stored nowhere. */
export const orderSecret = (key: string, order: Linked): string => keyedHash(key, `order:${linkName(order)}`);

export const linkName = ({ uuid, linkVersion }: Linked): string =>
  linkVersion === 0 ? uuid : `${uuid}:${linkVersion}`;

/**
 * The secret for a new link to an order, made with today's key. After a change of key it replaces the stored hash, and
 * former links stop working: call it in the transaction that writes the link. A message gets it of the row that its
 * recipient was read from: where the order has another contact meanwhile, both are the former ones.
 */
export async function linkSecret(key: string, db: Db, order: Linked): Promise<string> {
  await keepSecrets(key, db, [order]);
  return orderSecret(key, order);
}

/** `linkSecret` for a reader who may see the order whoever its contact is. @throws ORDER_NOT_FOUND */
export async function linkSecretById(key: string, db: Db, uuid: string): Promise<string> {
  const [order] = await db.select().from(orders).where(eq(orders.uuid, uuid));
  if (!order) throw refuse('ORDER_NOT_FOUND');
  return linkSecret(key, db, order);
}

/** What `linkSecret` stores, for several orders whose links are made of `orderSecret`. */
export async function keepSecrets(key: string, db: Db, linked: Linked[]): Promise<void> {
  const columns = {
    uids: linked.map(({ uuid }) => uuid),
    versions: linked.map(({ linkVersion }) => linkVersion),
    hashes: linked.map((order) => secretHash(orderSecret(key, order))),
  };
  await db.execute(sql`
    update orders o set secret_hash = today.hash
    from unnest(${sql.param(columns.uids)}::uuid[], ${sql.param(columns.versions)}::int[], ${sql.param(columns.hashes)}::text[]) as today (uuid, version, hash)
    where o.uuid = today.uuid and o.link_version = today.version and o.secret_hash <> today.hash`);
}

const COOKIE = 'order.';

/** Name of the cookie with the secret of an order that was placed on this device. */
export const orderCookie = (number: string): string => COOKIE + number;

/** Name of the cookie with what this browser may open of orders' papers (`fulfilment/buyer-tasks/paper-access.ts`). */
export const PAPERS_COOKIE = `${COOKIE}papers`;

/** Whether a cookie belongs to orders of this browser, which leaving an account removes. */
export const isOrderCookie = (name: string): boolean =>
  name === PAPERS_COOKIE || (name.startsWith(COOKIE) && ORDER_NUMBER.test(name.slice(COOKIE.length)));

type Named = { uuid: string; number: string };

/**
 * The secret of a payment link: the order's number, and a mark that only this installation can make of it. It pays and
 * shows what is paid for, and opens nothing else of the order, so that it may be handed on to whoever pays.
 */
export const payLinkSecret = (key: string, { uuid, number }: Named): string =>
  number.replace('-', '') + keyedHash(key, `pay:${uuid}`).slice(0, 22);
