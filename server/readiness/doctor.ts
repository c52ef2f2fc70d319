import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { stores } from '#db/schema/index.ts';
import { and, isNotNull, sql } from '#db/sql.ts';
import { REPORTED_DAYS, undocumentedPayments } from '../checkout/documents/missing-documents.ts';
import { missingGateways } from '../checkout/payments/payment-page.ts';
import type { Deps } from '../context.ts';
import { outboxHealth } from '../notifications/outbox-health.ts';
import { MAX_SKEW_MS, measureClock } from '../platform/clock.ts';
import { opensByItself } from '../stores/stores.ts';
import { missingSettings, unreadyStores } from './live-mode.ts';

/** `warning`: worth attention, nothing fails yet. */
export type Finding = { check: CheckName; state: 'ok' | 'warning' | 'fault'; detail: string; advice?: string };

export type Installation = Pick<Deps, 'db' | 'env' | 'mail' | 'now' | 'sms' | 'payment' | 'registry' | 'storage'> & {
  dataDir: string;
  /** The program's own folder. */
  code: string;
  /** Writes one permanent row: that an operator ran the check. */
  writeRow: () => Promise<void>;
  pool: Pick<pg.Pool, 'query'>;
  /** This machine's time, for tests. */
  wall?: () => number;
};

type Check = (installation: Installation) => Promise<Omit<Finding, 'check'>[]>;

const MB = 1_048_576;
const PATIENCE_MS = 30_000;
/** Clocks set by NTP never differ this much; jobs still run. */
const WORTH_A_LOOK_MS = 1_000;

const ok = (detail: string) => [{ state: 'ok' as const, detail }];
const fault = (detail: string, advice: string) => [{ state: 'fault' as const, detail, advice }];
const warning = (detail: string, advice: string) => [{ state: 'warning' as const, detail, advice }];

type Provider = { name: string; check: () => Promise<string> };

const askEach = async (providers: Provider[], advice: string) => {
  const ask = (provider: Provider) =>
    provider.check().then(
      (word) => ok(`${provider.name}: ${word}`),
      (error: Error) => fault(`${provider.name}: ${error.message}`, advice),
    );
  return (await Promise.all(providers.map(ask))).flat();
};

