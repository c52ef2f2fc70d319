import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import type { ServerBuild } from 'react-router';
import { connect } from '#db/client.ts';
import { openDatabase } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { OperatorError } from '#db/operator-error.ts';
import { openReplica } from '#db/replica.ts';
import { buildApp } from './app.ts';
import { missingGateways, unpayableStores } from './checkout/payments/payment-page.ts';
import type { Deps } from './context.ts';
import { loadDemo, storeAddresses } from './demo.ts';
import { lacksDemoActivity, loadDemoActivity } from './demo-activity.ts';
import type { Pages } from './http/pages/pages.ts';
import { firstPictures } from './jobs/first-pictures.ts';
import { startJobs } from './jobs/jobs.ts';
import { warmUp } from './jobs/warm-up.ts';
import { createCache } from './platform/cache.ts';
import { databaseClock } from './platform/clock.ts';
import { openDataFolder } from './platform/data-folder.ts';
import { type Environment, readSettings } from './platform/environment.ts';
import { keptSecret } from './platform/installation-key.ts';
import { logOptions } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { documentProviders } from './providers/documents/providers.ts';
import { mailProvider } from './providers/mail/providers.ts';
import { paymentProviders } from './providers/payment/providers.ts';
import { smsProviders } from './providers/sms/providers.ts';
import { socialProviders } from './providers/social/providers.ts';
import { sizesMaker } from './providers/storage/make-sizes.ts';
import { storageOf } from './providers/storage/providers.ts';
import { vehicleRegistry } from './providers/vehicle-registry/providers.ts';
import { isDurable, missingSettings, refusal, unreadyStores } from './readiness/live-mode.ts';
import { ensureDemoStaff, shutOutDemoStaff } from './staff/demo-staff.ts';
import { hasOwner } from './staff/people.ts';
import { ensureRoles } from './staff/roles.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);
const log = { info: say, warn: say, error: complain };
const root = fileURLToPath(new URL('..', import.meta.url));

const builtPages = (folder: string): Pages => ({
  build: () => import(join(root, folder, 'server/index.js')) as Promise<ServerBuild>,
  clientDir: join(root, folder, 'client'),
  mode: 'production',
});
const built = { shop: builtPages('build'), office: builtPages('build-office') };

const JOBS_AT_ONCE = 4;
const OFFICE_AT_ONCE = 6;

/** What is open, in the order of opening; the last is closed first. */
const open: (() => Promise<void>)[] = [];

/** Environment → database → migrations → demo stores → listening. */
async function start(): Promise<void> {
  const whatIsMissing = (settings: Environment) => missingSettings(settings, root);
  const env = readSettings(process.env, whatIsMissing);
  const missing = whatIsMissing(env);
  const dataDir = resolve(root, env.DATA_DIR);

  // An embedded database is not begun in a folder that is lost with the next upgrade.
  if (missing.length > 0 && !env.DATABASE_URL && !isDurable(env.DATA_DIR, root))
    throw new OperatorError(refusal(missing));
  openDataFolder(dataDir, { embedded: !env.DATABASE_URL });
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir, log }).catch((error: Error) => {
    throw missing.length > 0 && error instanceof OperatorError
      ? new OperatorError(refusal([...missing, error.message]))
      : error;
  });
  open.push(database.close);
  await migrate(database.url);
  const connection = connectTo(database.url, { max: env.DATABASE_POOL });
  const secret = env.SECRET ?? (env.MODE === 'live' ? '' : keptSecret(dataDir));
  const payment = paymentProviders({ env, secret });
  const lacking = [...missing, ...(await unreadyStores({ db: connection.db, env, payment }))];
  if (lacking.length > 0) throw new OperatorError(refusal(lacking));
  const storage = storageOf(env, dataDir);
  const isOwnDemo = env.MODE === 'demo' && database.embedded;
  if (isOwnDemo) await loadStores(database.url, storage);

  // Of their own, since what jobs change is in the change log, as each job's.
  const jobs = connectTo(database.url, { max: JOBS_AT_ONCE, actor: 'each' });
  await ensureRoles(connection.db);
  if (env.MODE === 'demo') await ensureDemoStaff(connection.db);
  else await shutOutDemoStaff(jobs.db);
  // Of its own, too: each connection is introduced as the person who acts.
  const officeDb = connectTo(database.url, { max: OFFICE_AT_ONCE, actor: 'each' });

  const replica = env.DATABASE_REPLICA_URL
    ? openReplica(connection, env.DATABASE_REPLICA_URL, { max: env.DATABASE_POOL, log })
    : null;
  if (replica) open.push(replica.close);
  const clock = await databaseClock(connection.pool, log);
  open.push(async () => clock.stop());
  const metrics = createMetrics(connection, clock);
  let pictures: ReturnType<typeof firstPictures> | undefined;
  const cache = metrics.counted(
    createCache(connection.pool, log, { onChange: () => replica?.changed(), onContentChange: () => pictures?.soon() }),
  );
  open.push(cache.close);
  const deps = {
    env,
    secret,
    db: connection.db,
    reader: replica?.db ?? connection.db,
    cache,
    metrics,
    storage,
    sizesSoon: sizesMaker(env, log),
    payment,
    documents: documentProviders({ env }),
    mail: mailProvider(env),
    sms: smsProviders(env),
    social: socialProviders(env),
    registry: vehicleRegistry(env),
    now: clock.now,
  };
  const traces = await tracesOf(env, [connection.pool, connection.lockPool, jobs.pool, jobs.lockPool]);
  const { shop: pages, office: officePages } = process.argv.includes('--dev') ? await developedPages(env) : built;
  const office = { db: officeDb.db, pages: officePages };
  const showsActivity = isOwnDemo && env.DEMO_ACTIVITY === 'on' && pages === built.shop;
  if (showsActivity && (await lacksDemoActivity(connection.pool))) {
    const serve = async (now: () => Date) => {
      const past = await buildApp({ ...deps, now }, { logger: false, pages, office });
      await listen(past, env);
      return past;
    };
    await loadDemoActivity({ serve, pool: connection.pool, now: clock.now, port: env.PORT });
  }
  const app = await buildApp(deps, { logger: logOptions(env.LOG_LEVEL), pages, office, traces });
  open.push(() => app.close());
  open.push(startJobs({ ...deps, db: jobs.db }, app.log, clock).stop);
  open.push(() => app.drain(env.DRAIN_SECONDS * 1_000));

  await listen(app, env);
  const warm = warmUp(deps, log);
  open.push(() => warm);
  if (env.JOBS === 'on' && env.FIRST_PICTURES === 'on' && pages === built.shop) {
    pictures = firstPictures(app, deps, log);
    open.push(pictures.stop);
    void warm.then(pictures.begin);
  }
  for (const line of [...(await unpayableStores(deps)), ...(await missingGateways(deps))]) log.warn(line);
  for (const line of ['', ...(await storeAddresses(deps)), ...(await officeAddress(deps))]) say(line);
}

