// Renders the pictures: node render.mjs --only 'raam-*' --views hero,side --missing   (see README.md)
import { createServer } from 'node:http';
import { access, mkdir, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { colours as palette } from './colours.js';
import { softenEdges } from './soft-edges.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const { values: option } = parseArgs({ options: {
  only: { type: 'string', default: '*' }, views: { type: 'string', default: 'hero,side' }, colours: { type: 'string' }, size: { type: 'string' },
  missing: { type: 'boolean', default: false }, first: { type: 'boolean', default: false }, data: { type: 'string', default: path.join(here, '..') }, out: { type: 'string', default: path.join(here, '../pictures') },
  preview: { type: 'string' }, ground: { type: 'string', default: '#e9eaec' }, port: { type: 'string', default: '4101' }, spin: { type: 'string', default: '36' }, rosters: { type: 'string' },
} });
const only = option.only.split(',').map((glob) => new RegExp(`^${glob.replaceAll('*', '.*')}$`));
const TYPES = { '.js': 'text/javascript', '.html': 'text/html', '.json': 'application/json' };
const exists = (file) => access(file).then(() => true, () => false);

// Every roster-*.js gives a list of { slug, model, kind, params, colours, views, details }, or a function that makes one from the catalogue's folder.
async function roster() {
  const files = (await readdir(here)).filter((name) => /^roster-.*\.js$/.test(name) && (!option.rosters || option.rosters.split(',').some((part) => name.includes(part))));
  const lists = await Promise.all(files.map(async (name) => {
    const { default: list } = await import(pathToFileURL(path.join(here, name)));
    return typeof list === 'function' ? list({ data: option.data, csv }) : list;
  }));
  return lists.flat();
}
async function csv(file) {
  return (await exists(file)) ? parse(await readFile(file), { columns: true, bom: true, skip_empty_lines: true }) : [];
}
// The catalogue says which colours a product has; without it the roster's own list holds.
async function variants() {
  const coloursBySlug = new Map(), folder = path.join(option.data, 'catalogue');
  const files = (await exists(folder)) ? (await readdir(folder)).filter((name) => /^variants.*\.csv$/.test(name)) : [];
  for (const row of (await Promise.all(files.map((name) => csv(path.join(folder, name))))).flat()) {
    const [slug, key] = (row.picture ?? '').split('/');
    if (!key) continue;
    const [first, second] = (row.color || '').split('/');
    if (!coloursBySlug.has(slug)) coloursBySlug.set(slug, new Map());
    coloursBySlug.get(slug).set(key, { paint: palette[key] ?? first ?? '#808080', ...(second && { accent: second }) });
  }
  return coloursBySlug;
}
const coloursOf = (entry, coloursBySlug) => {
  const rosterColours = Array.isArray(entry.colours) ? Object.fromEntries(entry.colours.map((key) => [key, {}])) : entry.colours ?? {};
  const keys = coloursBySlug.has(entry.slug) ? [...coloursBySlug.get(entry.slug).keys()] : Object.keys(rosterColours);
  return keys.map((key) => ({ key, paint: palette[key] ?? '#808080', accent: entry.accent, ...coloursBySlug.get(entry.slug)?.get(key), ...rosterColours[key] }));
};

const frames = new Map();
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (request.method === 'POST') {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    frames.set(pathname.split('/').pop(), Buffer.concat(chunks));
    return response.end();
  }
  const file = path.join(here, path.normalize(pathname));
  try {
    const body = await readFile(file);
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(body);
  } catch { response.writeHead(404).end(); }
});
await new Promise((ready) => server.listen(Number(option.port), '127.0.0.1', ready));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-background-networking', '--no-first-run'],
});
const page = await browser.newPage();
page.on('console', (message) => { if (['error', 'warning'].includes(message.type()) && !/GPU stall|favicon|GL Driver|X4122|404/.test(message.text())) console.error(`  [page] ${message.text()}`); });
page.on('pageerror', (error) => console.error(`  [page] ${error.stack}`));
await page.goto(`http://127.0.0.1:${option.port}/stage.html`, { timeout: 300000 });
await page.waitForFunction(() => window.studio, null, { timeout: 300000 });

function sizeOf(view, entry) {
  if (option.size) return option.size.split('x').map(Number);
  if (view.startsWith('spin')) return [800, 600];
  if (entry.size) return entry.size;
  return ['gear', 'spare'].includes(entry.kind) || !['hero', 'side'].includes(view) ? [800, 600] : [1040, 780];
}
async function save(raw, [width, height], file, view) {
  if (!view.startsWith('detail')) softenEdges(raw, width, height);
  let picture = sharp(raw, { raw: { width, height, channels: 4 } }).flip();
  await mkdir(path.dirname(file), { recursive: true });
  if (option.preview) return picture.flatten({ background: option.ground }).png().toFile(file);
  return picture.avif({ quality: ['hero', 'side'].includes(view) ? 46 : 42, effort: 2 }).toFile(file);
}
const fileOf = (entry, key, view) => option.preview ? path.join(option.preview, `${entry.slug}-${key}-${view}.png`)
  : path.join(option.out, entry.slug, view.startsWith('spin') ? `${key}-spin/${view.slice(5)}.avif` : `${key}-${view}.avif`);

const coloursBySlug = await variants();
sharp.concurrency(1);
let taskCount = 0, saving = Promise.resolve(); // a picture is written while the next one is rendered
for (const entry of (await roster()).filter(({ slug, model }) => only.some((glob) => glob.test(slug) || glob.test(model)))) {
  let fresh = true;
  for (const { key, paint, accent } of coloursOf(entry, coloursBySlug).filter(({ key }, i) => (!option.first || i === 0) && (!option.colours || option.colours.split(',').includes(key)))) {
    const views = option.views.split(',').flatMap((view) => view === 'spin' ? Array.from({ length: Number(option.spin) }, (_, i) => `spin-${String(i * (36 / Number(option.spin)) + 1).padStart(2, '0')}`) : view);
    const viewsToRender = [];
    for (const view of views) if (!option.missing || !(await exists(fileOf(entry, key, view)))) viewsToRender.push(view);
    if (!viewsToRender.length) continue;
    const start = Date.now();
    try {
      const about = await page.evaluate((job) => window.studio.stand(job), { slug: entry.slug, model: entry.model, params: entry.params, paint, accent, fresh });
      fresh = false;
      const kind = entry.kind ?? about.kind, extra = { views: entry.views, details: entry.details ?? about.details };
      for (const view of viewsToRender) {
        if (view.startsWith('detail') && !extra.details?.[Number(view.slice(7)) - 1]) continue;
        const [width, height] = sizeOf(view, { ...entry, kind }), id = `${++taskCount}`;
        await page.evaluate((job) => window.studio.shoot(job), { view, width, height, id, kind, extra });
        const raw = frames.get(id), file = fileOf(entry, key, view);
        frames.delete(id);
        await saving;
        saving = save(raw, [width, height], file, view).then(({ size }) => { if (!view.startsWith('spin') || view === 'spin-36') console.log(`${entry.slug} ${key} ${view} ${Math.round(size / 1000)} kB`); });
      }
      console.log(`  ${entry.slug}/${key}: ${about.triangles} triangles, built in ${about.took} ms, ${((Date.now() - start) / 1000).toFixed(1)} s`);
    } catch (error) { console.error(`${entry.slug}/${key}: ${error.message.split('\n').slice(0, 6).join('\n')}`); process.exitCode = 1; }
  }
}
await saving;
await browser.close();
server.close();
