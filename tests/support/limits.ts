import type { PolicyName } from '#server/platform/limit-policies.ts';
import type { TestApp } from './app.ts';

/** As if unknown callers had caused so much, each with a phone and from an address of its own. */
export const sentByStrangers = (site: TestApp, policy: PolicyName, at: Date, times: number) =>
  site.connection.pool.query(
    `insert into limit_hits (uuid, policy, subject, address, store, known, at)
     select gen_random_uuid(), $1, 'phone ' || n, 'address ' || n, '', false, $2 from generate_series(1, $3::int) n`,
    [policy, at, times],
  );

/** As if it had all been so much earlier. */
export const letPass = (site: Pick<TestApp, 'connection'>, seconds: number) =>
  site.connection.pool.query(`update limit_hits set at = at - $1 * interval '1 second'`, [seconds]);

/** What a browser keeps of a reply's cookies of this name. */
export const cookieFrom = (headers: { 'set-cookie'?: string[] | undefined }, name: string): string =>
  headers['set-cookie']?.find((one) => one.startsWith(`${name}=`))?.split(';')[0] ?? '';
