import type { Db } from '#db/client.ts';
import { apiKeyStores, apiKeys, staff } from '#db/schema/index.ts';
import { and, eq, gt, isNull, lt, or } from '#db/sql.ts';
import { isPermission } from '#domain/people/permissions.ts';
import type { OfficeContext, StaffMember } from '../context.ts';
import { secretHash } from '../platform/keyed-hash.ts';
import { grantsOf, limitsOf, may } from './grants.ts';
import { actorName } from './office-call.ts';

/**
 * Who stands behind a person or a program: the person who is it or has made it, and as what all programs of that person
 * are known in the books, ended ones too.
 */
export async function actorsBehind(
  db: Db,
  { uuid, isKey }: StaffMember,
): Promise<{ maker: Pick<StaffMember, 'email' | 'grants'>; keys: string[] }> {
  const [keyRow] = isKey
    ? await db.select({ uuid: apiKeys.madeByUid }).from(apiKeys).where(eq(apiKeys.uuid, uuid))
    : [];
  const makerUid = keyRow?.uuid ?? uuid;
  const [person] = await db.select({ email: staff.email }).from(staff).where(eq(staff.uuid, makerUid));
  const keyRows = await db.select({ name: apiKeys.name }).from(apiKeys).where(eq(apiKeys.madeByUid, makerUid));
  return {
    maker: { email: person?.email ?? '', grants: await grantsOf(db, makerUid) },
    keys: keyRows.map(({ name }) => actorName({ email: '', isKey: true, name })),
  };
}

/** By which scanners of leaked secrets know it. */
export const KEY_PREFIX = 'ofk_';
/** Milliseconds between two writes of when a key was last used. */
const SEEN_EVERY_MS = 60_000;

/**
 * The program that a key belongs to, as the door knows people: it may in its stores what it was given, as far as its
 * maker still may it there. `null` for a key that nobody made, that was revoked or has ended, and for one whose maker
 * isn't active.
 */
export async function staffOfKey(
  { db, now }: Pick<OfficeContext, 'db' | 'now'>,
  token: string,
): Promise<StaffMember | null> {
  const at = now();
  const [row] = await db
    .select({ key: apiKeys })
    .from(apiKeys)
    .innerJoin(staff, eq(staff.uuid, apiKeys.madeByUid))
    .where(
      and(
        eq(apiKeys.tokenHash, secretHash(token)),
        isNull(apiKeys.revokedAt),
        gt(apiKeys.expiresAt, at),
        eq(staff.status, 'active'),
      ),
    );
  if (!row) return null;
  const { key } = row;
  const stale = new Date(at.getTime() - SEEN_EVERY_MS);
  if (!key.lastUsedAt || key.lastUsedAt < stale)
    await db
      .update(apiKeys)
      .set({ lastUsedAt: at })
      .where(and(eq(apiKeys.uuid, key.uuid), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, stale))));
  const places = await db.select().from(apiKeyStores).where(eq(apiKeyStores.keyUid, key.uuid));
  const maker = { grants: await grantsOf(db, key.madeByUid) };
  return {
    uuid: key.uuid,
    name: key.name,
    email: '',
    sessionUid: '',
    provedAt: new Date(0),
    isKey: true,
    grants: places.map(({ storeUid }) => {
      const { refundLimitAgorot } = limitsOf(maker, 'orders.refund', storeUid);
      return {
        role: key.name,
        storeUid,
        permissions: key.permissions.filter(isPermission).filter((name) => may(maker, name, storeUid)),
        refundLimitAgorot: Math.min(key.refundLimitAgorot, refundLimitAgorot ?? Number.POSITIVE_INFINITY),
        discountLimitBp: 0,
      };
    }),
  };
}
