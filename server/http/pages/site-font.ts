import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const assets = fileURLToPath(new URL('../../../build/client/assets', import.meta.url));

/** Hebrew and Latin as in `ui/styles/faces.css`. */
const RANGES = { hebrew: 'U+0590-05FF,U+200C-2010,U+20AA', latin: 'U+0020-007E,U+00A0-00FF,U+2013-2026' };

let cached: { links: string; faces: string } | undefined;

/** The font of the built site, for pages that are made without the site. Before it is built there is none. */
export function siteFont(): { links: string; faces: string } {
  cached ??= make();
  return cached;
}

function make() {
  const names = list();
  const files = Object.entries(RANGES).flatMap(([script, range]) => {
    const name = names.find((file) => new RegExp(`^heebo-${script}-[\\w-]{8}\\.woff2$`).test(file));
    return name ? [{ url: `/assets/${name}`, range }] : [];
  });
  return {
    links: files
      .map(({ url }) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`)
      .join(''),
    faces: files
      .map(
        ({ url, range }) =>
          `@font-face{font-family:Heebo;font-weight:400 900;font-display:swap;src:url(${url}) format("woff2");unicode-range:${range}}`,
      )
      .join(''),
  };
}

function list(): string[] {
  try {
    return readdirSync(assets);
  } catch {
    return [];
  }
}
