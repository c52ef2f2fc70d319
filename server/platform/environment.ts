import { z } from 'zod';
import { OperatorError } from '#db/operator-error.ts';
import { readTerminals } from '#domain/money/payment-terminals.ts';
import { parseVatRates } from '#domain/money/vat.ts';

/** Every setting, with what it is for. `docs/operating.md` shows this table. */
const settings = z.object({
  MODE: z
    .enum(['demo', 'live'])
    .default('demo')
    .describe('demo: demo stores, sandbox gateway. live: neither, secrets required'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000).describe('Port to listen on'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  DATA_DIR: z.string().min(1).default('./data').describe('Embedded database, media, generated secrets'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL 15 or newer; unset: the embedded one'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20).describe('Connections a process may hold'),
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('Streaming replica to read the catalogue from; needs DATABASE_URL'),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(0)
    .describe('How long a process that is told to stop goes on serving, so that the balancer notices'),
  MEDIA_BUCKET: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('S3-compatible bucket for media, its whole address; unset: a folder in DATA_DIR'),
  MEDIA_BUCKET_REGION: z
    .string()
    .min(1)
    .default('us-east-1')
    .describe('Region that requests to the bucket are signed for'),
  MEDIA_BUCKET_KEY: z.string().min(1).optional().describe('Access key of the bucket'),
  MEDIA_BUCKET_SECRET: z.string().min(1).optional().describe('Secret key of the bucket'),
  SECRET: z.string().min(32).optional().describe('Key of codes, cookies and webhooks; required in live mode'),
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0).describe('How many proxies stand in front'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./ })
    .optional()
    .describe('Mail server, smtp://user:password@host:587; unset: mail stays in the outbox'),
  MAIL_FROM: z.email().optional().describe('Sender of the stores that have no address of their own'),
  SMS_PROVIDERS: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((name) => name.trim()))
    .transform((names) => names.filter(Boolean))
    .pipe(z.array(z.enum(['019', 'twilio'])).refine((names) => new Set(names).size === names.length, 'names one twice'))
    .describe('Who sends SMS, the first first: 019, twilio or both (019,twilio); unset: SMS stay in the outbox'),
  SMS_019_USERNAME: z.string().min(1).optional().describe('019: name of the account'),
  SMS_019_TOKEN: z.string().min(1).optional().describe('019: token of its API'),
  SMS_019_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://019sms.co.il/api')
    .describe('019: where its API is reached; https://019sms.co.il/api/test checks messages and sends none'),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[\da-f]{32}$/)
    .optional()
    .describe('Twilio: the account'),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional().describe('Twilio: its token'),
  TWILIO_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.twilio.com')
    .transform((url) => url.replace(/\/$/, ''))
    .describe('Twilio: where its API is reached'),
  WEBHOOK_HOSTS: z
    .enum(['public', 'any'])
    .default('public')
    .describe('Where webhooks of leads may go. public: https to addresses of the internet; any: internal ones, too'),
  CARDCOM_TERMINAL: z.coerce.number().int().positive().optional().describe('CardCom: number of the terminal'),
  CARDCOM_API_NAME: z.string().optional().describe('CardCom: name for its API'),
  CARDCOM_API_PASSWORD: z.string().optional().describe('CardCom: password for refunds and documents'),
  CARDCOM_DOCUMENTS: z.enum(['on', 'off']).default('on').describe('CardCom: writes the tax documents'),
  CARDCOM_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://secure.cardcom.solutions')
    .describe('CardCom: where its API is reached'),
  PAYPLUS_API_KEY: z.string().optional().describe('PayPlus: key for its API'),
  PAYPLUS_SECRET_KEY: z.string().optional().describe('PayPlus: its secret, which also signs what PayPlus reports'),
  PAYPLUS_PAGE_UID: z.guid().optional().describe('PayPlus: the payment page of the terminal'),
  PAYPLUS_DOCUMENTS: z.enum(['on', 'off']).default('on').describe('PayPlus: writes the tax documents'),
  PAYPLUS_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://restapi.payplus.co.il')
    .transform((url) => url.replace(/\/$/, ''))
    .describe('PayPlus: where its API is reached; https://restapidev.payplus.co.il takes no money'),
  PAYMENT_TERMINALS: z
    .string()
    .default('{}')
    .transform((text, check) => {
      const terminals = readTerminals(text);
      for (const place of terminals.wrong)
        check.addIssue({ code: 'custom', message: `is not as documented at ${place}` });
      return terminals.data ?? z.NEVER;
    })
    .describe('Further terminals by name, for stores whose settings name one; JSON (docs/operating.md)'),
  VAT_RATES: z
    .string()
    .default('2015-10-01:17,2025-01-01:18')
    .transform((text, check) => {
      const rates = parseVatRates(text);
      if (!rates) check.addIssue({ code: 'custom', message: 'must be like 2015-10-01:17,2025-01-01:18' });
      return rates ?? z.NEVER;
    })
    .describe(
      'Rates of VAT in percent, each with its first day, beside these two; a credit takes the rate of what it credits',
    ),
  CODES_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .default(3_000)
    .describe(
      'SMS that visitors may cause in a day, over all stores (codes, bookings, cancellations): what a flood may cost',
    ),
  GOOGLE_ISSUER: z
    .url({ protocol: /^https?$/ })
    .default('https://accounts.google.com')
    .describe('Google: issuer of the ID tokens of stores that name a client id'),
  FACEBOOK_ISSUER: z
    .url({ protocol: /^https?$/ })
    .default('https://www.facebook.com')
    .describe('Facebook: the same'),
  VEHICLE_REGISTRY: z
    .enum(['demo', 'data-gov', 'off'])
    .optional()
    .describe(
      'Who knows make, model and year of a plate (trade-in). data-gov: the state’s open data; off: shoppers type them; unset: data-gov, in the demo its own plates',
    ),
  VEHICLE_REGISTRY_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://data.gov.il')
    .transform((url) => url.replace(/\/$/, ''))
    .describe('data-gov: where its API is reached'),
  OFFICE_HOST: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    .optional()
    .describe('Host of the office in live mode; unset: there is none. The demo’s is office.localhost'),
  OFFICE_ALLOWED_IPS: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((range) => range.trim()))
    .transform((ranges) => ranges.filter(Boolean))
    .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])))
    .describe('Addresses and networks (203.0.113.0/24) that may reach the office; unset: all'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Who sends it as a bearer token may read /metrics from elsewhere'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('OpenTelemetry collector that takes OTLP over HTTP; unset: no traces'),
  OTEL_SERVICE_NAME: z.string().min(1).default('storefront').describe('Name of this service in traces'),
  JOBS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off: this process only serves; no mails, reminders, reconciliation or clearing up'),
  FIRST_PICTURES: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'off: sizes of pictures are made only when they are asked for, not after the start and after an import or an upload',
    ),
  DEMO_ACTIVITY: z
    .enum(['on', 'off'])
    .default('on')
    .describe('off: a new demo begins without orders, inquiries and visits'),
  STORE_ACTOR: z.string().max(60).optional().describe('Who runs operators’ commands, for the change log'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info').describe('What is logged'),
});

