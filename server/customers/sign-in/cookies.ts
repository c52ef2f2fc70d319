import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOrderCookie } from '../../checkout/order-secret.ts';
import { DEVICE_COOKIE, withKnown } from '../../identity/known-device.ts';
import { DEVICE_DAYS, TOKEN_DAYS } from '../../identity/lifetimes.ts';

export const AUTH_COOKIE = 'auth._token.local';
/** Tells the page's scripts that a customer is signed in, and nothing more. */
const MARKER_COOKIE = 'auth.signed_in';

/** Binds a sign-in at Google or Facebook to this browser while it lasts. */
const SOCIAL_COOKIE = 'auth.social';
const SOCIAL_PATH = '/api/customers';

/** The token of a request: bearer header first, else the cookie. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '');
  return bearer?.[1] ?? request.cookies[AUTH_COOKIE];
}

export function setAuthCookies(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const options = {
    path: '/',
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: TOKEN_DAYS * 86_400,
  } as const;
  reply.setCookie(AUTH_COOKIE, token, { ...options, httpOnly: true });
  reply.setCookie(MARKER_COOKIE, '1', options);
}

/** Marks the device as known for this phone. */
export function setKnownCookie({ ctx, protocol }: FastifyRequest, reply: FastifyReply, phone: string): void {
  const options = { path: '/', sameSite: 'lax', httpOnly: true, secure: protocol === 'https' } as const;
  reply.setCookie(DEVICE_COOKIE, withKnown(ctx, phone), { ...options, maxAge: DEVICE_DAYS * 86_400 });
}

function clearAuthCookies(request: FastifyRequest, reply: FastifyReply): void {
  const options = { path: '/', sameSite: 'lax', secure: request.protocol === 'https' } as const;
  reply.clearCookie(AUTH_COOKIE, { ...options, httpOnly: true });
  reply.clearCookie(MARKER_COOKIE, options);
}

/** Leaving the account removes its orders from the device too. */
export function clearPersonalCookies(request: FastifyRequest, reply: FastifyReply): void {
  clearAuthCookies(request, reply);
  clearOrderCookies(request, reply);
}

/** Whether this browser was signed in, even if the session has ended since. */
export const wasSignedIn = ({ cookies }: FastifyRequest): boolean => AUTH_COOKIE in cookies || MARKER_COOKIE in cookies;

export function clearOrderCookies(request: FastifyRequest, reply: FastifyReply): void {
  const options = { path: '/', sameSite: 'lax', secure: request.protocol === 'https', httpOnly: true } as const;
  for (const name of Object.keys(request.cookies)) if (isOrderCookie(name)) reply.clearCookie(name, options);
}

export const socialNonce = (request: FastifyRequest): string | undefined => request.cookies[SOCIAL_COOKIE];

export function setSocialNonce(request: FastifyRequest, reply: FastifyReply, nonce: string): void {
  const secure = request.protocol === 'https';
  reply.setCookie(SOCIAL_COOKIE, nonce, { path: SOCIAL_PATH, sameSite: 'lax', httpOnly: true, secure, maxAge: 600 });
}

export const clearSocialNonce = (reply: FastifyReply): void =>
  void reply.clearCookie(SOCIAL_COOKIE, { path: SOCIAL_PATH });
