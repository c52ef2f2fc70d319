import { createECDH, createHash, hkdfSync } from 'node:crypto';
import { compactDecrypt, type JWK } from 'jose';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';

type Keys = { publicKey: PublicKey; privateKey: JWK };
type PublicKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string; kid: string; use: 'enc'; alg: 'ECDH-ES' };

const keysBySecret = new Map<string, Keys>();

/** A key pair derived from the installation's secret: equal in all processes and stored in none. */
function keysOf(secret: string): Keys {
  const cached = keysBySecret.get(secret);
  if (cached) return cached;
  const curve = createECDH('prime256v1');
  // About one in four billion values isn't a valid scalar; then the next one is tried.
  for (let round = 0; ; round++) {
    const scalar = Buffer.from(hkdfSync('sha256', secret, '', `hashedData ${round}`, 32));
    try {
      curve.setPrivateKey(scalar);
      break;
    } catch (error) {
      if (round > 8) throw error;
    }
  }
  const point = curve.getPublicKey();
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const kid = createHash('sha256').update(point).digest('base64url').slice(0, 16);
  const d = curve.getPrivateKey().toString('base64url').padStart(43, 'A');
  const curveOf = { kty: 'EC', crv: 'P-256', x, y } as const;
  const keys: Keys = {
    publicKey: { ...curveOf, kid, use: 'enc', alg: 'ECDH-ES' },
    privateKey: { ...curveOf, d },
  };
  keysBySecret.set(secret, keys);
  return keys;
}

export const encryptionKey = (ctx: RequestContext): PublicKey => keysOf(ctx.secret).publicKey;

/**
 * The JSON content of a compact JWE to our key. All failures look alike, so that nothing is revealed.
 * @throws BAD_REQUEST
 */
export async function openHashed(ctx: RequestContext, hashedData: string): Promise<unknown> {
  try {
    const { plaintext } = await compactDecrypt(hashedData, keysOf(ctx.secret).privateKey, {
      keyManagementAlgorithms: ['ECDH-ES', 'ECDH-ES+A256KW'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext));
  } catch {
    throw refuse('BAD_REQUEST', { fields: [{ path: 'hashedData', message: 'הערך אינו תקין' }] });
  }
}
