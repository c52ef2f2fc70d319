// `node scripts/fonts.mjs`: cuts Heebo to the weights and characters that nearly every page needs, half as large as the
// whole, and the faces of headings to one weight (ui/styles/faces.css). The results are committed; the tool is fetched
// when it is wanted.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './run.mjs';

const TOOL = 'subset-font@2.9.0';
/** As in faces.css. */
const RANGES = {
  hebrew: 'U+0307-0308, U+0590-05FF, U+200C-2010, U+20AA, U+25CC, U+FB1D-FB4F',
  latin:
    'U+0020-007E, U+00A0, U+00A9, U+00AB, U+00AE, U+00B0-00B3, U+00B7, U+00BB, U+00BD, U+00D7, U+00F7, U+2009, U+2011, U+2013-2014, U+2018-2019, U+201C-201E, U+2022, U+2026, U+202F, U+2032-2033, U+2039-203A, U+20AC, U+2122, U+2212',
};
const wght = { min: 400, max: 900 };

/**
 * The faces of headings, one weight each; names as in `domain/catalogue/theme-choices.ts`, ranges as in
 * `ui/styles/faces.css`.
 */
const DISPLAY = {
  karantina: { file: '@fontsource/karantina/files/karantina-*-700-normal' },
  'm-plus-rounded': { file: '@fontsource/m-plus-rounded-1c/files/m-plus-rounded-1c-*-800-normal' },
  fredoka: { file: '@fontsource-variable/fredoka/files/fredoka-*-wght-normal', axes: { wght: 600 } },
  'suez-one': { file: '@fontsource/suez-one/files/suez-one-*-400-normal' },
  'noto-condensed': {
    file: '@fontsource-variable/noto-sans-hebrew/files/noto-sans-hebrew-*-standard-normal',
    axes: { wght: 900, wdth: 62.5 },
  },
  assistant: { file: '@fontsource-variable/assistant/files/assistant-*-wght-normal', axes: { wght: 300 } },
  'frank-ruhl': {
    file: '@fontsource-variable/frank-ruhl-libre/files/frank-ruhl-libre-*-wght-normal',
    axes: { wght: 600 },
  },
};
const DISPLAY_RANGES = {
  hebrew: 'U+05B0-05BE, U+05C1-05C2, U+05C7, U+05D0-05EA, U+05F3-05F4, U+20AA',
  latin:
    'U+0020-007E, U+00A0, U+00AB, U+00B0, U+00B2, U+00B7, U+00BB, U+00D7, U+2013-2014, U+2018-2019, U+201C-201E, U+2026, U+2032-2033',
};

const folder = path.join(ROOT, 'data', 'fonts');
execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-save', TOOL], {
  stdio: 'inherit',
});
const { default: subset } = await import(
  pathToFileURL(path.join(folder, 'node_modules', 'subset-font', 'index.js')).href
);

const target = path.join(ROOT, 'ui/styles/fonts');
for (const [script, ranges] of Object.entries(RANGES))
  await cut(`@fontsource-variable/heebo/files/heebo-${script}-wght-normal`, ranges, `heebo-${script}`, { wght });

for (const [name, { file, axes }] of Object.entries(DISPLAY))
  for (const [script, ranges] of Object.entries(DISPLAY_RANGES))
    await cut(file.replace('*', script), ranges, `${name}-${script}`, axes);

async function cut(source, ranges, name, variationAxes) {
  const whole = path.join(ROOT, 'node_modules', `${source}.woff2`);
  const bytes = await subset(fs.readFileSync(whole), charactersOf(ranges), {
    targetFormat: 'woff2',
    variationAxes,
    // What is set large needs none.
    noHinting: !name.startsWith('heebo'),
  });
  fs.writeFileSync(path.join(target, `${name}.woff2`), bytes);
  console.log(`${name}: ${fs.statSync(whole).size} → ${bytes.length} bytes`);
}

function charactersOf(ranges) {
  return ranges
    .split(', ')
    .flatMap((range) => {
      const [first, last = first] = range
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}
