import { constants } from 'node:zlib';

/**
 * Brotli's settings for what is packed while somebody waits for it. At quality 3 a page of 126 kB takes 0.8 ms and has
 * 25.7 kB; at 5, 6 ms and 23.1 kB; at 4, the tables alone of a reply of 4 kB cost a millisecond. A window of 256 kB
 * holds whatever we send: brotli's own 4 MB count as memory of the process, and V8 marks the whole heap after every ten
 * of them, which costs more than to make the pages.
 */
export const QUICK_BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 3,
  [constants.BROTLI_PARAM_LGWIN]: 18,
};
