// The alarm rules by Prometheus' own tool: they are sound, each goes off where it should, alone, and none where all is
// well.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../support/template.ts';

const RULES = path.join(ROOT, 'deploy/alarms.yml');
/** By alarm: series as `promtool test rules` takes them, a value a minute for an hour. */
const TROUBLE: Record<string, Record<string, string>> = {
  StorefrontDown: { 'up{job="storefront"}': '0x60' },
  StorefrontDatabaseDown: { database_up: '0x60' },
  StorefrontErrors: {
    'http_request_duration_seconds_count{status="5xx"}': '0+2x60',
    'http_request_duration_seconds_count{status="2xx"}': '0+100x60',
  },
  StorefrontSlow: {
    'http_request_duration_seconds_bucket{route="/x",le="1"}': '0+98x60',
    'http_request_duration_seconds_bucket{route="/x",le="10"}': '0+100x60',
    'http_request_duration_seconds_bucket{route="/x",le="+Inf"}': '0+100x60',
  },
  StorefrontEventLoopBlocked: { nodejs_eventloop_lag_p99_seconds: '0.6x60' },
  StorefrontPoolExhausted: { 'db_pool_connections{pool="main",state="waiting"}': '6x60' },
  StorefrontPaymentGatewayDown: { 'http_errors_total{error_code="PAYMENT_PROVIDER_DOWN"}': '0+1x60' },
  StorefrontPaymentsUnchecked: { payments_to_check: '6x60' },
  StorefrontPaymentsFail: {
    'payments_last_day{instance="a",state="failed"}': '12x60',
    'payments_last_day{instance="a",state="paid"}': '10x60',
  },
  StorefrontPaymentsInDoubt: { payments_in_doubt: '1x60' },
  StorefrontRefundUnknown: { 'refunds_open{state="unknown"}': '1x60' },
  StorefrontRefundsWait: { 'refunds_open{state="due"}': '1x60' },
  StorefrontHoldsOverdue: { stock_holds_overdue: '1x60' },
  StorefrontOutboxStuck: { 'outbox_oldest_seconds{channel="sms"}': '901x60' },
  StorefrontMessagesGivenUp: { 'outbox_given_up{channel="sms"}': '1x60' },
  StorefrontJobFails: { 'job_duration_seconds_count{job="mail",outcome="failed"}': '0+1x60' },
  StorefrontJobOverdue: {
    'job_last_done_timestamp_seconds{job="mail"}': '0x60',
    'job_interval_seconds{job="mail"}': '2x60',
  },
  StorefrontClock: { clock_skew_seconds: '-6x60' },
  StorefrontMemory: { process_resident_memory_bytes: '1600000000x60' },
  StorefrontPageCacheCold: {
    'page_cache_requests_total{result="hit"}': '0+50x60',
    'page_cache_requests_total{result="miss"}': '0+60x60',
  },
  StorefrontSmsCap: { 'limit_refusals_total{policy="code",by="all"}': '0+1x60' },
  StorefrontFlood: { 'http_errors_total{error_code="RATE_LIMITED"}': '0+360x60' },
};
const CALM: Record<string, string> = {
  'up{job="storefront"}': '1x60',
  database_up: '1x60',
  'http_request_duration_seconds_count{status="5xx"}': '0x60',
  'http_request_duration_seconds_count{status="2xx"}': '0+100x60',
  'http_request_duration_seconds_bucket{route="/x",le="1"}': '0+100x60',
  'http_request_duration_seconds_bucket{route="/x",le="+Inf"}': '0+100x60',
  nodejs_eventloop_lag_p99_seconds: '0.02x60',
  'db_pool_connections{pool="main",state="waiting"}': '0x60',
  payments_to_check: '2x60',
  'payments_last_day{instance="a",state="failed"}': '12x60',
  'payments_last_day{instance="a",state="paid"}': '90x60',
  payments_in_doubt: '0x60',
  'refunds_open{state="due"}': '1x10 0x49',
  stock_holds_overdue: '0x60',
  'outbox_oldest_seconds{channel="sms"}': '30x60',
  'job_duration_seconds_count{job="mail",outcome="done"}': '0+30x60',
  'job_last_done_timestamp_seconds{job="mail"}': '0+60x60',
  'job_interval_seconds{job="mail"}': '2x60',
  'limit_refusals_total{policy="code",by="subject/store"}': '0+5x60',
  clock_skew_seconds: '0.2x60',
  process_resident_memory_bytes: '600000000x60',
  'page_cache_requests_total{result="hit"}': '0+100x60',
  'page_cache_requests_total{result="miss"}': '0+10x60',
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'storefront-alarms-'));
let failed = false;
try {
  const promtool = findPromtool();
  const named = [...fs.readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const untried = named.filter((name) => !(name in TROUBLE));
  if (untried.length > 0) throw new Error(`nothing sets off ${untried.join(', ')}`);
  run(promtool, ['check', 'rules', RULES], 'the rules are sound');
  for (const name of named) tried(promtool, name, TROUBLE[name] ?? {}, [name]);
  tried(promtool, 'a day like others', CALM, []);
} catch (error) {
  failed = true;
  console.log(`✗ ${(error as Error).message}`);
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

function tried(promtool: string, what: string, series: Record<string, string>, firing: string[]): void {
  const file = path.join(folder, 'test.json');
  const test = {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: '1h',
        exp_samples: firing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
      },
    ],
  };
  // JSON is YAML.
  fs.writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [test] }));
  run(promtool, ['test', 'rules', file], what);
}

function run(promtool: string, args: string[], what: string): void {
  const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8' });
  console.log(`${status === 0 ? '✓' : '✗'} ${what}${status === 0 ? '' : `\n${stdout}${stderr}`}`);
  if (status !== 0) failed = true;
}

/**
 * The one that is there, or else Debian's, taken out of its package: its service is not wanted. @throws Error that says
 * what is needed
 */
function findPromtool(): string {
  if (spawnSync('promtool', ['--version']).status === 0) return 'promtool';
  console.log('fetching promtool …');
  spawnSync('apt-get', ['download', 'prometheus'], { cwd: folder, stdio: 'ignore' });
  const [archive] = fs.readdirSync(folder).filter((name) => name.endsWith('.deb'));
  if (archive) spawnSync('dpkg-deb', ['-x', archive, 'prometheus'], { cwd: folder, stdio: 'ignore' });
  const own = path.join(folder, 'prometheus/usr/bin/promtool');
  if (!fs.existsSync(own))
    throw new Error('promtool is needed: Prometheus, or its package in Debian (apt-get install prometheus)');
  return own;
}
