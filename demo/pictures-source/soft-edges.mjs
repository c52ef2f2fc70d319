// A shadow that is longer than its picture ends softly instead of at a straight line.
// `node soft-edges.mjs [product/picture.avif …]` mends these pictures or all that are there; render.mjs does it to those that it makes.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const REACH = 0.14; // of the picture's shorter side
const SEEN = 6; // of 255: less alpha than this at the edge is nobody's business
const SOLID = 250, DARK = 90;

const sides = [
  ['bottom', (x, y, width, height) => height - 1 - y],
  ['top', (x, y) => y],
  ['left', (x) => x],
  ['right', (x, y, width) => width - 1 - x],
];

/** Changes RGBA bytes in place; returns the sides at which a shadow was cut off. */
export function softenEdges(pixels, width, height) {
  const reach = Math.round(Math.min(width, height) * REACH), mended = [];
  for (const [side, distance] of sides) {
    const near = [];
    let most = 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const d = distance(x, y, width, height);
        if (d >= reach) continue;
        const at = (y * width + x) * 4, alpha = pixels[at + 3];
        if (alpha === 0 || alpha >= SOLID || Math.max(pixels[at], pixels[at + 1], pixels[at + 2]) > DARK) continue;
        near.push([at, d / reach]);
        if (d === 0) most = Math.max(most, alpha);
      }
    }
    if (most <= SEEN) continue;
    for (const [at, t] of near) pixels[at + 3] = Math.round(pixels[at + 3] * t * t * (3 - 2 * t));
    mended.push(side);
  }
  return mended;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { default: sharp } = await import('sharp');
  const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../pictures');
  const named = process.argv.slice(2);
  for (const name of named.length ? named : await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.avif') || /diagrams|detail|-spin/.test(name)) continue;
    const file = path.join(folder, name);
    const { data, info } = await sharp(await readFile(file)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const mended = softenEdges(data, info.width, info.height);
    if (!mended.length) continue;
    await writeFile(file, await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } }).avif({ quality: 52, effort: 3 }).toBuffer());
    console.log(`${name}: ${mended.join(', ')}`);
  }
}
