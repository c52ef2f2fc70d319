import dns from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Environment } from '../../platform/environment.ts';
import { refuse } from '../../platform/errors.ts';
import { isPublicIp } from '../../platform/ip-address.ts';

const PATIENCE_MS = 5_000;

/**
 * Whether a webhook may go there: by https to the internet, never into this machine's network. The delivery asks again
 * (`providers/webhook`), as a name can lead elsewhere tomorrow; here whoever types it learns it at once. @throws
 * BAD_REQUEST
 */
export async function checkWebhookUrl(typed: string, { WEBHOOK_HOSTS: hosts }: Environment): Promise<void> {
  const refusalOf = (message: string) => refuse('BAD_REQUEST', { fields: [{ path: 'url', message }] });
  const url = URL.canParse(typed) ? new URL(typed) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw refusalOf('כתבו כתובת מלאה, כמו https://crm.example/hook');
  if (url.username || url.password) throw refusalOf('כתובת בלי שם משתמש וסיסמה: החתימה מעידה מי השולח');
  if (hosts === 'any') return;
  if (url.protocol !== 'https:') throw refusalOf('הכתובת צריכה להתחיל ב־https');
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(name) ? [name] : await addressesOf(name);
  if (addresses.length === 0) throw refusalOf('לא נמצא שרת בשם הזה');
  if (!addresses.every(isPublicIp)) throw refusalOf('הכתובת מובילה אל רשת פנימית, ולשם לא נשלח דבר');
}

async function addressesOf(name: string): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<[]>((done) => {
    timer = setTimeout(() => done([]), PATIENCE_MS);
  });
  const lookup = dns.lookup(name, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([lookup, timeout]).finally(() => clearTimeout(timer));
}
