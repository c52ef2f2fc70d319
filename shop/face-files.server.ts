// lint-allow short-file: in root.tsx the addresses of all files would be in the browser’s first load
import { chosenOf } from '#domain/catalogue/theme-choices.ts';

/** Addresses by file, only on the server: a page gets those of its own store. */
const files = import.meta.glob<string>('../ui/styles/fonts/*.woff2', { query: '?url', import: 'default', eager: true });

/** Font files of a store's text and headings, to be loaded with the page. */
export function faceFiles(settings: Record<string, string>): string[] {
  const faces = new Set(['heebo', chosenOf(settings, 'face')]);
  return [...faces].flatMap((face) =>
    ['hebrew', 'latin'].flatMap((script) => files[`../ui/styles/fonts/${face}-${script}.woff2`] ?? []),
  );
}
