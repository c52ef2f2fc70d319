import { isDeepStrictEqual } from 'node:util';

/** A form that is pressed twice, or sent again because its answer was lost, comes again within this time. */
const REPEAT_MS = 120_000;

/** What is like a form that came just now was created after this. */
export const repeatsSince = (now: Date): Date => new Date(now.getTime() - REPEAT_MS);

/** Whether a row holds all of the content, word for word. */
export const holds =
  (content: object) =>
  (row: object): boolean =>
    isDeepStrictEqual({ ...row, ...content }, row);