function connectTo(url: string, options: { max: number; actor?: 'each' }) {
  const onError = (error: Error) => log.warn(`database: ${error.message}`);
  const connection = connect(url, { ...options, queryTimeoutMs: 30_000, onError });
  open.push(connection.close);
  return connection;
}

/** The demo's, where there are none. */
async function loadStores(url: string, storage: Deps['storage']): Promise<void> {
  // Of its own: an import has longer queries than a page.
  const connection = connect(url);
  try {
    await loadDemo({ connection, storage, folder: join(root, 'demo'), say });
  } finally {
    await connection.close();
  }
}

/** Where staff sign in, and how; in live mode also how the first owner gets in. */
async function officeAddress({ env, db }: Pick<Deps, 'env' | 'db'>): Promise<string[]> {
  const { MODE, OFFICE_HOST, PORT } = env;
  if (MODE === 'demo')
    return ['', `  http://office.localhost:${PORT}/ (the office: its sign-in page offers a person for each role)`];
  if (!OFFICE_HOST) return [];
  const lines = ['', `  https://${OFFICE_HOST}/ (the office)`];
  if (await hasOwner(db)) return lines;
  return [...lines, '  It has no owner yet: npm run store -- staff invite <e-mail> --name <name> --role owner'];
}

async function tracesOf(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: service }: Environment,
  pools: Pool[],
) {
  if (!endpoint) return undefined;
  const { createTraces } = await import('./platform/traces.ts');
  const traces = createTraces({ endpoint, service, pools, log });
  open.push(traces.close);
  return traces;
}

async function developedPages(env: Environment): Promise<{ shop: Pages; office: Pages }> {
  const { devPages } = await import('./http/pages/dev-pages.ts');
  const [shop, office] = [await devPages('shop', env), await devPages('office', env)];
  open.push(shop.close, office.close);
  return { shop, office };
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, env: Environment): Promise<void> {
  try {
    await app.listen({ port: env.PORT, host: env.HOST });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new OperatorError(
      `Port ${env.PORT} is taken. Stop what uses it, or choose another: PORT=${env.PORT + 1} npm start`,
    );
  }
}

let stopping: Promise<void> | undefined;

/** Answers what was asked, finishes the jobs in hand, closes the database; also in the middle of starting. */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const close of open.reverse()) await close();
  })();
  return stopping;
}

function exit(code: number): void {
  stop().then(
    () => process.exit(code),
    (error) => {
      complain(`Stopping failed: ${error.stack}`);
      process.exit(1);
    },
  );
}

// Ctrl-C reaches this process twice, from the terminal and by `npm start`; the second changes nothing.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => exit(0));

start().catch((error: Error) => {
  if (stopping) return;
  complain(error instanceof OperatorError ? error.message : `${error.stack}`);
  exit(1);
});
