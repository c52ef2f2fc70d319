// What 10,000 requests with invented hosts and parameters do to others: home and category before and after, in one run.
// Every invented thing is asked once, as an attacker would; what it leaves behind is what is measured.

import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load, type Target } from './_load.ts';
import { serve } from './_site.ts';

const FLOOD = 10_000;
const AT_ONCE = 20;
const ROUNDS = 3;
const SECONDS = 3;
const MAX_TIMES = 1.2;
const dataDir = mkdtempSync(path.join(tmpdir(), 'storefront-bench-'));
// Without jobs: the first pictures are made in the first minutes, and would slow down what is measured before alone.
const site = await serve(dataDir, { JOBS: 'off' });

const page = (where: string): Target => ({ port: site.port, host: `raam.localhost:${site.port}`, path: where });
const pages = { home: page('/'), category: page('/category/motorbikes') };

/**
 * Processor time of the process per page, the least of several rounds by turns. Not the visitor's waiting time: that
 * also says what else the machine does.
 */
async function costs(): Promise<Record<keyof typeof pages, number>> {
  const least = { home: Number.POSITIVE_INFINITY, category: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, target] of Object.entries(pages) as [keyof typeof pages, Target][]) {
      const before = await site.cpuMs();
      const { requests } = await load(target, SECONDS);
      least[name] = Math.min(least[name], ((await site.cpuMs()) - before) / requests);
    }
  return least;
}

/**
 * Hosts that are nobody's, hosts of a store that it never had, parameters that no page reads, searches and filters that
 * one does.
 */
const INVENTED: ((n: number) => { host: string; path: string })[] = [
  (n) => ({ host: `nobody-${n}.example`, path: '/' }),
  (n) => ({ host: `raam.invented-${n}.example`, path: '/' }),
  (n) => ({ host: pages.home.host, path: `/?x${n}=${n}` }),
  (n) => ({ host: pages.home.host, path: `/category/motorbikes?search=word${n}` }),
  (n) => ({ host: pages.home.host, path: `/category/motorbikes?meta.x${n}=1&price_max=${n}` }),
];

const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
const ask = (n: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const { host, path: where } = (INVENTED[n % INVENTED.length] as (typeof INVENTED)[0])(n);
    http
      .request({ port: site.port, path: where, headers: { host }, agent }, (reply) => {
        reply.resume();
        reply.on('end', resolve);
      })
      .on('error', reject)
      .end();
  });

await costs();
const before = await costs();
let next = 0;
const began = performance.now();
const worker = async () => {
  while (next < FLOOD) await ask(next++);
};
await Promise.all(Array.from({ length: AT_ONCE }, worker));
agent.destroy();
console.log(`${FLOOD} invented requests in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
const after = await costs();
const faults: string[] = [];
for (const name of ['home', 'category'] as const) {
  const times = after[name] / before[name];
  console.log(
    `${name.padEnd(12)}${before[name].toFixed(2).padStart(8)} ms of CPU  afterwards ${after[name].toFixed(2)} ms  ${times.toFixed(2)} ×`,
  );
  if (times > MAX_TIMES) faults.push(`${name}: ${times.toFixed(2)} × is more than ${MAX_TIMES} ×`);
  // Nothing that was asked can have made it faster.
  if (times < 1 / MAX_TIMES)
    faults.push(`${name}: ${times.toFixed(2)} × says that something was still being made before; measure again`);
}
for (const fault of faults) console.log(`✗ ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
await site.stop();
rmSync(dataDir, { recursive: true, force: true });
