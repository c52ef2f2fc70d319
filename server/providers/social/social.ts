/** A person's identity as stated by an issuer. */
export type SocialIdentity = {
  provider: SocialName;
  /** The issuer's own id of the account; it never changes. */
  subject: string;
  /** `null` unless shared; only a verified one may match an account of ours. */
  email: string | null;
  emailProved: boolean;
  firstName: string;
  lastName: string;
};

const socialNames = ['google', 'facebook'] as const;
export type SocialName = (typeof socialNames)[number];

/** An issuer that is unreachable now. Its tokens are neither valid nor invalid. */
export class SocialUnavailable extends Error {}

/** One issuer of ID tokens (OpenID Connect). */
export type SocialProvider = {
  /** The issuer's sign-in URL. @throws SocialUnavailable */
  signInUrl: (ask: { clientId: string; returnTo: string; nonce: string; state: string }) => Promise<string>;
  /** `null` for a token of another issuer, store, time or sign-in. @throws SocialUnavailable */
  verify: (idToken: string, expected: { clientId: string; nonce: string; now: Date }) => Promise<SocialIdentity | null>;
};

export type SocialProviders = Record<SocialName, SocialProvider>;
