// lint-allow short-file: in root.tsx the addresses of all files would be in the browser’s first load
import { chosenOf } from '#domain/catalogue/theme-choices.ts';

/** Addresses by file, only on the server: a page gets those of its own store. */
const files = import.meta.glob<string>('../ui/styles/fonts/*.woff2', { query: '?url', import: 'default', eager: true });

/** What the Hebrew of a store's headings is set in, to be loaded with the page: `null` for Heebo, which is every page's own. */
export function faceFile(settings: Record<string, string>): string | null {
  const face = chosenOf(settings, 'face');
  return face === 'heebo' ? null : (files[`../ui/styles/fonts/${face}-hebrew.woff2`] ?? null);
}
