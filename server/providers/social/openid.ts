import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { type SocialIdentity, type SocialName, type SocialProvider, SocialUnavailable } from './social.ts';

type Metadata = { authorization_endpoint: string; jwks_uri: string };
type Keys = ReturnType<typeof createRemoteJWKSet>;
type Found = Metadata & { keys: Keys; at: number };

const METADATA_LIFE = 60 * 60_000;
const TIMEOUT_MS = 5_000;
/** Maximum age of a token, and tolerated difference of clocks. Seconds. */
const MAX_AGE = 10 * 60;
const TOLERANCE = 30;

/**
 * OpenID Connect by the implicit flow (`response_type=id_token`): the token returns in the URL's fragment, so no
 * script of the issuer's runs on our pages and no client secret is stored. A token counts only when signature,
 * issuer, audience, age and nonce are right.
 */
export function openIdProvider(name: SocialName, issuer: string): SocialProvider {
  let discovered: Found | undefined;

  async function metadata(): Promise<Found> {
    if (discovered && performance.now() - discovered.at < METADATA_LIFE) return discovered;
    try {
      const reply = await fetch(`${issuer}/.well-known/openid-configuration`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!reply.ok) throw new Error(`status ${reply.status}`);
      const { authorization_endpoint, jwks_uri } = (await reply.json()) as Metadata;
      // Caches the keys, and fetches an unknown key at most once in half a minute.
      const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: TIMEOUT_MS });
      discovered = {
        authorization_endpoint: new URL(authorization_endpoint).href,
        jwks_uri,
        keys,
        at: performance.now(),
      };
    } catch (error) {
      // Stale endpoints are better than none.
      if (discovered) return discovered;
      throw new SocialUnavailable(`${name} can't be reached`, { cause: error });
    }
    return discovered;
  }

  return {
    async signInUrl({ clientId, returnTo, nonce, state }) {
      const url = new URL((await metadata()).authorization_endpoint);
      const query = {
        client_id: clientId,
        redirect_uri: returnTo,
        response_type: 'id_token',
        scope: name === 'google' ? 'openid email profile' : 'openid email public_profile',
        nonce,
        state,
      };
      for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
      return url.href;
    },

    async verify(idToken, { clientId, nonce, now }) {
      const { keys } = await metadata();
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          issuer: spellings(issuer),
          audience: clientId,
          algorithms: ['RS256', 'ES256'],
          requiredClaims: ['sub', 'exp', 'iat'],
          maxTokenAge: MAX_AGE,
          clockTolerance: TOLERANCE,
          currentDate: now,
        });
        const forUs = payload.azp === undefined || payload.azp === clientId;
        return forUs && payload.nonce === nonce && payload.sub ? identityOf(name, payload.sub, payload) : null;
      } catch (error) {
        // `jose` gives an invalid token an error code; anything else is a failure to fetch the keys.
        const reached = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
        if (reached && error.code !== 'ERR_JOSE_GENERIC') return null;
        throw new SocialUnavailable(`the keys of ${name} can't be read`, { cause: error });
      }
    },
  };
}

/** Both issuers have been seen with variants of their name: without `https://`, without `www.`. */
const spellings = (issuer: string): string[] => [
  ...new Set([issuer, issuer.replace('://www.', '://'), issuer.replace(/^https?:\/\//, '')]),
];

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 254) : '');

function identityOf(provider: SocialName, subject: string, claims: JWTPayload): SocialIdentity {
  const email = textOf(claims.email);
  const [first = '', ...rest] = textOf(claims.name).split(/\s+/);
  return {
    provider,
    subject,
    email: email || null,
    emailProved: email !== '' && claims.email_verified === true,
    firstName: textOf(claims.given_name) || first,
    lastName: textOf(claims.family_name) || rest.join(' '),
  };
}
