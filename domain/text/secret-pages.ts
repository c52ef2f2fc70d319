/**
 * First parts of the paths whose second part is a secret, for regular expressions: neither logs nor statistics may have
 * these.
 */
export const SECRET_PAGES = 'order|pay|booking|review|trade-in|unsubscribe|confirm|preview';
