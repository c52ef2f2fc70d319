import { isUuid } from '#domain/text/uuid.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What a person chose for the office on this device. Not secret, and nothing is permitted by it. */
export type Preferences = { theme: Theme; store: string | null };

const YEAR_SECONDS = 31_536_000;

export function preferencesOf(request: Request): Preferences {
  const cookie = request.headers.get('cookie') ?? '';
  const read = (name: string) => new RegExp(`(?:^|; )office-${name}=([\\w-]+)`).exec(cookie)?.[1] ?? '';
  return { theme: themes.find((theme) => theme === read('theme')) ?? 'system', store: storeIn(read('store')) };
}

export const storeIn = (text: string): string | null => (isUuid(text) ? text : null);

export const preferenceCookie = (name: keyof Preferences, value: string): string =>
  `office-${name}=${value}; Path=/; SameSite=Lax; Max-Age=${value ? YEAR_SECONDS : 0}`;
