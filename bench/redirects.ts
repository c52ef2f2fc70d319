// What old addresses cost a request: a page, an old address that leads on and one that leads nowhere, in a store with
// the demo's few hundred entries and in the same store with 100,000 more. By turns, so that what else the machine does
// falls on both.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '#db/client.ts';
import { openDatabase } from '#db/embedded.ts';
import { load, type Target } from './_load.ts';
import { serve } from './_site.ts';

const ENTRIES = 100_000;
const ROUNDS = 3;
/** What two measurements of the same differ by on a machine that does other things as well. */
const MAX_TIMES = 1.15;
const dataDir = mkdtempSync(path.join(tmpdir(), 'storefront-bench-'));
await (await serve(dataDir)).stop();

const log = { info: () => {}, warn: console.warn, error: console.error };
const database = await openDatabase({ dataDir, log, shared: true });
const { pool, close } = connect(database.url);
const site = await serve(dataDir);

const target = (where: Target['path'], status: number): Target => ({
  port: site.port,
  host: `raam.localhost:${site.port}`,
  path: where,
  status,
});
const work: [string, Target][] = [
  ['a page', target('/page/about', 200)],
  ['an old address', target('/about.asp', 301)],
  ['an old address by its query', target('/?catid=11', 301)],
  // Few different ones, since each is written down.
  ['an address of nobody’s', target((number) => `/nobody-${number % 50}.asp`, 404)],
];
const medians = new Map(work.map(([what]) => [what, { few: [] as number[], many: [] as number[] }]));
for (let round = 0; round < ROUNDS; round++) {
  for (const size of ['few', 'many'] as const) {
    if (size === 'many') await fill();
    for (const [what, one] of work) medians.get(what)?.[size].push((await load(one)).medianMs);
  }
  await pool.query(`delete from redirects where source like '/bench/%'`);
}

const faults: string[] = [];
for (const [what, { few, many }] of medians) {
  const [before, after] = [Math.min(...few), Math.min(...many)];
  const times = after / before;
  console.log(
    `${what.padEnd(32)}${before.toFixed(2).padStart(8)} ms  with ${ENTRIES} more ${after.toFixed(2)} ms  ${times.toFixed(2)} ×`,
  );
  if (times > MAX_TIMES) faults.push(`${what}: ${times.toFixed(2)} × is more than ${MAX_TIMES} ×`);
}
for (const fault of faults) console.log(`✗ ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

await site.stop();
await close();
await database.close();
rmSync(dataDir, { recursive: true, force: true });

async function fill(): Promise<void> {
  await pool.query(
    `insert into redirects (store_uid, source, target)
     select uuid, '/bench/' || n || '.asp?catid=' || n, '/category/naked' from stores, generate_series(1, $1) n where key = 'raam'`,
    [ENTRIES],
  );
  await pool.query('analyze redirects');
}
