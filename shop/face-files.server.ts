// lint-allow short-file: in root.tsx the addresses of all files would be in the browser’s first load
import { chosenOf } from '#domain/catalogue/theme-choices.ts';

/** Addresses by file, only on the server: a page gets those of its own store. */
const files = import.meta.glob<string>('../ui/styles/fonts/*.woff2', { query: '?url', import: 'default', eager: true });

/**
 * Font files of a store's text and headings, to be loaded with the page. Headings of the home page are Hebrew: there
 * the Latin letters of model names, further down, would only delay the large picture.
 */
export function faceFiles(settings: Record<string, string>, isHome: boolean): string[] {
  const face = chosenOf(settings, 'face');
  const first = new Set(['heebo-hebrew', 'heebo-latin', `${face}-hebrew`, ...(isHome ? [] : [`${face}-latin`])]);
  return [...first].flatMap((file) => files[`../ui/styles/fonts/${file}.woff2`] ?? []);
}