const SETTINGS_OF_GATEWAYS = {
  CardCom: ['CARDCOM_TERMINAL', 'CARDCOM_API_NAME', 'CARDCOM_API_PASSWORD'],
  PayPlus: ['PAYPLUS_API_KEY', 'PAYPLUS_SECRET_KEY', 'PAYPLUS_PAGE_UID'],
} as const;

const OF_SMS = {
  '019': ['SMS_019_USERNAME', 'SMS_019_TOKEN'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
} as const;
const missingOfSms = (env: z.infer<typeof settings>): string[] =>
  env.SMS_PROVIDERS.flatMap((provider) => OF_SMS[provider]).filter((name) => !env[name]);

const environmentSchema = settings.superRefine((env, check) => {
  for (const [gateway, names] of Object.entries(SETTINGS_OF_GATEWAYS))
    for (const name of names) {
      if (env[name] === undefined && names.some((other) => env[other] !== undefined))
        check.addIssue({
          code: 'custom',
          path: [name],
          message: `must be set together with the other two of ${gateway}`,
        });
    }
  for (const name of missingOfSms(env))
    check.addIssue({ code: 'custom', path: [name], message: 'must be set for what SMS_PROVIDERS names' });
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL)
    check.addIssue({ code: 'custom', path: ['DATABASE_REPLICA_URL'], message: 'needs DATABASE_URL, the primary' });
  for (const name of ['MEDIA_BUCKET', 'MEDIA_BUCKET_KEY', 'MEDIA_BUCKET_SECRET'] as const) {
    if (!env[name] && (env.MEDIA_BUCKET || env.MEDIA_BUCKET_KEY || env.MEDIA_BUCKET_SECRET))
      check.addIssue({
        code: 'custom',
        path: [name],
        message: 'must be set together with the other two of the bucket',
      });
  }
  if (env.MODE === 'live') refuseInLive(env, check);
});

