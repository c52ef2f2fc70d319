// Paints the scene banners of home pages and categories: a drawn place, and rendered vehicles standing in it.
//   node scenes.mjs [--only raam-*] [--pictures ../pictures] [--out ../pictures/scenes]
import { access, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { places } from './places.js';
import scenes from './roster-scenes.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const { values: option } = parseArgs({ options: { only: { type: 'string', default: '*' }, pictures: { type: 'string', default: path.join(here, '../pictures') }, out: { type: 'string', default: path.join(here, '../pictures/scenes') } } });
const only = new RegExp(`^(${option.only.replaceAll('*', '.*').replaceAll(',', '|')})$`);
const WIDE = 1920, TALL = 900;

// A vehicle's picture at `width` pixels, its ground at `foot` from the top, its middle at `x`; `blur` for those far behind.
// `product/*-hero` takes the first colour there is; nothing when the vehicle has not been rendered yet.
async function fileOf(picture) {
  const file = path.join(option.pictures, `${picture}.avif`);
  if (!picture.includes('*')) return access(file).then(() => file, () => fileOf(picture.replace(/\/.*-/, '/*-')));
  const ending = `${picture.split('*')[1]}.avif`, names = await readdir(path.dirname(file)).catch(() => []);
  const name = names.sort().find((one) => one.endsWith(ending));
  return name && path.join(path.dirname(file), name);
}

async function standing({ file, x, foot, width, dim = 1, mirror = false }) {
  let image = sharp(file).resize({ width });
  if (mirror) image = image.flop();
  if (dim !== 1) image = image.modulate({ brightness: dim });
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true });
  const left = Math.round(x - width / 2), top = Math.round(foot - info.height * 0.9); // every picture has its ground a tenth above its lower edge
  const cut = { left: Math.max(0, -left), top: Math.max(0, -top) };
  const seen = { width: Math.min(info.width - cut.left, WIDE - Math.max(0, left)), height: Math.min(info.height - cut.top, TALL - Math.max(0, top)) };
  return { input: await sharp(data).extract({ ...cut, ...seen }).png().toBuffer(), left: Math.max(0, left), top: Math.max(0, top) };
}

await mkdir(option.out, { recursive: true });
for (const scene of scenes.filter(({ name }) => only.test(name))) {
  const ground = sharp(Buffer.from(places[scene.place]({ width: WIDE, height: TALL, ...scene.colours })));
  const layers = [], files = await Promise.all(scene.vehicles.map(({ picture }) => fileOf(picture)));
  if (files.some((file) => !file)) { console.log(`${scene.name} waits for its vehicles`); continue; }
  for (const [i, one] of scene.vehicles.entries()) layers.push(await standing({ foot: TALL * 0.9, ...one, file: files[i] }));
  if (scene.front) layers.push({ input: Buffer.from(places[scene.front]({ width: WIDE, height: TALL, ...scene.colours })), left: 0, top: 0 });
  const base = await ground.removeAlpha().png().toBuffer();
  const { size } = await sharp(base).composite(layers).avif({ quality: 50, effort: 2 }).toFile(path.join(option.out, `${scene.name}.avif`));
  console.log(`${scene.name} ${Math.round(size / 1000)} kB`);
}
