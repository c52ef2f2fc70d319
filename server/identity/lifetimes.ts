// How long what lets a customer in is good; of staff: server/staff/lifetimes.ts. How often it may be asked for and
// tried: server/platform/limit-policies.ts.

/** A customer's sign-in ends so many days after its last use. */
export const TOKEN_DAYS = 30;
/** So long after the sign-in a customer may change what signs them in. */
export const FRESH_SIGN_IN_MINUTES = 15;
/** A code by SMS. */
export const CODE_LIFETIME_SECONDS = 5 * 60;
/**
 * Proofs between two steps of a sign-in. A phone's is as long as somebody may take to fill in a sign-up; that of an
 * issuer, which comes before it, outlives it.
 */
export const TICKET_MINUTES = { phone: 30, nonce: 10, identity: 45 };
/** Mailed links: that chooses a new password, that proves an e-mail. */
export const PASSWORD_LINK_MINUTES = 60;
export const EMAIL_LINK_MINUTES = 60;
/** How long a device counts as one that has proved a phone. */
export const DEVICE_DAYS = 180;
