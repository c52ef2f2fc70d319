import { DEVICE_DAYS, SESSION_HOURS } from '#server/staff/lifetimes.ts';
import type { Entered } from '#server/staff/sign-in.ts';

/** Only this host (`__Host-`), only from its own pages (Strict), not for scripts. `seconds`: 0 removes it. */
const cookie = (name: string, value: string, seconds: number): string =>
  `__Host-${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;

/** Of who has just signed in: the session, and the browser's own name, which stays when they sign out. */
export function enteredHeaders({ token, device }: Entered): Headers {
  const headers = new Headers();
  headers.append('set-cookie', cookie('office', token, SESSION_HOURS * 3_600));
  headers.append('set-cookie', cookie('office-device', device, DEVICE_DAYS * 86_400));
  return headers;
}

export const signedOutCookie = (): string => cookie('office', '', 0);
