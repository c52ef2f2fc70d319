import bidiFactory from 'bidi-js';

const bidi = bidiFactory();
/** Marks that control direction and have no glyph. */
const INVISIBLE = /[\u200E\u200F\u061C\u202A-\u202E\u2060-\u2069]/g;

/** What a reader of the printed line sees of it. */
export const visibleText = (text: string): string => text.replace(INVISIBLE, '');

const hebrew = /\p{Script=Hebrew}/u;

/**
 * A line in visual sequence, left to right, cut where the direction changes. The font's layout reverses a run with
 * Hebrew letters by itself, so such a run stays as typed; a run of marks alone isn't reversed.
 */
export function visualRuns(line: string): string[] {
  const embedding = bidi.getEmbeddingLevels(line, 'rtl');
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels);
  const runs: { text: string; rtl: boolean; last: number }[] = [];
  for (const at of bidi.getReorderedIndices(line, embedding)) {
    const character = mirrored.get(at) ?? line[at] ?? '';
    const rtl = (embedding.levels[at] ?? 0) % 2 === 1;
    const run = runs.at(-1);
    if (run && run.rtl === rtl && Math.abs(run.last - at) === 1) {
      run.text += character;
      run.last = at;
    } else runs.push({ text: character, rtl, last: at });
  }
  return runs
    .map(({ text, rtl }) => visibleText(rtl && hebrew.test(text) ? [...text].reverse().join('') : text))
    .filter((text) => text !== '');
}
