/**
 * Drizzle's query language, by one door: its `package.json` names thousands of exports, which Node parses anew for each file that
 * imports the package, a third of a process's start.
 */
// biome-ignore lint/style/noRestrictedImports: this is the door
export * from 'drizzle-orm';

/** Text as a part of a `like` pattern: `%`, `_` and `\` stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A `like` pattern: `text` anywhere. */
export const containing = (text: string): string => `%${escapeLike(text)}%`;

/** A `like` pattern for lower-case text: the words in their sequence, with anything between them. */
export const containingWords = (text: string): string => containing(text.toLowerCase()).replace(/\s+/g, '%');
