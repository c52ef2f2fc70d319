import type { FastifyRequest } from 'fastify';
import type { RequestContext, Session } from '../context.ts';
import { tokenOf } from '../customers/sign-in/cookies.ts';
import { customerByToken } from '../identity/tokens.ts';

/** Files are the same for everybody, so they need no customer lookup. */
const isFile = (request: FastifyRequest): boolean => /^\/(assets|media)\//.test(request.url);

/** The signed-in customer, by bearer token or cookie. */
export async function signedIn(ctx: RequestContext, request: FastifyRequest): Promise<Session | null> {
  const token = isFile(request) ? undefined : tokenOf(request);
  return token ? customerByToken(ctx, token) : null;
}
