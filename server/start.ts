import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';
import { connect } from '#db/client.ts';
import { openDatabase } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { buildApp } from './app.ts';
import { createCache } from './cache.ts';
import { loadDemo, storeAddresses } from './demo.ts';
import { type Environment, parseEnvironment } from './environment.ts';
import { startJobs } from './jobs/jobs.ts';
import { paymentProviders } from './providers/payment/providers.ts';
import { localStorage } from './providers/storage/local.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Environment → database → migrations → demo stores → listening; SIGTERM and SIGINT drain. */
async function start(): Promise<void> {
  const env = parseEnvironment(process.env);
  const dataDir = resolve(root, env.DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  const log = { info: say, warn: say, error: (line: string) => void process.stderr.write(`${line}\n`) };

  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir, log });
  await migrate(database.url);
  const connection = connect(database.url, { max: env.DATABASE_POOL, onError: (error) => log.warn(`database: ${error.message}`) });
  const storage = localStorage(join(dataDir, 'media'));
  if (env.MODE === 'demo' && database.embedded) await loadDemo({ connection, storage, folder: join(root, 'demo'), say });

  const cache = createCache(connection.pool, log);
  const secret = env.SECRET ?? keptSecret(dataDir);
  const deps = { env, secret, db: connection.db, cache, storage, payment: paymentProviders({ env, secret }), now: () => new Date() };
  const app = await buildApp(deps, {
    logger: { level: env.LOG_LEVEL, redact: ['req.headers.cookie', 'req.headers.authorization'] },
    pages: {
      build: () => import(join(root, 'build/server/index.js')) as Promise<ServerBuild>,
      clientDir: join(root, 'build/client'),
      mode: 'production',
    },
  });
  const jobs = startJobs(deps, app.log);

  const stop = async () => {
    await jobs.stop();
    await app.close();
    await cache.close();
    await connection.close();
    await database.close();
  };
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error) => {
          log.error(`stopping failed: ${error.message}`);
          process.exit(1);
        },
      );
    });
  }

  await listen(app, env).catch(async (error) => {
    await stop();
    throw error;
  });
  say('');
  for (const address of await storeAddresses(deps)) say(address);
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, env: Environment): Promise<void> {
  try {
    await app.listen({ port: env.PORT, host: env.HOST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${env.PORT} is taken. Stop what uses it, or choose another: PORT=${env.PORT + 1} npm start`);
  }
}

/** A key of this installation's own, made at its first start. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const secret = randomBytes(32).toString('base64url');
    writeFileSync(file, secret, { mode: 0o600, flag: 'wx' });
    return secret;
  }
}

start().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
