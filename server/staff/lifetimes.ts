// How long what lets staff in is good; of customers: server/identity/lifetimes.ts.

/** From the sign-in on: using a session makes it no longer. */
export const SESSION_HOURS = 12;
/** How long a browser keeps the name by which a new one is told from it (`devices.ts`). */
export const DEVICE_DAYS = 180;
/** So long after a factor was proved a person may change their own factors. */
export const FRESH_MINUTES = 15;
/** An invitation may wait over a weekend; a link after a lost phone is used on the telephone. */
export const TICKET_MINUTES = { invitation: 3 * 24 * 60, reset: 24 * 60, half: 5, challenge: 5 };
