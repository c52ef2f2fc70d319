/** Who an issuer says that somebody is. */
export type SocialIdentity = {
  provider: SocialName;
  /** The issuer's own name of the account; it never changes. */
  subject: string;
  /** `null` unless given; only a proved one may find an account of ours. */
  email: string | null;
  emailProved: boolean;
  firstName: string;
  lastName: string;
};

const socialNames = ['google', 'facebook'] as const;
export type SocialName = (typeof socialNames)[number];

/** An issuer that can't be reached just now. Its tokens are neither right nor wrong. */
export class SocialUnavailable extends Error {}

/** One issuer of ID tokens (OpenID Connect). */
export type SocialProvider = {
  /** Where the browser goes to sign in there. @throws SocialUnavailable */
  signInUrl: (ask: { clientId: string; returnTo: string; nonce: string; state: string }) => Promise<string>;
  /** `null` for a token that isn't this issuer's, this store's, of this moment or of this sign-in. @throws SocialUnavailable */
  verify: (idToken: string, wanted: { clientId: string; nonce: string; now: Date }) => Promise<SocialIdentity | null>;
};

export type SocialProviders = Record<SocialName, SocialProvider>;
