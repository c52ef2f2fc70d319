import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast } from './colour.ts';
import { themeOf } from './theme.ts';

const WHITE = '#ffffff';
const GROUND_2 = '#f4f5f6';
const colour = fc.stringMatching(/^#[0-9a-f]{6}$/);

/** Every pair of text and ground that pages use. */
function pairs(theme: Record<string, string>): [string, string][] {
  const of = (name: string): string => theme[name] ?? '';
  return [
    [of('--on-action'), of('--action')],
    [of('--on-action'), of('--action-hover')],
    [of('--on-action'), of('--action-pressed')],
    [of('--on-accent'), of('--accent')],
    [of('--action-ink'), WHITE],
    [of('--action-ink'), GROUND_2],
    [of('--action-ink'), of('--action-wash')],
    [of('--accent-ink'), WHITE],
    [of('--on-dark'), of('--dark')],
    [of('--on-dark'), of('--dark-2')],
    [of('--on-dark-muted'), of('--dark')],
    [of('--on-dark-muted'), of('--dark-2')],
    [of('--action-ink-on-dark'), of('--dark')],
    [of('--accent-ink-on-dark'), of('--dark')],
  ];
}

test('text reads at 4.5:1 on its ground, whatever three colours an operator chooses', () => {
  fc.assert(
    fc.property(colour, colour, colour, (clr1, clr2, clr3) => {
      for (const [ink, ground] of pairs(themeOf({ clr1, clr2, clr3 }))) {
        expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 400 },
  );
});

test('what is no colour falls back instead of breaking the page', () => {
  expect(themeOf({ clr1: 'red; } body { display: none', clr2: '' })).toEqual(themeOf({}));
});
