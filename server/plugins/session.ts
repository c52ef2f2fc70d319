import { createHash } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { customers, customerTokens } from '#db/schema/index.ts';
import type { RequestContext, SignedIn } from '../context.ts';

export const AUTH_COOKIE = 'auth._token.local';

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The token of a request: bearer header first, else the cookie. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '');
  return bearer?.[1] ?? request.cookies[AUTH_COOKIE];
}

/** The customer whom a token names, of this store only. */
export async function customerByToken(ctx: RequestContext, token: string): Promise<SignedIn | null> {
  const [row] = await ctx.db
    .select({
      uuid: customers.uuid,
      firstName: customers.firstName,
      lastName: customers.lastName,
      phone: customers.phone,
      email: customers.email,
      image: customers.image,
    })
    .from(customerTokens)
    .innerJoin(customers, eq(customers.uuid, customerTokens.customerUid))
    .where(
      and(
        eq(customerTokens.tokenHash, hashToken(token)),
        gt(customerTokens.expiresAt, ctx.now()),
        eq(customers.storeUid, ctx.store.uuid),
      ),
    );
  return row ?? null;
}

export async function signedIn(ctx: RequestContext, request: FastifyRequest): Promise<SignedIn | null> {
  const token = tokenOf(request);
  return token ? customerByToken(ctx, token) : null;
}
