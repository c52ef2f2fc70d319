import type { SignedInReply } from '#contract/customers/customers.ts';
import { parseMobile } from '#domain/people/phone.ts';
import { ApiError, call } from '~/api.ts';
import { mergeAtNextChance, ownerOfLists } from '../../favorites/account-favorites.ts';
import { refreshCustomer } from '../customer.ts';
import { forgetAccount } from '../log-out.ts';

const otp = { 'x-rate-limit': 'otp' as const };

/**
 * A code was sent, or the previous one is still valid, for `expiresIn` seconds at the least; the next may be requested
 * in `resendIn` seconds, if any remains.
 */
export type CodeSent = { expiresIn: number; resendIn: number; remaining: number; isNew: boolean };

export const isMobile = (phone: string): boolean => parseMobile(phone) !== null;

/** When the limit can't be checked (503), continues as if five remained; the server enforces its own. */
async function checkLimit(phone: string): Promise<{ allowed: boolean; remaining: number; retry_after: number }> {
  try {
    return await call('POST /api/customers/check-otp-rate-limit', { body: { phone } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 503) return { allowed: true, remaining: 5, retry_after: 0 };
    throw error;
  }
}

/** @throws ApiError: INVALID_PHONE, RATE_LIMITED when no code remains */
export async function askCode(phone: string): Promise<CodeSent> {
  const { allowed, remaining, retry_after } = await checkLimit(phone);
  // A code was sent less than a minute ago: that one is to be typed.
  if (!allowed && remaining > 0) return { expiresIn: retry_after, resendIn: retry_after, remaining, isNew: false };
  const sent = await call('GET /api/customers/get-otp-code', { query: { phone }, headers: otp });
  return { expiresIn: sent.expires_in, resendIn: sent.resend_in, remaining: sent.remaining, isNew: true };
}

/** `buyer`: who ordered with the phone before, as a guest. */
type Proved = { ticket: string; registered: boolean; buyer: Person | null };

export const verifyCode = (phone: string, code: string): Promise<Proved> =>
  call('GET /api/customers/login-verify-otp-code', { query: { phone, code }, headers: otp });

export type Person = { first_name: string; last_name: string; email: string | null };

/** Details from Google or Facebook of a person without an account here. */
export type Newcomer = Person & { social_ticket: string };

export const login = (ticket: string, newcomer: Newcomer | null): Promise<SignedInReply> =>
  entered(call('POST /api/customers/login', { body: { ticket, social_ticket: newcomer?.social_ticket } }));

export const loginByEmail = (email: string, password: string): Promise<SignedInReply> =>
  entered(call('POST /api/customers/login', { body: { email, password } }));

export const forgotPassword = (email: string) => call('POST /api/customers/forgot-password', { body: { email } });

export type Details = Person & { password?: string; marketing_consent: boolean };

export const signUp = (ticket: string, newcomer: Newcomer | null, details: Details): Promise<SignedInReply> => {
  const body = { ticket, social_ticket: newcomer?.social_ticket, ...details };
  return entered(call('POST /api/customers/create-customer', { body }));
};

/** The cookie is set; loads the customer and merges this device's favourites into the account. */
export async function entered(reply: Promise<SignedInReply>): Promise<SignedInReply> {
  const signedIn = await reply;
  // After a session that ended unnoticed: another customer's lists must not join this account.
  if (![null, signedIn.customer.uuid].includes(ownerOfLists())) forgetAccount();
  mergeAtNextChance();
  await refreshCustomer();
  return signedIn;
}
