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

/** Every picture is four to three and has its ground a tenth above its lower edge. */
async function standing(name, { x, foot, width }) {
  const input = await sharp(path.join(here, '../pictures', `${name}-hero.avif`)).resize(width, width * 0.75, { fit: 'contain', background: '#0000' }).png().toBuffer();
  return { input, left: Math.round(x - width / 2), top: Math.round(foot - width * 0.75 * 0.9) };
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
