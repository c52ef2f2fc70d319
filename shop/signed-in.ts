import type { Customer } from '#contract/customers/customers.ts';

/**
 * Readable by the page, unlike the token: says only that someone is signed in, so that every visitor gets the same
 * HTML.
 */
const MARKER_COOKIE = 'auth.signed_in';

export const hasMarker = (): boolean => document.cookie.split('; ').includes(`${MARKER_COOKIE}=1`);

let signedIn: Customer | undefined;
/**
 * Who is signed in, once the page has asked; for calls that name the customer, and forms that begin with their details.
 */
export const signedInCustomer = (): Customer | undefined => signedIn;
export function setSignedIn(customer: Customer | undefined): void {
  signedIn = customer;
}
