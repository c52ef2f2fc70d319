// Draws the parts catalogue's diagrams and writes where their numbers stand: node diagrams.mjs [--only 'raam-*'] (see README.md)
import { createServer } from 'node:http';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import diagrams from './diagrams-list.mjs';

const here = path.dirname(fileURLToPath(import.meta.url)), catalogue = path.join(here, '../catalogue');
const { values: option } = parseArgs({ options: { only: { type: 'string', default: '*' }, port: { type: 'string', default: '4106' }, out: { type: 'string', default: path.join(here, '../pictures/diagrams') } } });
const only = option.only.split(',').map((glob) => new RegExp(`^${glob.replaceAll('*', '.*')}$`));
const [WIDTH, HEIGHT, OVER] = [1600, 1200, 1.5];
const csv = async (file) => parse(await readFile(file), { columns: true, bom: true, skip_empty_lines: true });

async function models() {
  const lists = [];
  for (const name of (await readdir(here)).filter((file) => /^roster-.*\.js$/.test(file))) {
    const { default: list } = await import(pathToFileURL(path.join(here, name)));
    lists.push(...(typeof list === 'function' ? await list({ data: path.join(here, '..'), csv }) : list));
  }
  return new Map(lists.map((entry) => [entry.slug, entry]));
}
const entries = await models();
const jobOf = ({ piece, vehicle, parts, host = false, turn = 0 }) => {
  if (piece) return { piece, host, turn };
  const entry = entries.get(vehicle ?? parts[0]);
  if (!entry) throw new Error(`no model for ${vehicle ?? parts[0]}`);
  return { model: entry.model, params: entry.params, host, turn };
};

// Rows that lean upwards to the right, as an exploded view does. Small things are drawn larger than they are.
function layOut(boxes, pieces) {
  const sizes = boxes.map(({ left, right, low, high }, i) => {
    const w = right - left, h = high - low, grow = Math.hypot(w, h) ** -0.64 * (pieces[i].host ? 1.35 : 1);
    return { w: w * grow, h: h * grow, grow };
  });
  const gap = 0.09, head = 0.13, lean = 0.1;
  let best;
  for (let rows = 1; rows <= 3; rows++) {
    for (const cut of cuts(sizes.length, rows)) {
      const lines = cut.map(([from, to]) => {
        const rowSizes = sizes.slice(from, to), w = rowSizes.reduce((sum, size) => sum + size.w + gap, -gap);
        return { from, to, w, h: Math.max(...rowSizes.map((size) => size.h)) + head + w * lean * 0.5 };
      });
      const w = Math.max(...lines.map((line) => line.w)), h = lines.reduce((sum, line) => sum + line.h + gap * 0.4, 0);
      const scale = Math.min((WIDTH * 0.92) / w, (HEIGHT * 0.93) / h);
      if (!best || scale > best.scale) best = { lines, w, h, scale };
    }
  }
  const { lines, h, scale } = best, places = [];
  let y = (HEIGHT - h * scale) / 2;
  for (const line of lines) {
    const spare = (WIDTH * 0.92 - line.w * scale) / Math.max(1, line.to - line.from), spread = Math.min(spare, 130);
    const whole = line.w * scale + spread * (line.to - line.from - 1);
    let x = (WIDTH - whole) / 2;
    const middle = y + (head + (line.h - head) / 2) * scale;
    for (let i = line.from; i < line.to; i++) {
      const { w, h: tall, grow } = sizes[i], cx = x + (w * scale) / 2;
      const shift = (line.h - head) * scale - tall * scale > 0 ? (WIDTH / 2 - cx) * lean : 0;
      places.push({ x: cx, y: middle + shift, scale: grow * scale, w: w * scale, h: tall * scale, row: line.from });
      x += w * scale + gap * scale + spread;
    }
    y += (line.h + gap * 0.4) * scale;
  }
  return places;
}
function cuts(count, rows, from = 0) {
  if (rows === 1) return [[[from, count]]];
  const partitions = [];
  for (let at = from + 1; at <= count - rows + 1; at++) for (const rest of cuts(count, rows - 1, at)) partitions.push([[from, at], ...rest]);
  return partitions;
}

