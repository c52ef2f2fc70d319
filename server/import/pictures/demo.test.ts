import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../../demo/pictures', import.meta.url));
const SIDE = 16;
/**
 * Mean distance in CIELAB over 16 × 16 fields. The nearest two of ours, spark plugs for different engines, lie at 1.4.
 */
const APART = 1;

async function pictures(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  // A scene is a store's banner, and the importer shows those of its brands.
  return names.filter((name) => /\.(avif|webp|png|jpe?g)$/.test(name) && !name.startsWith('scenes/')).sort();
}

test('no two views of the demo’s vehicles, parts and colours are one file', async () => {
  const seen = new Map<string, string>();
  const twice: string[] = [];
  for (const name of await pictures()) {
    const hash = createHash('sha256')
      .update(await readFile(path.join(folder, name)))
      .digest('hex');
    const other = seen.get(hash);
    if (other) twice.push(`${name} is ${other}`);
    seen.set(hash, name);
  }
  expect(seen.size).toBeGreaterThan(500);
  expect(twice).toEqual([]);
});

/**
 * How a picture looks from afar: lightness and colour of 16 × 16 fields, on a grey that shows white and black alike.
 */
async function impression(name: string): Promise<Float32Array> {
  const pixels = await sharp(path.join(folder, name))
    .flatten({ background: '#808080' })
    .resize(SIDE, SIDE, { fit: 'fill' })
    .toColourspace('lab')
    .raw({ depth: 'float' })
    .toBuffer();
  return new Float32Array(pixels.buffer, pixels.byteOffset, SIDE * SIDE * 3);
}

function distance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  return Math.sqrt(sum / (SIDE * SIDE));
}

// Reads every picture: half a minute.
if (process.env.LONG_TESTS === 'all')
  test('nor do two of them look alike', { timeout: 240_000 }, async () => {
    const heroes = (await pictures()).filter((name) => name.includes('-hero.'));
    const looks = await Promise.all(heroes.map(async (name) => ({ name, look: await impression(name) })));
    const alike = looks.flatMap((one, index) =>
      looks
        .slice(index + 1)
        .map((other) => ({ pair: `${one.name} and ${other.name}`, apart: distance(one.look, other.look) }))
        .filter(({ apart }) => apart < APART),
    );
    expect(alike).toEqual([]);
  });
