import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignedInReply } from '#contract/customers/customers.ts';
import { type SignUp, signUpBody } from '#contract/customers/sign-in.ts';
import type { CallInput } from '#contract/index.ts';
import { parseMobile } from '#domain/people/phone.ts';
import { serve } from '../../call.ts';
import type { RequestContext } from '../../context.ts';
import { requireCustomer } from '../../identity/require-customer.ts';
import { revokeToken, revokeTokens } from '../../identity/tokens.ts';
import { refuse } from '../../platform/errors.ts';
import { changePhone } from '../account/change-phone.ts';
import { checkCode, mobileOf, sendCode, verifyCode } from './codes.ts';
import {
  clearOrderCookies,
  clearPersonalCookies,
  clearSocialNonce,
  setAuthCookies,
  setKnownCookie,
  setSocialNonce,
  socialNonce,
  tokenOf,
  wasSignedIn,
} from './cookies.ts';
import { encryptionKey, openHashed } from './hashed-data.ts';
import { changePassword, forgotPassword, resetPassword, verifyLink } from './password-reset.ts';
import { loginByEmail } from './password-sign-in.ts';
import { createCustomer, login } from './sign-in.ts';
import { loginWithSocial, startSocial } from './social.ts';

export function signInRoutes(app: FastifyInstance): void {
  serve(app, 'POST /api/customers/check-otp-rate-limit', (ctx, { body }) => checkCode(ctx, body.phone));
  serve(app, 'GET /api/customers/get-otp-code', (ctx, { query }, { request }) => {
    refuseFromElsewhere(request);
    return sendCode(ctx, query.phone);
  });
  serve(app, 'GET /api/customers/login-verify-otp-code', async (ctx, { query }, { request, reply }) => {
    refuseFromElsewhere(request);
    const verification = await verifyCode(ctx, query.phone, query.code);
    setKnownCookie(request, reply, mobileOf(query.phone));
    return verification;
  });
  serve(app, 'GET /api/customers/get-encryption-key', { cache: 'public' }, async (ctx) => encryptionKey(ctx));
  serve(app, 'POST /api/customers/create-customer', async (ctx, { body }, { request, reply }) =>
    entered(request, reply, await createCustomer(ctx, await opened(ctx, body), tokenOf(request))),
  );
  serve(app, 'POST /api/customers/login', async (ctx, { body }, { request, reply }) => {
    const before = tokenOf(request);
    const signedIn = 'ticket' in body ? await login(ctx, body, before) : await loginByEmail(ctx, body, before);
    return entered(request, reply, signedIn);
  });
  serve(app, 'POST /api/customers/start-social', async (ctx, { body }, { request, reply }) => {
    const { url, nonce } = await startSocial(ctx, body.provider);
    setSocialNonce(request, reply, nonce);
    return { url };
  });
  serve(app, 'POST /api/customers/login-whit-social', async (ctx, { body }, { request, reply }) => {
    clearSocialNonce(reply);
    return entered(request, reply, await loginWithSocial(ctx, body, socialNonce(request), tokenOf(request)));
  });
  serve(app, 'POST /api/customers/forgot-password', (ctx, { body }) => forgotPassword(ctx, body.email));
  serve(app, 'POST /api/customers/verify-reset-password-link', (ctx, { body }) => verifyLink(ctx, body.token));
  serve(app, 'POST /api/customers/reset-password', async (ctx, { body }, { request }) => {
    await resetPassword(ctx, body.token, body.password, tokenOf(request));
    return {};
  });
  serve(app, 'POST /customer/customers/change-password', async (ctx, { body }, { request }) => {
    await changePassword(ctx, body, tokenOf(request));
    return {};
  });
  serve(app, 'POST /customer/customers/change-phone', (ctx, { body }, { request }) =>
    changePhone(ctx, body.ticket, tokenOf(request)),
  );
  serve(app, 'POST /customer/customers/logout', { signedOut: true }, async (ctx, _input, { request, reply }) => {
    const token = tokenOf(request);
    if (token) await revokeToken(ctx.db, token);
    clearPersonalCookies(request, reply);
    return {};
  });
  serve(app, 'POST /customer/customers/logout-everywhere', async (ctx, _input, { request, reply }) => {
    await revokeTokens(ctx.db, requireCustomer(ctx).uuid);
    clearPersonalCookies(request, reply);
    return {};
  });
}

function entered(request: FastifyRequest, reply: FastifyReply, signedIn: SignedInReply): SignedInReply {
  // Orders of a customer signed in here before aren't this customer's.
  if (wasSignedIn(request) && request.ctx.customer?.uuid !== signedIn.customer.uuid) clearOrderCookies(request, reply);
  setAuthCookies(request, reply, signedIn.token);
  const phone = parseMobile(signedIn.customer.phone ?? '');
  if (phone) setKnownCookie(request, reply, phone);
  return signedIn;
}

/** The body of a sign-up in either form; both are checked by one schema. */
async function opened(
  ctx: RequestContext,
  body: CallInput<'POST /api/customers/create-customer'>['body'],
): Promise<SignUp> {
  if (!('isHashed' in body)) return body;
  const parsed = signUpBody.safeParse(await openHashed(ctx, body.hashedData));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => ({ path: path.join('.'), message: 'הערך אינו תקין' }));
  throw refuse('BAD_REQUEST', { fields });
}

/** GETs that act aren't covered by the Origin check of writes: browsers send only Sec-Fetch-Site with them. */
function refuseFromElsewhere(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw refuse('FORBIDDEN_ORIGIN');
}
