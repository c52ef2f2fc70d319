// Stands rendered products together for the heads of category pages: node line-ups.mjs [--only 'raam-*']
// Transparent like the pictures they are made of, so that every store's own ground shows behind them.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import stores from './line-ups.js';

const here = path.dirname(fileURLToPath(import.meta.url));
const { values: option } = parseArgs({ options: { only: { type: 'string', default: '*' } } });
const only = new RegExp(`^(${option.only.replaceAll('*', '.*').replaceAll(',', '|')})$`);
const WIDE = 1600, TALL = 720, FRONT = 860, BACK = 700;

/** Every picture is four to three and has its ground a tenth above its lower edge; flat things stand higher, on their lowest solid line. */
async function standing(name, { x, foot, width }) {
  const high = width * 0.75, picture = sharp(path.join(here, '../pictures', `${name}-hero.avif`)).resize(width, high, { fit: 'contain', background: '#0000' });
  const { data } = await picture.clone().ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  let low = high;
  while (!data.subarray((low - 1) * width * 4, low * width * 4).some((value, i) => i % 4 === 3 && value > 230)) low--;
  const ground = low < high * 0.85 ? low + high * 0.01 : high * 0.9;
  return { input: await picture.png().toBuffer(), left: Math.round(x - width / 2), top: Math.round(foot - ground) };
}

const places = (count) => count === 2
  ? [{ x: 1060, foot: 668, width: FRONT }, { x: 480, foot: 620, width: 792 }]
  : [{ x: 800, foot: 672, width: FRONT }, { x: 352, foot: 590, width: BACK }, { x: 1248, foot: 590, width: BACK }];

sharp.concurrency(1);
for (const [store, categories] of Object.entries(stores)) for (const [category, names] of Object.entries(categories)) {
  if (!only.test(`${store}-${category}`)) continue;
  const at = places(names.length), layers = await Promise.all(names.map((name, i) => standing(name, at[i])));
  const file = path.join(here, '../stores', store, 'files/categories', `${category}.avif`);
  await mkdir(path.dirname(file), { recursive: true });
  // Those behind first.
  const { size } = await sharp({ create: { width: WIDE, height: TALL, channels: 4, background: '#0000' } }).composite(layers.reverse()).avif({ quality: 48, effort: 2 }).toFile(file);
  console.log(`${store} ${category} ${Math.round(size / 1000)} kB`);
}
