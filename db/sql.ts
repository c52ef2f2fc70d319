/**
 * Drizzle's query language, by one door: its `package.json` names thousands of exports, which Node parses anew for each file that
 * imports the package, a third of a process's start.
 */
// biome-ignore lint/style/noRestrictedImports: this is the door
export * from 'drizzle-orm';
