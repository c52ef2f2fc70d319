import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA256 as base64url: equal for equal texts, useless without the installation's key. */
export const keyedHash = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** SHA-256 as hex: the database stores this of a secret link, so that reading it grants no access. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Takes as long wherever they differ. */
export const sameSecret = (actual: string, expected: string): boolean =>
  timingSafeEqual(Buffer.from(secretHash(actual)), Buffer.from(secretHash(expected)));
