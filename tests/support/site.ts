import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freshDatabase } from './database.ts';
import { request } from './http.ts';
import { ROOT } from './template.ts';

/** `server/start.ts` as a process of its own. */
export type AppProcess = {
  port: number;
  process: ChildProcess;
  /** What the server was started with, for a command beside it. */
  env: NodeJS.ProcessEnv;
  /** What the server has printed so far. */
  output: () => string;
  isRunning: () => boolean;
  /** Ends it by a signal, SIGTERM unless told otherwise. @returns the exit code; `null` after kill -9 */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
};

export type Site = Omit<AppProcess, 'end' | 'isRunning'> & {
  databaseUrl: string;
  /** Origin of a store, as a browser would name it. */
  origin: (store: string) => string;
  stop: () => Promise<void>;
};

/** What `npm start` serves, on a copy of the ready database. */
export async function startSite(options: { env?: Record<string, string> } = {}): Promise<Site> {
  const database = await freshDatabase();
  const app = await startProcess({ DATABASE_URL: database.url, DATA_DIR: database.dataDir, ...options.env });
  return {
    port: app.port,
    databaseUrl: database.url,
    process: app.process,
    env: app.env,
    output: app.output,
    origin: (store) => `http://${store}.localhost:${app.port}`,
    async stop() {
      await app.end();
      await database.drop();
    },
  };
}

/** Starts the server with these settings and waits until it is ready. Give a PORT to have the same one again. */
export async function startProcess(settings: Record<string, string>, withinMs = 90_000): Promise<AppProcess> {
  const port = Number(settings.PORT ?? (await freePort()));
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    MODE: 'demo', // Vitest has a MODE of its own
    PORT: String(port),
    SECRET: 'a secret of the tests, which is long enough',
    LOG_LEVEL: 'warn',
    // Its pages and pictures would take the machine from what is tried; `first-pictures.test.ts` tries it by itself.
    FIRST_PICTURES: 'off',
    DEMO_ACTIVITY: 'off',
    ...settings,
  };
  const child = spawn(path.join(ROOT, 'node_modules/.bin/node'), ['server/start.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (text) => (printed += text));
  child.stderr.on('data', (text) => (printed += text));
  await answers(port, child, { withinMs, printed: () => printed });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    port,
    process: child,
    env,
    output: () => printed,
    isRunning,
    async end(signal = 'SIGTERM') {
      if (isRunning()) {
        const gone = once(child, 'exit');
        child.kill(signal);
        await gone;
      }
      return child.exitCode;
    },
  };
}

async function answers(
  port: number,
  child: ChildProcess,
  { withinMs, printed }: { withinMs: number; printed: () => string },
): Promise<void> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await wait(50)) {
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
