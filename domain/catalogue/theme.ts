import { contrast, inkOn, readableOn, shade, toHex, toOklch } from './colour.ts';
import { choiceVariables, chosenOf } from './theme-choices.ts';

const fallback = { clr1: '#1a4bd6', clr2: '#14161a', clr3: '#f2b705' };
const WHITE = '#ffffff';
/** The neutral grounds of `ui/styles/tokens.css`. */
const GROUND_2 = '#f4f5f6';
const GROUND_3 = '#e9ebee';

const valid = (value: string | undefined, otherwise: string): string =>
  value && /^#[0-9a-f]{6}$/i.test(value) ? value : otherwise;

/**
 * The colours of a store's pages from its three settings: `clr1` action, `clr2` dark ground, `clr3` accent. Every pair
 * that carries text reads at 4.5:1 whatever an operator chose. Keys are the CSS variables of `ui/styles/tokens.css`,
 * with those of `theme-choices.ts`.
 */
export function themeOf(settings: Record<string, string>): Record<string, string> {
  const theme = themes.get(settings) ?? makeTheme(settings);
  themes.set(settings, theme);
  return theme;
}

/** Cached by the settings object, which stays the same until an operator changes it: every page needs its theme. */
const themes = new WeakMap<Record<string, string>, Record<string, string>>();

function makeTheme(settings: Record<string, string>): Record<string, string> {
  const action = valid(settings.clr1, fallback.clr1);
  const accent = valid(settings.clr3, fallback.clr3);
  const dark = darkGround(valid(settings.clr2, fallback.clr2));
  const dark2 = shade(dark, 0.05);
  const wash = toHex({ ...toOklch(action), l: 0.965, c: Math.min(toOklch(action).c, 0.025) });
  const away = inkOn(action) === WHITE ? -1 : 1;
  return {
    '--action': action,
    '--action-hover': state(action, away * 0.04),
    '--action-pressed': state(action, away * 0.08),
    '--on-action': inkOn(action),
    '--action-ink': readableOn(action, [WHITE, GROUND_2, GROUND_3, wash], 'darker'),
    '--action-ink-on-dark': readableOn(action, [dark, dark2], 'lighter'),
    '--action-wash': wash,
    '--accent': accent,
    '--on-accent': inkOn(accent),
    '--accent-ink': readableOn(accent, [WHITE, GROUND_2, GROUND_3], 'darker'),
    '--accent-ink-on-dark': readableOn(accent, [dark, dark2], 'lighter'),
    '--dark': dark,
    '--dark-2': dark2,
    '--dark-line': shade(dark, 0.14),
    '--on-dark': WHITE,
    '--on-dark-muted': readableOn(shade(dark, 0.5), [dark, dark2], 'lighter', 5.5),
    // No darker than the neutral grounds that the inks are made for.
    ...(chosenOf(settings, 'ground') === 'tinted' && {
      '--ground-2': wash,
      '--ground-3': toHex({ ...toOklch(action), l: 0.945, c: Math.min(toOklch(action).c, 0.035) }),
    }),
    ...choiceVariables(settings),
  };
}

/** A button state that keeps its text readable: a shade that would not moves in the other direction. */
function state(colour: string, amount: number): string {
  const moved = shade(colour, amount);
  return contrast(moved, inkOn(colour)) >= 4.5 ? moved : shade(colour, -amount);
}

/** Dark enough for white text in all its own shades. */
function darkGround(hex: string): string {
  const colour = toOklch(hex);
  return colour.l <= 0.32 ? hex : toHex({ ...colour, l: 0.32, c: Math.min(colour.c, 0.12) });
}
