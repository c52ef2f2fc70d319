import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freshDatabase } from './database.ts';
import { request } from './http.ts';
import { ROOT } from './template.ts';

export type Site = {
  port: number;
  databaseUrl: string;
  process: ChildProcess;
  /** What the server was started with, for a command beside it. */
  env: NodeJS.ProcessEnv;
  /** What the server has printed so far. */
  output: () => string;
  /** Origin of a store, as a browser would name it. */
  origin: (store: string) => string;
  stop: () => Promise<void>;
};

/** `server/start.ts` as a process of its own on a copy of the ready database: what `npm start` serves. */
export async function startSite(options: { env?: Record<string, string> } = {}): Promise<Site> {
  const database = await freshDatabase();
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: database.url,
    DATA_DIR: database.dataDir,
    SECRET: 'a secret of the tests, which is long enough',
    LOG_LEVEL: 'warn',
    ...options.env,
  };
  const child = spawn(path.join(ROOT, 'node_modules/.bin/node'), ['server/start.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (text) => (printed += text));
  child.stderr.on('data', (text) => (printed += text));
  await answers(port, child, () => printed);
  return {
    port,
    databaseUrl: database.url,
    process: child,
    env,
    output: () => printed,
    origin: (store) => `http://${store}.localhost:${port}`,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await database.drop();
    },
  };
}

async function answers(port: number, child: ChildProcess, printed: () => string): Promise<void> {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline; await wait(50)) {
    if (child.exitCode !== null) break;
    const reply = await request(port, { path: '/readyz' }).catch(() => undefined);
    if (reply?.status === 200) return;
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not start (exit code ${child.exitCode}):\n${printed()}`);
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
