import { tmpdir } from 'node:os';
import { isAbsolute, relative } from 'node:path';
import type { StoreSettings } from '#contract/store-settings.ts';
import { stores } from '#db/schema/index.ts';
import { asc } from '#db/sql.ts';
import { unpayableStores } from '../checkout/payments/payment-page.ts';
import type { Deps } from '../context.ts';
import type { Environment } from '../platform/environment.ts';
import { opensByItself } from '../stores/stores.ts';

/** CardCom's terminal for everybody's tests: it approves cards and charges none. */
const TEST_TERMINAL = 1000;

/** Missing settings that live mode requires, a line each; none in demo mode. `code` is the program's folder. */
export function missingSettings(env: Environment, code: string): string[] {
  if (env.MODE !== 'live') return [];
  const missing: [boolean, string][] = [
    [!env.SECRET, 'SECRET: must be set (32 characters or more), and kept: links and codes are made with it'],
    [
      env.SMS_PROVIDERS.length === 0,
      'SMS_PROVIDERS: nobody is set who sends SMS (019, twilio); without it nobody can sign in',
    ],
    [/\/test\/?$/.test(env.SMS_019_URL), 'SMS_019_URL: is the address that sends nothing'],
    [!env.SMTP_URL, 'SMTP_URL: no mail server is set'],
    [
      !env.CARDCOM_TERMINAL && !env.PAYPLUS_API_KEY && Object.keys(env.PAYMENT_TERMINALS).length === 0,
      'CARDCOM_TERMINAL, CARDCOM_API_NAME, CARDCOM_API_PASSWORD (or those of PAYPLUS_…): no payment gateway is set',
    ],
    [env.PAYPLUS_URL.includes('restapidev.'), 'PAYPLUS_URL: is the address that takes no money'],
    [env.CARDCOM_TERMINAL === TEST_TERMINAL, `CARDCOM_TERMINAL: ${TEST_TERMINAL} is the terminal that takes no money`],
    [
      Object.values(env.PAYMENT_TERMINALS).some(
        (settings) => settings.provider === 'cardcom' && settings.terminal === TEST_TERMINAL,
      ),
      `PAYMENT_TERMINALS: ${TEST_TERMINAL} is CardCom's terminal that takes no money`,
    ],
    [
      !(env.DATABASE_URL && env.MEDIA_BUCKET) && !isDurable(env.DATA_DIR, code),
      'DATA_DIR: must be an absolute path outside the program’s folder and the one for temporary files (or set DATABASE_URL and MEDIA_BUCKET)',
    ],
  ];
  return missing.filter(([isMissing]) => isMissing).map(([, line]) => line);
}

/** An upgrade replaces the program's folder, and a restart empties the one for temporary files. */
export const isDurable = (folder: string, code: string): boolean =>
  isAbsolute(folder) && ![code, tmpdir(), '/tmp', '/dev/shm'].some((lost) => isWithin(folder, lost));

function isWithin(folder: string, other: string): boolean {
  const way = relative(other, folder);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
}

/** What open stores lack to sell in live mode, a line each. */
export async function unreadyStores(deps: Pick<Deps, 'db' | 'env' | 'payment'>): Promise<string[]> {
  if (deps.env.MODE !== 'live') return [];
  const open = await deps.db.select().from(stores).where(opensByItself).orderBy(asc(stores.key));
  const lines = open.flatMap(({ key, publicDomain, email, nameEn, settings }) => [
    ...(publicDomain ? [] : [`Store ${key} has no public domain: set "public_domain" in its store.json.`]),
    ...(email || deps.env.MAIL_FROM
      ? []
      : [`Store ${key} has no sender for mail: "email" in its store.json, or MAIL_FROM.`]),
    ...((settings as StoreSettings).sms_sender || /[A-Za-z0-9]{3}/.test(nameEn)
      ? []
      : [`Store ${key} has no sender for SMS: set "sms_sender" in its store.json.`]),
  ]);
  return [...lines, ...(await unpayableStores(deps))];
}

export const refusal = (lines: string[]): string =>
  `MODE=live does not start while these are missing:\n  ${lines.join('\n  ')}`;
