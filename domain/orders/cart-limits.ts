/** The most pieces that a line of a cart or an order may have. */
export const MAX_LINE_QUANTITY = 99;

/** The most lines of a cart, and of an order. */
export const MAX_LINES = 50;
