/** How long a repeated `Idempotency-Key` finds the order that the first request has placed. */
export const KEY_HOURS = 24;
