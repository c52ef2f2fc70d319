import { randomInt } from 'node:crypto';
import { keyedHash } from '../platform/keyed-hash.ts';

/** The secret in an order's link: made of the order and the installation's key, so that it need not be kept anywhere. */
export const orderSecret = (key: string, orderUid: string): string => keyedHash(key, `order:${orderUid}`);

/** Digits and capitals without those that are read for one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** `7K4M-29QX`: easy to say on the phone, hopeless to guess. */
export function orderNumber(): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** As `orderNumber` makes them; a secret is longer. */
export const ORDER_NUMBER = /^[2-9A-Z]{4}-[2-9A-Z]{4}$/;

const COOKIE = 'order.';

/** The cookie that keeps the secret of an order that was placed on this device lately. */
export const orderCookie = (number: string): string => COOKIE + number;

export const isOrderCookie = (name: string): boolean =>
  name.startsWith(COOKIE) && ORDER_NUMBER.test(name.slice(COOKIE.length));