/** Nothing of the demo, and nothing that others could read on its way. */
function refuseInLive(env: z.infer<typeof settings>, check: z.RefinementCtx): void {
  if (env.VEHICLE_REGISTRY === 'demo')
    check.addIssue({ code: 'custom', path: ['VEHICLE_REGISTRY'], message: 'must not be the demo’s in live mode' });
  const urls = ['CARDCOM_URL', 'PAYPLUS_URL', 'SMS_019_URL', 'TWILIO_URL', 'GOOGLE_ISSUER', 'FACEBOOK_ISSUER'] as const;
  for (const name of [...urls, 'VEHICLE_REGISTRY_URL'] as const)
    if (!env[name].startsWith('https:'))
      check.addIssue({ code: 'custom', path: [name], message: 'must be https in live mode' });
}

export type Environment = z.infer<typeof settings>;

/**
 * The settings as they are, for callers that check live mode's requirements themselves
 * (`server/readiness/live-mode.ts`). Where a value is wrong, `missing` adds what else keeps the server from starting:
 * the operator reads all of it at once.
 * @throws OperatorError with one line per wrong value, naming the variable and never its value.
 */
export function readSettings(
  source: Record<string, string | undefined>,
  missing: (env: Environment) => string[] = () => [],
): Environment {
  const variables = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(variables);
  const misspelt = misspeltSettings(Object.keys(variables));
  if (parsed.success && misspelt.length === 0) return parsed.data;
  const problems = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  const parsedSettings = settings.safeParse(variables);
  const lines = [...misspelt, ...problems, ...(parsedSettings.success ? missing(parsedSettings.data) : [])];
  throw new OperatorError(`Wrong settings:\n  ${lines.join('\n  ')}`);
}

/** A line for each variable that is a likely misspelling of a setting, which would otherwise be ignored silently. */
function misspeltSettings(names: string[]): string[] {
  const settingNames = Object.keys(settings.shape);
  return names.flatMap((name) => {
    const similar = name in settings.shape ? undefined : settingNames.find((setting) => isSlip(name, setting));
    return similar ? [`${name}: there is no such setting; ${similar} is meant?`] : [];
  });
}

/**
 * Whether two letters are swapped or, in a long enough name (npm sets `NODE`, shells `HOSTNAME`), one is missing,
 * wrong or superfluous.
 */
function isSlip(name: string, setting: string): boolean {
  if (Math.abs(name.length - setting.length) > 1) return false;
  let at = 0;
  while (at < name.length && name[at] === setting[at]) at++;
  const [a, b] = [name.slice(at), setting.slice(at)];
  if (a.length === b.length && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)) return true;
  if (setting.length < 6) return false;
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1);
}

/** The settings for a command: in live mode no secret is generated. @throws OperatorError */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
  const env = readSettings(source);
  if (env.MODE === 'live' && !env.SECRET)
    throw new OperatorError('Wrong settings:\n  SECRET: must be set in live mode (32 characters or more)');
  return env;
}
