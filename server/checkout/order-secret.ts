import { randomInt } from 'node:crypto';
import { ORDER_NUMBER } from '#domain/orders/order-number.ts';
import { keyedHash } from '../platform/keyed-hash.ts';

/** What a link is made of: the row, and how often its links were replaced. */
export type Linked = { uuid: string; linkVersion: number };

/** The secret in an order's link: derived from the order and the installation's key, so that it is stored nowhere. */
export const orderSecret = (key: string, order: Linked): string => keyedHash(key, `order:${linkName(order)}`);

export const linkName = ({ uuid, linkVersion }: Linked): string =>
  linkVersion === 0 ? uuid : `${uuid}:${linkVersion}`;

/** Digits and capitals without those that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** `7K4M-29QX`: easy to spell on the phone, 40 bits against guessing. */
export function orderNumber(): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

const COOKIE = 'order.';

/** Name of the cookie with the secret of an order that was placed on this device. */
export const orderCookie = (number: string): string => COOKIE + number;

export const isOrderCookie = (name: string): boolean =>
  name.startsWith(COOKIE) && ORDER_NUMBER.test(name.slice(COOKIE.length));

type Named = { uuid: string; number: string };

/**
 * The secret of a payment link: the order's number, and a mark that only this installation can make of it. It pays and
 * shows what is paid for, and opens nothing else of the order, so that it may be handed on to whoever pays.
 */
export const payLinkSecret = (key: string, { uuid, number }: Named): string =>
  number.replace('-', '') + keyedHash(key, `pay:${uuid}`).slice(0, 22);
