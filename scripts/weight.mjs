// `npm run weight`: the brotli bytes of JavaScript that a first visit loads, page by page; fails above the budget.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const BUDGET_KB = 118;
const PAGES = ['home', 'catalogue/category', 'catalogue/product'];
const build = fileURLToPath(new URL('../build', import.meta.url));

if (!fs.existsSync(path.join(build, 'server', 'index.js'))) {
  console.error('Nothing is built yet; run: npm run build');
  process.exit(1);
}
const { assets } = await import(pathToFileURL(path.join(build, 'server', 'index.js')).href);

const fileOf = (url) => path.join(build, 'client', url);
const sizes = new Map();

function sizeOf(url) {
  if (!sizes.has(url)) sizes.set(url, brotliCompressSync(fs.readFileSync(fileOf(url))).length);
  return sizes.get(url);
}

/** The modules themselves and all that they import statically, however deep. */
function withImports(urls, found = new Set()) {
  for (const url of urls) {
    if (found.has(url)) continue;
    found.add(url);
    const imported = fs.readFileSync(fileOf(url), 'utf8').matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g);
    withImports(
      [...imported].map(([, name]) => `/assets/${name}`),
      found,
    );
  }
  return found;
}

let tooHeavy = false;
/** Whatever one of the pages loads at first. */
const first = new Set();
for (const page of PAGES) {
  const route = assets.routes[`routes/${page}`];
  if (!route) {
    console.error(`${page}: there is no route of this name`);
    tooHeavy = true;
    continue;
  }
  const files = [...withImports([assets.entry.module, assets.routes.root.module, route.module])];
  for (const url of files) first.add(url);
  const total = files.reduce((sum, url) => sum + sizeOf(url), 0) / 1000;
  if (total > BUDGET_KB) tooHeavy = true;
  console.log(
    `${page.padEnd(20)} ${total.toFixed(1).padStart(6)} kB of ${BUDGET_KB} kB in ${files.length} files${total > BUDGET_KB ? '  ✗ too heavy' : ''}`,
  );
  if (process.argv.includes('--files'))
    for (const url of files) console.log(`  ${(sizeOf(url) / 1000).toFixed(1).padStart(6)}  ${url}`);
}
/** Traces of modules that only the server may run; a page that brings one has let a rule slip into the browser. */
const SERVER_ONLY = /drizzle|pg_catalog/;
/** The schemas of forms come once a form is touched (`ui/form/use-form.ts`). */
const NOT_FIRST = /ZodError/;
const client = path.join(build, 'client', 'assets');
const leaks = fs.readdirSync(client).filter((name) => {
  if (!name.endsWith('.js')) return false;
  const code = fs.readFileSync(path.join(client, name), 'utf8');
  return SERVER_ONLY.test(code) || (first.has(`/assets/${name}`) && NOT_FIRST.test(code));
});
for (const name of leaks) console.log(`${name} brings the server's own code to the browser  ✗`);
process.exitCode = tooHeavy || leaks.length > 0 ? 1 : 0;
