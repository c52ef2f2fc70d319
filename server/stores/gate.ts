import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { Deps, Store } from '../context.ts';
import { keyedHash, sameSecret } from '../platform/keyed-hash.ts';

/** Value of `stores.gate_hash`: salt and scrypt hash of a gate's code. */
export function gateHash(code: string): string {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${scryptSync(code, salt, 32).toString('base64url')}`;
}

export function codeOpensGate(store: Store, code: string): boolean {
  const [salt, hash] = (store.gateHash ?? '').split('.');
  if (!salt || !hash || code.length > 200) return false;
  return timingSafeEqual(scryptSync(code, Buffer.from(salt, 'base64url'), 32), Buffer.from(hash, 'base64url'));
}

/** Value of the gate's cookie; a new code invalidates it. */
export const gatePass = (deps: Deps, store: Store): string =>
  keyedHash(deps.secret, `gate:${store.uuid}:${store.gateHash}`);

export const passes = (deps: Deps, store: Store, pass: string | undefined): boolean =>
  sameSecret(pass ?? '', gatePass(deps, store));
