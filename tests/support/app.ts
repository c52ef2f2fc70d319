import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Connection, connect } from '#db/client.ts';
import { buildApp } from '#server/app.ts';
import type { Deps } from '#server/context.ts';
import type { Pages } from '#server/http/pages/pages.ts';
import { createCache } from '#server/platform/cache.ts';
import { type Environment, parseEnvironment } from '#server/platform/environment.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { documentProviders } from '#server/providers/documents/providers.ts';
import { mailProvider } from '#server/providers/mail/providers.ts';
import { paymentProviders } from '#server/providers/payment/providers.ts';
import { smsProviders } from '#server/providers/sms/providers.ts';
import { socialProviders } from '#server/providers/social/providers.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import { vehicleRegistry } from '#server/providers/vehicle-registry/providers.ts';
import { ensureDemoStaff } from '#server/staff/demo-staff.ts';
import { ensureRoles } from '#server/staff/roles.ts';
import { freshDatabase } from './database.ts';
import { type Reply, request } from './http.ts';
import { freePort } from './site.ts';
import { ROOT } from './template.ts';

export const SECRET = 'a secret of the tests, which is long enough';

export type TestApp = {
  app: FastifyInstance;
  deps: Deps;
  connection: Connection;
  port: number;
  /** A request to this app; the host is `raam.localhost` unless told otherwise. */
  call: (call: Parameters<typeof request>[1]) => Promise<Reply>;
  close: () => Promise<void>;
};

const builtPages = (folder: string): Pages => ({
  build: () => import(path.join(ROOT, folder, 'server/index.js')),
  clientDir: path.join(ROOT, folder, 'client'),
  mode: 'production',
});

/** The real application on a copy of the ready database, listening on a free port. For `beforeAll` of a test file. */
export async function startApp(
  options: {
    env?: Partial<Record<keyof Environment, string>>;
    deps?: Partial<Deps>;
    /** With the office, its roles and the demo's people; `queryTimeoutMs` as in `connect`, which a live site has. */
    office?: true | { queryTimeoutMs: number };
  } = {},
): Promise<TestApp> {
  const database = await freshDatabase();
  // The sandbox gateway names the port in its links, so that it is chosen before.
  const port = String(await freePort());
  const env = parseEnvironment({
    PORT: port,
    ...options.env,
    DATABASE_URL: database.url,
    DATA_DIR: database.dataDir,
    SECRET,
  });
  const connection = connect(database.url, { max: env.DATABASE_POOL });
  const metrics = createMetrics(connection);
  // A starved machine may be late to answer.
  const cache = metrics.counted(createCache(connection.pool, { warn: () => {} }));
  const storage = localStorage(path.join(database.dataDir, 'media'));
  const payment = paymentProviders({ env, secret: SECRET });
  const deps: Deps = {
    env,
    secret: SECRET,
    db: connection.db,
    reader: connection.db,
    cache,
    metrics,
    storage,
    payment,
    documents: documentProviders({ env }),
    mail: mailProvider(env),
    sms: smsProviders(env),
    social: socialProviders(env),
    registry: vehicleRegistry(env),
    now: () => new Date(),
    ...options.deps,
  };
  const office =
    options.office && connect(database.url, { max: 4, actor: 'each', ...(options.office !== true && options.office) });
  if (office) {
    await ensureRoles(connection.db);
    await ensureDemoStaff(connection.db);
  }
  const app = await buildApp(deps, {
    logger: false,
    pages: builtPages('build'),
    office: office && { db: office.db, pages: builtPages('build-office') },
  });
  await app.listen({ port: env.PORT, host: env.HOST });
  return {
    app,
    deps,
    connection,
    port: (app.server.address() as AddressInfo).port,
    call: (call) => request(app.server, call),
    async close() {
      await app.close();
      await cache.close();
      await office?.close();
      await connection.close();
      await database.drop();
    },
  };
}
