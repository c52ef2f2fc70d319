import { readFileSync } from 'node:fs';

export type StartingPalette = { key: string; name: string; clr1: string; clr2: string; clr3: string };

/** Colours that a store may begin with: action, dark ground, accent (`domain/catalogue/theme.ts`). */
export const startingPalettes: StartingPalette[] = JSON.parse(
  readFileSync(new URL('starting-palettes.json', import.meta.url), 'utf8'),
) as StartingPalette[];
