import type { SignedInReply } from '#contract/customers/customers.ts';
import { returnPath } from '#domain/text/return-path.ts';
import { ApiError, call } from '~/api.ts';
import { entered, type Newcomer } from './sign-in.ts';

export type SocialName = 'google' | 'facebook';
/** Issuers that the store offers. */
export type SocialWays = SocialName[];

/** The reply of Google or Facebook, in the URL's fragment. */
export type SocialReply = { provider: SocialName; id_token: string };

/** The target page, kept in this tab: it may contain a secret and isn't sent to the issuer. */
const GOING_TO = 'signInTo';

/** @returns the issuer's sign-in URL. `to` is stored until the return. */
export async function startSocial(provider: SocialName, to: string): Promise<string> {
  const { url } = await call('POST /api/customers/start-social', { body: { provider } });
  try {
    sessionStorage.setItem(GOING_TO, to);
  } catch {
    // Blocked storage leads to the personal area.
  }
  return url;
}

function goingTo(): string | null {
  try {
    return sessionStorage.getItem(GOING_TO);
  } catch {
    return null;
  }
}

export const takeSocial = (reply: SocialReply): Promise<SignedInReply> =>
  entered(call('POST /api/customers/login-whit-social', { body: reply }));

/** Reads the issuer's reply from the fragment and removes it from the URL; `null` without one. */
export function readSocialReply(): { to: string; reply: SocialReply | null } | null {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const provider = fragment.get('state');
  if (provider !== 'google' && provider !== 'facebook') return null;
  // The router's own state is preserved.
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  const id_token = fragment.get('id_token');
  return { to: returnPath(goingTo()), reply: id_token ? { provider, id_token } : null };
}

/** The refusal's ticket marks a person without an account. */
export function newcomerOf(error: unknown): Newcomer | null {
  if (!(error instanceof ApiError) || error.reply.error_code !== 'NOT_REGISTERED') return null;
  const details = error.reply.details as Partial<Newcomer> | undefined;
  return details?.social_ticket ? (details as Newcomer) : null;
}
