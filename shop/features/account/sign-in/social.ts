import type { SignedInReply } from '#contract/customers/customers.ts';
import { returnPath } from '#domain/text/return-path.ts';
import { ApiError, call } from '~/api.ts';
import { entered, type Newcomer } from './sign-in.ts';

export type SocialName = 'google' | 'facebook';
/** Which of them the store offers. */
export type SocialWays = SocialName[];

/** What comes back from Google or Facebook, in the address's fragment. */
export type SocialReply = { provider: SocialName; id_token: string };

/** Where one was going, kept in this tab: it is nobody's business out there, and may hold a secret. */
const GOING_TO = 'signInTo';

/** @returns the address of their sign-in. `to` is kept until one is back. */
export async function startSocial(provider: SocialName, to: string): Promise<string> {
  const { url } = await call('POST /api/customers/start-social', { body: { provider } });
  try {
    sessionStorage.setItem(GOING_TO, to);
  } catch {
    // Storage that is shut leads to the personal area.
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

/** Reads their answer out of the fragment and takes it out of the address; `null` when there is none. */
export function readSocialReply(): { to: string; reply: SocialReply | null } | null {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const provider = fragment.get('state');
  if (provider !== 'google' && provider !== 'facebook') return null;
  // The router's own state stays where it is.
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  const id_token = fragment.get('id_token');
  return { to: returnPath(goingTo()), reply: id_token ? { provider, id_token } : null };
}

/** Who has no account yet is known by the refusal's ticket. */
export function newcomerOf(error: unknown): Newcomer | null {
  if (!(error instanceof ApiError) || error.reply.error_code !== 'NOT_REGISTERED') return null;
  const details = error.reply.details as Partial<Newcomer> | undefined;
  return details?.social_ticket ? (details as Newcomer) : null;
}
