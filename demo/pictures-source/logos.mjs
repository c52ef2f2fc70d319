// Draws the seven stores' logos and favicons: node demo/pictures-source/logos.mjs (writes demo/stores/<key>/files/*.svg).
// Letters are strokes on a grid 14 high, so that each brand gets its own weight, slant and corners from one alphabet.
import { mkdirSync, writeFileSync } from 'node:fs';

const letters = {
  A: [10.4, 'M.7 14 5.2 1.4 9.7 14M2.6 9.6h5.2'],
  C: [9.6, 'M9.2 3.4A5.5 5.5 0 1 0 9.2 10.6'],
  E: [9, 'M9 1.500H1.500v11H9M1.5 7h6.6'],
  F: [8.8, 'M1.5 14V1.500h7.300M1.5 7.400h6.2'],
  G: [11.5, 'M10 3.300A5.5 5.5 0 1 0 11.2 8.200V7.300H7.4'],
  H: [11, 'M1.5 0v14M9.5 0v14M1.5 7h8'],
  I: [3, 'M1.5 0v14'],
  K: [10, 'M1.5 0v14M9.2.3 2.3 7.200M4.6 5.6 9.6 14'],
  L: [8.4, 'M1.5 0v12.500h6.9'],
  M: [12.6, 'M1.5 14V2.200l4.8 6.6 4.8-6.600V14'],
  N: [11, 'M1.5 14V2l8 10V0'],
  O: [13, 'M6.5 1.500a5.5 5.5 0 1 0 .01 0z'],
  R: [10, 'M1.5 14V1.500h4.800a3.4 3.4 0 0 1 0 6.800H1.500M5.8 8.3 9.3 14'],
  S: [9.8, 'M8.7 3.300C8 2 6.7 1.5 5.1 1.5 3 1.5 1.5 2.6 1.5 4.2 1.5 8.3 8.7 5.7 8.7 9.800c0 1.7-1.6 2.7-3.6 2.7-1.8 0-3.2-.6-4-1.9'],
  U: [11, 'M1.5 0v8.300a4 4 0 0 0 8 0V0'],
  Z: [10, 'M.8 1.500h8L1.2 12.500h8.3'],
};

/** Signs are drawn in a square of 20. */
const brands = {
  ofek: { word: 'OFEK', colour: '#3d3bd8', onDark: '#8f9bff', dark: '#12132b', accent: '#ff9f1c', weight: 2.4, slant: 0, cap: 'butt', join: 'miter',
    sign: (c, a) => `<path d="M4 12a6 6 0 0 1 12 0z" fill="${a}"/><path d="M0 12h20v2.200H0zM3 16.200h14V18H3z" fill="${c}"/>` },
  raam: { word: 'RAAM', colour: '#d7182a', onDark: '#ff3b45', dark: '#14161a', accent: '#f2b705', weight: 3, slant: -12, cap: 'butt', join: 'miter',
    sign: (c) => `<path d="M13.5 0 3 11.400h5.600L5.5 20 17.5 7.600h-6z" fill="${c}"/>` },
  ruach: { word: 'RUACH', colour: '#0a7683', onDark: '#3fc3d3', dark: '#0f2a3f', accent: '#ff7a59', weight: 2.2, slant: -6, cap: 'round', join: 'round',
    sign: (c, a) => `<g fill="none" stroke-width="2.3" stroke-linecap="round"><path d="M1 7h11.500a3 3 0 1 0-3-3" stroke="${c}"/><path d="M1 11.200h15.800a2.7 2.7 0 1 1-2.7 2.7" stroke="${c}"/><path d="M3 15.400h6a2.2 2.2 0 1 1-2.2 2.2" stroke="${a}"/></g>` },
  sela: { word: 'SELA', colour: '#d9771e', onDark: '#f08a2c', dark: '#23261f', accent: '#6b7a3a', weight: 3.1, slant: 0, cap: 'butt', join: 'bevel',
    sign: (c, a) => `<path d="M0 18 7.5 3l4 6.500L8 18z" fill="${c}"/><path d="m9.5 18 4.6-10L20 18z" fill="${a}"/>` },
  noam: { word: 'NOAM', colour: '#1f6f54', onDark: '#6fc4a3', dark: '#1d3557', accent: '#f4b942', weight: 2.3, slant: 0, cap: 'round', join: 'round',
    sign: (c, a) => `<circle cx="10" cy="10" r="8.3" fill="none" stroke="${c}" stroke-width="2.6"/><path d="M5.6 11a4.6 4.6 0 0 0 8.8 0" fill="none" stroke="${a}" stroke-width="2.6" stroke-linecap="round"/>` },
  gal: { word: 'GAL', colour: '#0057b8', onDark: '#4fa3ff', dark: '#04213f', accent: '#19c3c9', weight: 2.5, slant: -8, cap: 'butt', join: 'round',
    sign: (c, a) => `<path d="M0 11.500C3.5 3 11 1 16.5 6.200c-4-1-6.3 1.5-4 4.1 1.8 2 5 1.9 7.5.2-1.3 4.5-6 6.8-10.3 5.600C6.2 15.1 4 12 0 11.500z" fill="${c}"/><path d="M2 17.200c5 2.4 11 2.4 16 0" fill="none" stroke="${a}" stroke-width="1.8"/>` },
  zik: { word: 'ZIK', colour: '#10140c', onDark: '#c3ef2f', dark: '#10140c', accent: '#c3ef2f', weight: 3.3, slant: -14, cap: 'butt', join: 'miter',
    sign: (c) => `<path d="M10 0l2 7.300L19 5l-5 5 5 5-7-2.300L10 20l-2-7.300L1 15l5-5-5-5 7 2.300z" fill="${c}"/>` },
};

const tidy = (svg) => svg.replace(/(\.\d*?[1-9])0+(?=\D)/g, '$1').replace(/\.0+(?=\D)/g, '');

function wordmark({ word, weight, slant, cap, join }, ink) {
  let x = 0;
  const paths = [...word].map((letter) => {
    const [width, path] = letters[letter];
    const placed = `<path d="${path}" transform="translate(${x.toFixed(1)} 0)"/>`;
    x += width + 2.4;
    return placed;
  });
  const body = `<g fill="none" stroke="${ink}" stroke-width="${weight}" stroke-linecap="${cap}" stroke-linejoin="${join}" transform="translate(27 3.5) skewX(${slant})">${paths.join('')}</g>`;
  return { body, width: 27 + x - 2.4 + Math.max(0, -slant / 12) * 0.2 };
}

const logo = (brand, ink, signColour) => {
  const { body, width } = wordmark(brand, ink);
  return tidy(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 ${(width + 2).toFixed(1)} 22" width="${((width + 2) * 2).toFixed(0)}" height="44">${brand.sign(signColour, brand.accent)}${body}</svg>\n`,
  );
};

for (const [key, brand] of Object.entries(brands)) {
  const folder = new URL(`../stores/${key}/files/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL('logo.svg', folder), logo(brand, brand.dark, brand.colour));
  writeFileSync(new URL('logo-light.svg', folder), logo(brand, '#ffffff', brand.onDark));
  writeFileSync(
    new URL('favicon.svg', folder),
    tidy(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${brand.dark}"/><g transform="translate(6 6)">${brand.sign(brand.onDark, brand.accent)}</g></svg>\n`),
  );
}