// The thin axis that the pieces of a row are pulled apart along, and the lines from numbers to pieces.
function axes(places) {
  const rows = new Map(places.map(({ row }) => [row, places.filter((one) => one.row === row)])), lines = [];
  for (const row of rows.values()) for (let i = 1; i < row.length; i++) lines.push(`<line x1="${row[i - 1].x}" y1="${row[i - 1].y}" x2="${row[i].x}" y2="${row[i].y}"/>`);
  return svg(`<g stroke="#8b929c" stroke-width="2" stroke-dasharray="22 7 4 7">${lines.join('')}</g>`);
}
const leaders = (numbers) => svg(numbers.map(({ x, y, to }) => `<line x1="${x}" y1="${y}" x2="${to[0]}" y2="${to[1]}" stroke="#15171c" stroke-width="2.4"/><circle cx="${to[0]}" cy="${to[1]}" r="5" fill="#15171c"/>`).join(''));
const svg = (inner) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${inner}</svg>`);

function numbersOf(pieces, places, boxes) {
  return pieces.map(({ name, parts, quantity }, i) => {
    if (!name) return null;
    const { x, y, scale, w } = places[i], { left, right, low, high, top } = boxes[i];
    const to = [x + (top[0] - (left + right) / 2) * scale, y - (top[1] - (low + high) / 2) * scale + 9];
    const side = to[0] <= x + w * 0.05 ? 1 : -1;
    return { name, parts, quantity, to, x: Math.min(WIDTH - 40, Math.max(40, to[0] + side * 34)), y: Math.max(34, to[1] - 62) };
  }).filter(Boolean);
}

const frames = new Map();
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (request.method === 'POST') {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    frames.set(pathname.split('/').pop(), Buffer.concat(chunks));
    return response.end();
  }
  try {
    const type = { '.js': 'text/javascript', '.html': 'text/html' }[path.extname(pathname)] ?? 'application/octet-stream';
    const body = await readFile(path.join(here, path.normalize(pathname)));
    response.writeHead(200, { 'content-type': type }).end(body);
  } catch { response.writeHead(404).end(); }
});
await new Promise((ready) => server.listen(Number(option.port), '127.0.0.1', ready));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-background-networking', '--no-first-run'],
});
const page = await browser.newPage();
page.on('pageerror', (error) => console.error(`  [page] ${error.stack}`));
await page.goto(`http://127.0.0.1:${option.port}/diagram-stage.html`, { timeout: 300000 });
await page.waitForFunction(() => window.diagrams, null, { timeout: 300000 });
await mkdir(option.out, { recursive: true });
sharp.concurrency(1);

const places = await readPlaces();
for (const { slug, pieces } of diagrams.filter(({ slug }) => only.some((glob) => glob.test(slug)))) {
  const boxes = await page.evaluate((jobs) => window.diagrams.stand(jobs), pieces.map(jobOf));
  const laid = layOut(boxes, pieces);
  await page.evaluate((job) => window.diagrams.shoot(job), { places: laid, boxes, width: WIDTH, height: HEIGHT, over: OVER, id: slug });
  const drawn = await sharp(frames.get(slug), { raw: { width: WIDTH * OVER, height: HEIGHT * OVER, channels: 4 } }).flip().resize(WIDTH, HEIGHT, { kernel: 'mitchell' }).png().toBuffer();
  frames.delete(slug);
  const numbers = numbersOf(pieces, laid, boxes);
  const file = path.join(option.out, `${slug}.avif`);
  const { size } = await sharp(axes(laid)).composite([{ input: drawn }, { input: leaders(numbers) }]).avif({ quality: 46, effort: 4, chromaSubsampling: '4:2:0' }).toFile(file);
  places.set(slug, numbers.map(({ x, y }) => [((x / WIDTH) * 100).toFixed(2), ((y / HEIGHT) * 100).toFixed(2)]));
  console.log(`${slug} ${Math.round(size / 1000)} kB`);
}
await browser.close();
server.close();
await writeSheets();

/** Of diagrams that were not drawn now, the numbers stay where they are. */
async function readPlaces() {
  const rows = await csv(path.join(catalogue, 'callouts.csv')).catch(() => []), positions = new Map();
  for (const { assembly, x, y } of rows) positions.set(assembly, [...(positions.get(assembly) ?? []), [x, y]]);
  return positions;
}
// A vehicle is built with its assemblies as long as there are parts for it.
async function writeSheets() {
  const years = new Map();
  for (const { vehicle, year_from: from, year_to: to } of await csv(path.join(catalogue, 'fits-parts.csv'))) {
    const [first = from, last = to] = years.get(vehicle) ?? [];
    years.set(vehicle, [first < from ? first : from, last > to ? last : to]);
  }
  const cell = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const sheet = (rows) => `${rows.map((row) => row.map((value) => cell(String(value))).join(',')).join('\n')}\n`;
  const here = diagrams.filter(({ slug }) => places.has(slug));
  await writeFile(path.join(catalogue, 'assemblies.csv'), sheet([
    ['slug', 'name', 'picture', 'vehicles', 'position'],
    ...here.map(({ slug, name, vehicles }, i) => [slug, name, `diagrams/${slug}.avif`, vehicles.map((one) => { if (!years.has(one)) throw new Error(`no part fits ${one}`); return `${one}=${years.get(one).join('-')}`; }).join('|'), (i + 1) * 10]),
  ]));
  await writeFile(path.join(catalogue, 'callouts.csv'), sheet([
    ['assembly', 'number', 'name', 'parts', 'quantity', 'x', 'y'],
    ...here.flatMap(({ slug, pieces }) => pieces.filter(({ name }) => name).map(({ name, parts = [], quantity = 1 }, i) => [slug, i + 1, name, parts.join('|'), quantity, ...places.get(slug)[i]])),
  ]));
}
