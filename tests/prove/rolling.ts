// deploy/rolling-restart as it stands there, with nginx and two processes: no request fails, each process is another
// one afterwards; one that does not come up again stays out, and the script says so; what an interrupted one left
// out comes back first. Only systemd is played: what its unit would start is started here.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { startPrimary } from '../support/clusters.ts';
import { request } from '../support/http.ts';
import { piece } from '../support/purchase.ts';
import { type AppProcess, freePort, startProcess } from '../support/site.ts';
import { ROOT } from '../support/template.ts';
import { needNginx, startNginx } from './_nginx.ts';
import { closing, fillWithDemo, must, proofFolder, runProof } from './_proof.ts';
import { watchShop } from './_watch.ts';

needNginx();
const { folder, home } = proofFolder('rolling');
await runProof(prove);

async function prove(): Promise<void> {
  const [data, dataDir, web, bin] = [home('primary'), home('data'), home('nginx'), home('bin')];
  const primary = await startPrimary(data);
  closing.push(() => primary.stop());
  await fillWithDemo(primary.url, dataDir);

  const ports: [number, number] = [await freePort(), await freePort()];
  const settings = {
    DATABASE_URL: primary.url,
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '10',
    LOG_LEVEL: 'fatal',
  };
  const apps = new Map<number, AppProcess>();
  const start = async (port: number) => apps.set(port, await startProcess({ ...settings, PORT: String(port) }));
  await Promise.all(ports.map(start));
  closing.push(() => Promise.all([...apps.values()].map((app) => app.end('SIGKILL'))));
  const nginx = await startNginx(web, ports);
  closing.push(() => nginx.stop());
  const robots = async (headers: Record<string, string>) =>
    (await request(nginx.plain, { path: '/robots.txt', headers })).text;
  must(
    (await robots({ 'x-forwarded-host': 'sela.localhost' })) === (await robots({})),
    'a visitor’s X-Forwarded-Host has no effect',
  );
  const books = { query: async (text: string, values?: unknown[]) => ({ rows: await primary.query(text, values) }) };
  const shop = await watchShop(nginx.plain, await piece(books, { store: 'zik', stock: 100_000 }));
  closing.push(() => shop.stop());

  // `systemctl restart storefront@<port>` leaves its port in a pipe and waits until it was carried out.
  const script = (name: string, text: string) =>
    fs.writeFileSync(path.join(bin, name), `#!/bin/bash\n${text}\n`, { mode: 0o755 });
  script('systemctl', `echo "\${2#storefront@}" > ${folder}/asked; while [ -e ${folder}/asked ]; do sleep 0.1; done`);
  script('nginx', `exec ${which('nginx')} -c ${nginx.configuration} -e ${folder}/nginx/error.log "$@"`);
  let broken = 0;
  const systemd = setInterval(async () => {
    const file = path.join(folder, 'asked');
    if (!fs.existsSync(file) || fs.existsSync(`${file}.taken`)) return;
    const port = Number(fs.readFileSync(file, 'utf8'));
    if (!apps.has(port)) return;
    fs.writeFileSync(`${file}.taken`, '');
    await apps.get(port)?.end();
    if (port !== broken) await start(port);
    fs.rmSync(`${file}.taken`);
    fs.rmSync(file);
  }, 100);
  closing.push(() => clearInterval(systemd));
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, UPSTREAM: path.join(web, 'upstream.conf') };

  const before = [...apps.values()].map(({ process: { pid } }) => pid);
  shop.reset();
  must((await run(env, ports)) === 0, 'both are restarted');
  const failures = shop.failures();
  must(
    failures.length === 0,
    `no request fails meanwhile (${[...new Set(failures.map(({ what, outcome }) => `${what}: ${outcome}`))].join(', ')})`,
  );
  must(shop.outcomes('order').length > 5 && shop.outcomes('page').length > 50, 'and many were made');
  must(
    [...apps.values()].every(({ process: { pid } }) => !before.includes(pid)),
    'each is another process',
  );
  must(!fs.readFileSync(env.UPSTREAM, 'utf8').includes(' down'), 'nginx sends requests to both');

  broken = ports[0];
  shop.reset();
  must((await run({ ...env, READY_TRIES: '6' }, ports)) === 1, 'one that does not come up stops it there');
  must(/:\d+ down /.test(fs.readFileSync(env.UPSTREAM, 'utf8')), 'and stays out of the balancer');
  must(
    apps.get(ports[1])?.isRunning() === true && shop.failures().length === 0,
    'the other serves on, and no request fails',
  );

  // As an interrupted one leaves it, the second process out, and then two at a time.
  broken = 0;
  await start(ports[0]);
  const upstream = fs.readFileSync(env.UPSTREAM, 'utf8').replace(' down', '').replace(`:${ports[1]}`, '$& down');
  fs.writeFileSync(env.UPSTREAM, upstream);
  execFileSync('nginx', ['-s', 'reload'], { env });
  shop.reset();
  const codes = await Promise.all([run(env, ports), run(env, ports)]);
  must(codes.sort().join() === '0,1', 'of two at a time one restarts, the other does nothing');
  must(!fs.readFileSync(env.UPSTREAM, 'utf8').includes(' down'), 'and what an interrupted one left out serves again');
  must(shop.failures().length === 0, 'and no request fails');
}

function which(name: string): string {
  const found = (process.env.PATH ?? '')
    .split(':')
    .map((one) => path.join(one, name))
    .find((file) => fs.existsSync(file));
  return found ?? `/usr/sbin/${name}`;
}

async function run(env: NodeJS.ProcessEnv, ports: number[]): Promise<number | null> {
  const child: ChildProcess = spawn(path.join(ROOT, 'deploy/rolling-restart'), ports.map(String), {
    env,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code;
}
