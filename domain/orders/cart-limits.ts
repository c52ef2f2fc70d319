/** The most pieces that a line of a cart or an order may have. */
export const MAX_LINE_QUANTITY = 99;
