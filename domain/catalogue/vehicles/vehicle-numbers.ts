// Numbers that identify one vehicle.

/**
 * An Israeli plate: 7 or 8 digits, of older two-wheelers and trailers 5 or 6, in any spelling. @returns the digits, or
 * `null`
 */
export function parsePlate(text: string): string | null {
  const digits = text.replace(/[\s\-.־–\u200E\u200F\u2066-\u2069]/g, '');
  return /^\d{5,8}$/.test(digits) ? digits : null;
}

/** `12-345-67`, `123-45-678`; a shorter one has no dashes. */
export const formatPlate = (digits: string): string =>
  digits.length === 8
    ? `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`
    : digits.length === 7
      ? `${digits.slice(0, 2)}-${digits.slice(2, 5)}-${digits.slice(5)}`
      : digits;

/** A chassis number (ISO 3779): 17 letters and digits without I, O and Q. @returns it in capitals, or `null` */
export function parseChassis(text: string): string | null {
  const number = text.replace(/[\s\-\u200E\u200F\u2066-\u2069]/g, '').toUpperCase();
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(number) ? number : null;
}

/**
 * No answer of the registry of vehicles that can be relied on: it is slow, unreachable, or answers with something else.
 * It is here for who catches it: a subject of the server imports nothing but types from `server/providers/`.
 */
export class RegistryAway extends Error {}
