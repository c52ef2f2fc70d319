import { z } from 'zod';
import { apiKeyStores, apiKeys, staff, stores } from '#db/schema/index.ts';
import { and, asc, eq, inArray, isNull, sql } from '#db/sql.ts';
import { addDays, atIsraelTime, israelDay } from '#domain/calendar/israel-time.ts';
import { toShekels } from '#domain/money/money.ts';
import { isPermission, type Permission, permissions } from '#domain/people/permissions.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { newSecret } from '../../identity/tokens.ts';
import { refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { KEY_PREFIX } from '../../staff/api-keys.ts';
import { limitsOf, may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { sumInput } from '../inputs.ts';
import { apiPermissions } from './api-calls.ts';

/** Two years at most: a forgotten key ends by itself. */
const MAX_DAYS = 731;

export type ApiKeyRow = {
  uuid: string;
  name: string;
  hint: string;
  permissions: Permission[];
  refund_limit_agorot: number;
  stores: string[];
  made_by: string;
  /** `orphan`: whoever made it isn't in the office any more, and it does nothing. */
  state: 'active' | 'revoked' | 'ended' | 'orphan';
  expires_at: Date;
  last_used_at: Date | null;
  created_at: Date;
};

/** Keys of the person's stores alone, those that work first. */
export const listKeys = officeCall(
  { name: 'keys.list', permission: 'keys.edit', input: z.object({}), kind: 'read' },
  async (ctx) => {
    const at = ctx.now();
    const rows = await ctx.db
      .select({
        key: apiKeys,
        maker: { name: staff.name, status: staff.status },
        stores: sql<string[]>`array_agg(${stores.name} order by ${stores.position})`,
      })
      .from(apiKeys)
      .innerJoin(staff, eq(staff.uuid, apiKeys.madeByUid))
      .innerJoin(apiKeyStores, eq(apiKeyStores.keyUid, apiKeys.uuid))
      .innerJoin(stores, eq(stores.uuid, apiKeyStores.storeUid))
      .groupBy(apiKeys.uuid, staff.uuid)
      .having(sql`bool_and(${inArray(stores.uuid, ctx.stores)})`)
      .orderBy(sql`${apiKeys.revokedAt} is not null`, asc(apiKeys.name))
      .limit(500);
    const places = await ctx.db
      .select({ uuid: stores.uuid, name: stores.name })
      .from(stores)
      .where(inArray(stores.uuid, ctx.stores))
      .orderBy(asc(stores.position));
    const keys = rows.map(({ key, maker, stores }): ApiKeyRow => {
      const state = key.revokedAt
        ? 'revoked'
        : key.expiresAt <= at
          ? 'ended'
          : maker.status === 'active'
            ? 'active'
            : 'orphan';
      return {
        uuid: key.uuid,
        name: key.name,
        hint: key.hint,
        permissions: key.permissions.filter(isPermission),
        refund_limit_agorot: key.refundLimitAgorot,
        stores,
        made_by: maker.name,
        state,
        expires_at: key.expiresAt,
        last_used_at: key.lastUsedAt,
        created_at: key.createdAt,
      };
    });
    return {
      keys,
      stores: places,
      /** What this person can give. */
      permissions: apiPermissions.filter((name) => may(ctx.staff, name)),
      days: { first: israelDay(at), usual: addDays(israelDay(at), 365), last: addDays(israelDay(at), MAX_DAYS) },
    };
  },
);

/** What the person may do in all of the key's stores, and no more money. @throws FORBIDDEN */
function refuseAbove(
  { staff: maker, stores: reachedStores }: Allowed,
  key: { stores: string[]; permissions: Permission[]; refund: number },
): void {
  if (!key.stores.every((uuid) => reachedStores.includes(uuid))) throw refuse('NOT_FOUND');
  const missing = key.permissions.find((name) => !key.stores.every((uuid) => may(maker, name, uuid)));
  if (missing)
    throw refuse('FORBIDDEN', {
      message: `אפשר לתת למפתח רק הרשאות שיש גם לכם, בכל החנויות שנבחרו. חסרה: ${permissions[missing]}`,
    });
  const limits = key.stores.map((uuid) => limitsOf(maker, 'orders.refund', uuid).refundLimitAgorot);
  const most = Math.min(...limits.map((limit) => limit ?? Number.POSITIVE_INFINITY));
  if (key.refund > most)
    throw refuse('FORBIDDEN', { message: `סכום הזיכוי גבוה משלכם, ${formatExactPrice(toShekels(most))}` });
}

/** A key for a program. Its secret is in the answer, and nowhere else. */
export const createKey = officeCall(
  {
    name: 'keys.create',
    permission: 'keys.edit',
    kind: 'write',
    fresh: true,
    input: z.object({
      name: z.string({ error: 'תנו שם למפתח' }).trim().min(2, 'תנו שם למפתח').max(60),
      stores: z.array(z.uuid(), { error: 'בחרו לפחות חנות אחת' }).min(1, 'בחרו לפחות חנות אחת').max(100),
      permissions: z.array(z.enum(apiPermissions), { error: 'בחרו לפחות הרשאה אחת' }).min(1, 'בחרו לפחות הרשאה אחת'),
      refund: sumInput.default(0),
      until: z.iso.date('בחרו תאריך'),
    }),
  },
  (ctx, { name, until, refund, ...input }) =>
    ctx.db.transaction(async (tx) => {
      const key = { stores: [...new Set(input.stores)], permissions: [...new Set(input.permissions)], refund };
      refuseAbove(ctx, key);
      const expiresAt = atIsraelTime(addDays(until, 1), '00:00');
      const today = israelDay(ctx.now());
      if (!expiresAt || until < today || until > addDays(today, MAX_DAYS))
        throw refuse('BAD_REQUEST', { fields: [{ path: 'until', message: 'בחרו תאריך בשנתיים הקרובות' }] });
      const token = `${KEY_PREFIX}${newSecret()}`;
      const [createdKey] = await tx
        .insert(apiKeys)
        .values({
          name,
          tokenHash: secretHash(token),
          hint: token.slice(-4),
          permissions: key.permissions,
          refundLimitAgorot: key.permissions.includes('orders.refund') ? refund : 0,
          madeByUid: ctx.staff.uuid,
          expiresAt,
          createdAt: ctx.now(),
        })
        .onConflictDoNothing()
        .returning({ uuid: apiKeys.uuid });
      if (!createdKey)
        throw refuse('BAD_REQUEST', { fields: [{ path: 'name', message: 'השם הזה כבר נוצל. בחרו שם אחר' }] });
      await tx.insert(apiKeyStores).values(key.stores.map((storeUid) => ({ keyUid: createdKey.uuid, storeUid })));
      await noteOperation(tx, { key: createdKey.uuid });
      return { key: token, message: 'המפתח מוכן' };
    }),
);

/** From the next call on, for ever. */
export const revokeKey = officeCall(
  { name: 'keys.revoke', permission: 'keys.edit', kind: 'write', input: z.object({ key: z.uuid() }) },
  (ctx, { key: uuid }) =>
    ctx.db.transaction(async (tx) => {
      const places = await tx.select().from(apiKeyStores).where(eq(apiKeyStores.keyUid, uuid));
      if (places.length === 0 || !places.every(({ storeUid }) => ctx.stores.includes(storeUid)))
        throw refuse('NOT_FOUND');
      await tx
        .update(apiKeys)
        .set({ revokedAt: ctx.now() })
        .where(and(eq(apiKeys.uuid, uuid), isNull(apiKeys.revokedAt)));
      await noteOperation(tx, { key: uuid });
    }),
);
