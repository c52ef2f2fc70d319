/**
 * `npm run lighthouse`: home, category, product, post, purchase and personal area of two stores as a phone sees them,
 * the median of three runs each; fails below the marks that are asked for. `--pages home,product` and `--runs 1` make
 * it shorter; single runs swing by a tenth of a second, and on a machine that has other work to do by much more.
 * Lighthouse is fetched when it is wanted: it is half as large as all the rest.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import startDatabase from '../tests/support/global-setup.ts';
import { request } from '../tests/support/http.ts';
import { visitorOf } from '../tests/support/screens.ts';
import { startSite } from '../tests/support/site.ts';
import { ROOT } from '../tests/support/template.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
/** Milliseconds, and the share of the screen that moved. */
const LARGEST_PAINT = 1_800;
const BLOCKING = 80;
const LAYOUT_SHIFT = 0.01;
/** Nobody finds these by a search engine, and robots are told so. */
const PRIVATE = ['purchase', 'personal'];
const PAGES = ['home', 'category', 'product', 'post', ...PRIVATE];

type Report = {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number; score: number | null; title: string }>;
};

const { values } = parseArgs({
  options: {
    stores: { type: 'string', default: 'raam,noam' },
    pages: { type: 'string', default: PAGES.join(',') },
    runs: { type: 'string', default: '3' },
  },
});
const out = path.join(ROOT, 'test-results', 'lighthouse');

async function main(): Promise<void> {
  fs.mkdirSync(out, { recursive: true });
  const executablePath = await findChromium();
  const stopDatabase = await startDatabase();
  const site = await startSite();
  let low = false;
  try {
    for (const store of values.stores.split(',')) {
      const { product, category, token } = await visitorOf(site, store);
      const host = `${store}.localhost`;
      const posts = await request(site.port, { host, path: '/api/blogs/get-posts' });
      const addresses: Record<string, string> = {
        home: '/',
        category: `/category/${category}`,
        product: `/product/${product.slug.name}`,
        post: `/blog/${posts.json<{ items: { slug: { name: string } }[] }>().items[0]?.slug.name}`,
        purchase: `/purchase?uid=${product.id}`,
        personal: '/personal-area',
      };
      for (const name of values.pages.split(',')) {
        const url = site.origin(store) + addresses[name];
        const cookie = name === 'personal' ? `auth._token.local=${token}; auth.signed_in=1` : '';
        await visit(executablePath, url, cookie);
        const reports: Report[] = [];
        for (let run = 0; run < Number(values.runs); run++)
          reports.push(await measure(executablePath, url, cookie, `${store}-${name}-${run + 1}`));
        low = !tell(store, name, reports) || low;
      }
    }
  } finally {
    await site.stop();
    await stopDatabase();
  }
  process.exitCode = low ? 1 : 0;
}

/** Pictures are made when somebody first asks for them, which is nobody's speed but that first visitor's. */
async function visit(executablePath: string, url: string, cookie: string): Promise<void> {
  const args = [...CHROMIUM_FLAGS, '--host-resolver-rules=MAP *.localhost 127.0.0.1'];
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 });
  if (cookie) await page.setExtraHTTPHeaders({ cookie });
  await page.goto(url, { waitUntil: 'networkidle' });
  await browser.close();
}

/**
 * One run in a Chromium of its own; one more where Chromium lost its trace (NO_NAVSTART), which happens now and then.
 */
async function measure(
  executablePath: string,
  url: string,
  cookie: string,
  name: string,
  again = true,
): Promise<Report> {
  const file = path.join(out, `${name}.json`);
  const flags = ['--headless=new', ...CHROMIUM_FLAGS, '--host-resolver-rules="MAP *.localhost 127.0.0.1"'].join(' ');
  const args = [
    '--yes',
    LIGHTHOUSE,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=${flags}`,
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
  ];
  const env = { ...process.env, CHROME_PATH: executablePath };
  const child = spawn('npx', args, { cwd: os.tmpdir(), env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0 && again) return measure(executablePath, url, cookie, name, false);
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} on ${url}`);
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Report;
}

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Prints a line and what fell short. @returns whether nothing did */
function tell(store: string, name: string, reports: Report[]): boolean {
  const asked = Object.entries(CATEGORIES).filter(([key]) => key !== 'seo' || !PRIVATE.includes(name));
  const scores = asked.map(([key, wanted]) => {
    const score = median(reports.map(({ categories }) => Math.round((categories[key]?.score ?? 0) * 100)));
    return { text: `${key} ${score}`, good: score >= wanted };
  });
  const number = (audit: string) => median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  const paint = number('largest-contentful-paint');
  const blocked = number('total-blocking-time');
  const shift = number('cumulative-layout-shift');
  const all = [
    ...scores,
    { text: `largest paint ${(paint / 1000).toFixed(2)} s`, good: paint <= LARGEST_PAINT },
    { text: `blocked ${Math.round(blocked)} ms`, good: blocked <= BLOCKING },
    { text: `shift ${shift.toFixed(3)}`, good: shift <= LAYOUT_SHIFT },
  ];
  console.log(`${store} ${name}: ${all.map(({ text, good }) => (good ? text : `${text} ✗`)).join(', ')}`);
  const failed = Object.values(reports.at(-1)?.audits ?? {}).filter(({ score }) => score === 0);
  if (all.some(({ good }) => !good)) for (const { title } of failed) console.log(`  ${title}`);
  return all.every(({ good }) => good);
}

await main();
