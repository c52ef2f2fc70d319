/** Digits and capitals without those that look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/**
 * `7K4M-29QX`: easy to spell on the phone, 40 bits against guessing. `random`: a whole number from 0 up to a bound. An
 * SMS names it among Hebrew letters, where digits alone before the hyphen and a letter after it would change sides.
 */
export function newOrderNumber(random: (bound: number) => number): string {
  const half = () => Array.from({ length: 4 }, () => ALPHABET[random(ALPHABET.length)]).join('');
  const number = `${half()}-${half()}`;
  return /^\d+-\D/.test(number) ? newOrderNumber(random) : number;
}

/** Of orders, as they are shown and kept; the secret of an order is longer. */
export const ORDER_NUMBER = /^[2-9A-Z]{4}-[2-9A-Z]{4}$/;

/** As people type it: `7k4m 29qx` → `7K4M-29QX`; `null` for what isn't an order number. */
export function orderNumberOf(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const number = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  return ORDER_NUMBER.test(number) ? number : null;
}
