import fs from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from './colour.ts';
import { themeOf } from './theme.ts';
import { faces, themeChoices } from './theme-choices.ts';

const WHITE = '#ffffff';
const GROUND_2 = '#f4f5f6';
const GROUND_3 = '#e9ebee';
const INK = '#15171c';
const INK_2 = '#3e434c';
const INK_3 = '#5d636e';
const colour = fc.stringMatching(/^#[0-9a-f]{6}$/);

/** Every pair of text and ground used by pages. */
function pairs(theme: Record<string, string>): [string, string][] {
  const of = (name: string): string => theme[name] ?? '';
  const ground2 = of('--ground-2') || GROUND_2;
  const ground3 = of('--ground-3') || GROUND_3;
  return [
    [of('--on-action'), of('--action')],
    [of('--on-action'), of('--action-hover')],
    [of('--on-action'), of('--action-pressed')],
    [of('--on-accent'), of('--accent')],
    [of('--action-ink'), WHITE],
    [of('--action-ink'), ground2],
    [of('--action-ink'), ground3],
    [of('--action-ink'), of('--action-wash')],
    [of('--accent-ink'), WHITE],
    [of('--accent-ink'), ground2],
    [of('--accent-ink'), ground3],
    ...[INK, INK_2, INK_3].flatMap((ink): [string, string][] => [
      [ink, ground2],
      [ink, ground3],
    ]),
    [INK, of('--action-wash')],
    [INK_2, of('--action-wash')],
    [INK_3, of('--action-wash')],
    [of('--on-dark'), of('--dark')],
    [of('--on-dark'), of('--dark-2')],
    [of('--on-dark-muted'), of('--dark')],
    [of('--on-dark-muted'), of('--dark-2')],
    [of('--action-ink-on-dark'), of('--dark')],
    [of('--action-ink-on-dark'), of('--dark-2')],
    [of('--accent-ink-on-dark'), of('--dark')],
    [of('--accent-ink-on-dark'), of('--dark-2')],
  ];
}

/** The neutral tokens, shared by all stores: read from the style sheet, so that its changes are tested too. */
const sheet = fs.readFileSync(new URL('../../ui/styles/tokens.css', import.meta.url), 'utf8');
function token(name: string): string {
  const hex = new RegExp(`--${name}: (#[0-9a-f]{3,6});`).exec(sheet)?.[1] ?? '';
  return hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex;
}

test('text reads at 4.5:1 on its ground, whatever three colours an operator chooses', () => {
  fc.assert(
    fc.property(colour, colour, colour, fc.constantFrom(...themeChoices.ground), (clr1, clr2, clr3, ground) => {
      for (const [ink, on] of pairs(themeOf({ clr1, clr2, clr3, ground }))) {
        expect(contrast(ink, on), `${ink} on ${on}`).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 400 },
  );
});

test('so it does in the colours of each demo store', () => {
  const folder = new URL('../../demo/stores/', import.meta.url);
  const keys = fs.readdirSync(folder);
  expect(keys).toHaveLength(7);
  for (const key of keys) {
    const { template_settings } = JSON.parse(fs.readFileSync(new URL(`${key}/store.json`, folder), 'utf8'));
    for (const [ink, ground] of pairs(themeOf(template_settings)))
      expect(contrast(ink, ground), `${key}: ${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});

test('the neutral texts read on every neutral ground and on their own washes', () => {
  for (const ground of ['ground', 'ground-2', 'ground-3']) {
    for (const ink of ['ink', 'ink-2', 'ink-3', 'danger', 'success', 'warning']) {
      expect(contrast(token(ink), token(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
  for (const kind of ['danger', 'success', 'warning']) {
    expect(contrast(token(kind), token(`${kind}-wash`)), kind).toBeGreaterThanOrEqual(4.5);
  }
});

test('the focus ring and the borders of fields stand out at 3:1, whatever colours an operator chooses', () => {
  expect(contrast(token('line-strong'), token('ground'))).toBeGreaterThanOrEqual(3);
  expect(contrast(token('line-strong'), token('ground-2'))).toBeGreaterThanOrEqual(3);
  fc.assert(
    fc.property(colour, colour, colour, (clr1, clr2, clr3) => {
      const theme = themeOf({ clr1, clr2, clr3 });
      const ring = theme['--action-ink'] ?? '';
      for (const ground of [token('ground'), token('ground-2'), token('ground-3'), theme['--action-wash'] ?? ''])
        expect(contrast(ring, ground)).toBeGreaterThanOrEqual(3);
      for (const ground of [theme['--dark'] ?? '', theme['--dark-2'] ?? ''])
        expect(contrast(theme['--on-dark'] ?? '', ground)).toBeGreaterThanOrEqual(3);
    }),
  );
});

test('a page without a store has the colours of a store that chose none', () => {
  const theme = themeOf({});
  expect(Object.fromEntries(Object.keys(theme).map((name) => [name, token(name.slice(2))]))).toEqual(theme);
});

test('the grounds that the theme is computed for are those of the style sheet', () => {
  expect([token('ground'), token('ground-2'), token('ground-3')]).toEqual([WHITE, GROUND_2, GROUND_3]);
});

test('what is no colour falls back instead of breaking the page', () => {
  expect(themeOf({ clr1: 'red; } body { display: none', clr2: '' })).toEqual(themeOf({}));
});

test('each face is in the style sheet, with two files of 25 kB at most together', () => {
  const faceSheet = fs.readFileSync(new URL('../../ui/styles/faces.css', import.meta.url), 'utf8');
  const families = Object.entries(faces).map(([name, { family }]) => {
    const sizes = ['hebrew', 'latin'].map((script) => {
      expect(faceSheet).toContain(`./fonts/${name}-${script}.woff2`);
      return fs.statSync(new URL(`../../ui/styles/fonts/${name}-${script}.woff2`, import.meta.url)).size;
    });
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(25_000);
    expect(faceSheet).toContain(`"${family} Fallback"`);
    return family;
  });
  expect(new Set(families).size).toBe(themeChoices.face.length - 1);
});

test('what a newer version may have chosen is as none chosen', () => {
  expect(themeOf({ face: 'unknown', corners: 'unknown' })).toEqual(themeOf({}));
});
