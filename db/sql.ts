/**
 * Drizzle's query language, by one door. Its `package.json` names thousands of exports, which Node parses anew for each
 * module of the package that it loads, half a second of a processor in every process: its CommonJS files, named as
 * files, it loads without that.
 */
export * from '../node_modules/drizzle-orm/index.cjs';

/** Text as a part of a `like` pattern: `%`, `_` and `\` stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A `like` pattern: `text` anywhere. */
export const containing = (text: string): string => `%${escapeLike(text)}%`;

/** A `like` pattern for lower-case text: the words in their sequence, with anything between them. */
export const containingWords = (text: string): string => containing(text.toLowerCase()).replace(/\s+/g, '%');
