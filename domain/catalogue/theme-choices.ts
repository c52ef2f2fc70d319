/**
 * What a store chooses of its looks besides its three colours: the names in `template_settings` with their values, the
 * first of which is the default. A choice reaches the page in one of three ways:
 *
 * - CSS variables (`choiceVariables`): `face`, `corners`, `pace`, `text_size`; of `ground` also `tinted` (`theme.ts`)
 * - attributes of the page (`choiceAttributes`), by which style sheets lay out: `hero`, `entrance`, `ground`, and
 *   `gallery` as `data-pictures`
 * - loaders hand it to their components (`chosenOf`): `stage` and `boxes`; of `ground` also `dark` (home page)
 */
export const themeChoices = {
  /** Of headings; the files are cut by `scripts/fonts.mjs`. */
  face: ['heebo', 'karantina', 'm-plus-rounded', 'fredoka', 'suez-one', 'noto-condensed', 'assistant', 'frank-ruhl'],
  /** Of the home page's opening: words beside the vehicle, on either side; above it; below it. */
  hero: ['split', 'mirror', 'poster', 'full'],
  /** How the opening's picture comes to rest: it drives in, rocks once as on water, or comes nearer. */
  entrance: ['still', 'drive', 'rock', 'near'],
  /** Behind the home page's opening and a category's picture. */
  stage: ['dark', 'light'],
  /** Of the home page's categories: tiles, low strips, the first one as wide as the page. */
  boxes: ['tiles', 'strips', 'lead'],
  corners: ['soft', 'sharp', 'round'],
  /** Behind cards' pictures. */
  ground: ['neutral', 'tinted', 'dark'],
  /** Of the product page: pictures beside the words, or above them on the page's whole width. */
  gallery: ['beside', 'wide'],
  pace: ['even', 'brisk', 'calm'],
  text_size: ['normal', 'large'],
} as const;

export type ThemeChoice = keyof typeof themeChoices;
type ValueOf<Name extends ThemeChoice> = (typeof themeChoices)[Name][number];
export type Face = ValueOf<'face'>;

export const isThemeChoice = (name: string): name is ThemeChoice => Object.hasOwn(themeChoices, name);

/** The chosen value, else the default; an unknown value (written by a newer version) counts as none. */
export function chosenOf<Name extends ThemeChoice>(settings: Record<string, string>, name: Name): ValueOf<Name> {
  const values: readonly ValueOf<Name>[] = themeChoices[name];
  return values.find((value) => value === settings[name]) ?? (values[0] as ValueOf<Name>);
}

/**
 * Families as in `ui/styles/faces.css`; `letter` is the width of a Latin letter in em, for words that are as wide as
 * their place.
 */
export const faces: Record<Exclude<Face, 'heebo'>, { family: string; letter: number }> = {
  karantina: { family: 'Karantina', letter: 0.48 },
  'm-plus-rounded': { family: 'M PLUS Rounded 1c', letter: 0.66 },
  fredoka: { family: 'Fredoka', letter: 0.58 },
  'suez-one': { family: 'Suez One', letter: 0.63 },
  'noto-condensed': { family: 'Noto Sans Hebrew Condensed', letter: 0.58 },
  assistant: { family: 'Assistant Light', letter: 0.56 },
  'frank-ruhl': { family: 'Frank Ruhl Libre', letter: 0.63 },
};

const corners: Record<ValueOf<'corners'>, Record<string, string>> = {
  soft: {},
  sharp: {
    '--radius-sm': '0.125rem',
    '--radius-md': '0.125rem',
    '--radius-lg': '0.125rem',
    '--radius-xl': '0.1875rem',
  },
  round: { '--radius-sm': '0.625rem', '--radius-md': '1.25rem', '--radius-lg': '1.5rem', '--radius-xl': '2.25rem' },
};

/** How much longer or shorter every motion takes. */
const pace: Record<ValueOf<'pace'>, Record<string, string>> = {
  even: {},
  brisk: { '--pace': '0.6' },
  calm: { '--pace': '1.5' },
};

/** The choices that are CSS variables. */
export function choiceVariables(settings: Record<string, string>): Record<string, string> {
  const face = chosenOf(settings, 'face');
  return {
    ...(face !== 'heebo' && {
      '--face': `"${faces[face].family}","${faces[face].family} Fallback",var(--font-sans)`,
      '--letter': String(faces[face].letter),
    }),
    ...corners[chosenOf(settings, 'corners')],
    ...pace[chosenOf(settings, 'pace')],
    // Larger letters everywhere: the whole scale is in rem.
    ...(chosenOf(settings, 'text_size') === 'large' && { 'font-size': '112.5%' }),
  };
}

/** The choices that are attributes of the page, for style sheets. */
export const choiceAttributes = (settings: Record<string, string>): Record<string, string> => ({
  'data-hero': chosenOf(settings, 'hero'),
  'data-entrance': chosenOf(settings, 'entrance'),
  'data-ground': chosenOf(settings, 'ground'),
  'data-pictures': chosenOf(settings, 'gallery'),
});