/** In sequence of dependency. None changes anything but the row that records the check. */
const checks = {
  settings: async ({ env, code }) => {
    const missing = missingSettings(env, code);
    if (missing.length > 0)
      return missing.flatMap((line) => fault(line, 'Set it where the other settings are, and restart.'));
    return ok(env.MODE === 'live' ? 'complete' : 'demo mode: sandbox gateway, nothing is required');
  },
  database: async ({ db, writeRow }) => {
    const begun = performance.now();
    await writeRow();
    const took = Math.round(performance.now() - begun);
    const { rows } = await db.execute<{ used: number; most: number }>(
      sql`select count(*)::int as used, current_setting('max_connections')::int as most from pg_stat_activity where backend_type = 'client backend'`,
    );
    const { used = 0, most = 1 } = rows[0] ?? {};
    if (used > most * 0.9)
      return warning(`${used} of ${most} connections are taken`, 'Raise max_connections, or lower DATABASE_POOL.');
    if (took > 1_000) return warning(`a row took ${took} ms to be written`, 'Look at the database’s disk and load.');
    return ok(`a row was written in ${took} ms; ${used} of ${most} connections`);
  },
  clock: async ({ pool, wall }) => {
    const { skew } = await measureClock(pool, wall);
    const detail = `${(skew / 1_000).toFixed(1)} s away from the database’s`;
    if (Math.abs(skew) > MAX_SKEW_MS)
      return fault(
        `${detail}: a process here does no jobs`,
        'Set it by NTP (timedatectl set-ntp true), on the database’s machine too.',
      );
    return Math.abs(skew) > WORTH_A_LOOK_MS ? warning(detail, 'Set it by NTP on both machines.') : ok(detail);
  },
  disk: async ({ dataDir, env }) => {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    const free = Math.round((bavail * bsize) / MB);
    const share = Math.round((bavail / blocks) * 100);
    const detail = `${free} MB (${share} %) free for ${dataDir}${env.DATABASE_URL ? '; the database’s own disk is not seen from here' : ''}`;
    if (free < 200) return fault(detail, 'Make room now: a full disk stops orders. Never delete in pg_wal.');
    return free < 1_000 || share < 5 ? warning(detail, 'Make room before it is full.') : ok(detail);
  },
  stores: async (installation) => {
    const lines = await unreadyStores(installation);
    if (lines.length > 0) return lines.flatMap((line) => fault(line, 'Put it right and import, or close the store.'));
    const [row] = await installation.db.select({ open: sql<number>`count(*)::int` }).from(stores).where(opensByItself);
    return row?.open
      ? ok(`${row.open} open`)
      : warning('no store is open', 'import <folder>, stores set-status <store> open');
  },
  sms: async ({ sms, env }) => {
    if (sms.length === 0) return env.MODE === 'live' ? [] : ok('no provider: messages are kept in the outbox');
    return askEach(sms, 'Compare account and token, credit, and this machine’s way out (firewall).');
  },
  mail: async ({ mail }) => ok(await mail.check()),
  gateway: async ({ db, payment }) => [
    ...(await askEach(
      Object.values(payment),
      'Compare the terminal’s keys and passwords, and this machine’s way out.',
    )),
    ...(await missingGateways({ db, payment })).flatMap((line) =>
      warning(line, 'Set its keys again until none of its payments is open or to be refunded.'),
    ),
  ],
  // Plates that nobody looks up are typed by hand.
  registry: ({ registry }) =>
    registry
      .check()
      .then(ok, (error: Error) =>
        warning(
          `the registry of vehicles: ${error.message}`,
          'Compare VEHICLE_REGISTRY_URL and this machine’s way out; until then shoppers type their vehicles.',
        ),
      ),
  pictures: async ({ db, storage }) => {
    const { rows } = await db.execute<{ media: string }>(
      sql`select media from (select distinct media from product_images) m order by random() limit 30`,
    );
    const missing: string[] = [];
    for (const { media } of rows) if (!(await storage.has(media))) missing.push(media);
    if (missing.length === 0) return ok(`${rows.length} taken at random are there`);
    return fault(
      `${missing.length} of ${rows.length} taken at random are missing (${missing[0]})`,
      'Is DATA_DIR or MEDIA_BUCKET the one that was imported into? Import again, or restore.',
    );
  },
  domains: async ({ db, env }) => {
    if (env.MODE !== 'live') return ok('demo mode: *.localhost');
    const open = await db
      .select({ key: stores.key, domain: stores.publicDomain })
      .from(stores)
      .where(and(opensByItself, isNotNull(stores.publicDomain)));
    const findings = await Promise.all(open.map(({ key, domain }) => reach(key, domain ?? '')));
    return findings.flat();
  },
  queue: async ({ db }) => {
    const {
      late: overdue,
      doubt: inDoubt,
      given_up: deadLetters,
      undelivered,
      sms_sent: sent,
    } = await outboxHealth(db);
    const { rows } = await db.execute<{ payments: number; refunds: number }>(sql`select
      (select count(*)::int from payments where review_reason is not null and review_resolved_at is null) as payments,
      (select count(*)::int from refunds where status = 'unknown') as refunds`);
    const { payments = 0, refunds = 0 } = rows[0] ?? {};
    const findings: Omit<Finding, 'check'>[] = [
      ...(overdue > 0
        ? fault(
            `${overdue} messages should have left five minutes ago`,
            'Does a process run with JOBS=on? Its log names what fails.',
          )
        : []),
      ...(inDoubt > 0
        ? warning(`${inDoubt} SMS were perhaps sent`, 'They are asked about; `outbox list --channel sms` shows them.')
        : []),
      ...(deadLetters > 0
        ? warning(
            `${deadLetters} messages were given up in a day`,
            '`outbox list` says why; `outbox retry` sends them again.',
          )
        : []),
      ...(undelivered > 5 && undelivered > sent / 5
        ? warning(
            `${undelivered} of ${sent} SMS of a day did not reach their phones`,
            'Is each store’s sender registered with the provider?',
          )
        : []),
      ...(payments > 0 ? warning(`${payments} payments are in doubt`, '`reviews list` shows them.') : []),
      ...(refunds > 0 ? warning(`${refunds} refunds are in doubt`, '`reviews list` shows them.') : []),
    ];
    return findings.length > 0 ? findings : ok('nothing waits that should have left');
  },
  documents: async (installation) => {
    const missing = await undocumentedPayments(installation);
    if (missing.length === 0) return ok('every charge has its document, or its gateway is still asked');
    return warning(
      `${missing.length} charges of the last ${REPORTED_DAYS} days have no document (order ${missing[0]?.order})`,
      '`documents check` lists them, and asks their gateways again with --ask. What a gateway never wrote is written in its own books.',
    );
  },
} satisfies Record<string, Check>;
type CheckName = keyof typeof checks;

/** From here, through DNS, TLS and the balancer, to a process of this shop. */
async function reach(key: string, domain: string): Promise<Omit<Finding, 'check'>[]> {
  const advice = 'Compare the domain’s DNS record, the certificate, and nginx’s server_name.';
  try {
    const reply = await fetch(`https://${domain}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    const body = await reply.text();
    if (reply.status === 200 && body.includes('"ok"')) return ok(`${key}: https://${domain} answers`);
    return fault(`${key}: https://${domain}/healthz answers ${reply.status}`, advice);
  } catch (error) {
    const { message, cause } = error as Error;
    return fault(`${key}: https://${domain}: ${cause instanceof Error ? cause.message : message}`, advice);
  }
}

/** Every check, independent of the others; one that fails or times out is a finding itself. */
export async function checkInstallation(installation: Installation): Promise<Finding[]> {
  const findings = await Promise.all(
    (Object.entries(checks) as [CheckName, Check][]).map(async ([check, run]) => {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no answer in ${PATIENCE_MS / 1_000} s`)), PATIENCE_MS);
      });
      const findings = await Promise.race([run(installation), timeout])
        .catch((error: Error) => fault(error.message, ADVICE[check] ?? 'See docs/operating.md.'))
        .finally(() => clearTimeout(timer));
      return findings.map((one) => ({ check, ...one }));
    }),
  );
  return findings.flat();
}

const ADVICE: Partial<Record<CheckName, string>> = {
  database: 'Is PostgreSQL up, may this user write, is its disk full? Its own log says which.',
  disk: 'Does DATA_DIR exist, and may this user read it?',
  mail: 'Compare SMTP_URL (host, port, user, password) and this machine’s way out.',
  pictures: 'Compare MEDIA_BUCKET and its keys, or the rights of DATA_DIR/media.',
};
