import type { Consent } from './consent.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

const HOST = 'https://www.googletagmanager.com';

/** Google's Consent Mode: tags check it before they write cookies. */
const words = ({ analytics, marketing }: Consent) => {
  const say = (allowed: boolean) => (allowed ? 'granted' : 'denied');
  return {
    analytics_storage: say(analytics),
    ad_storage: say(marketing),
    ad_user_data: say(marketing),
    ad_personalization: say(marketing),
  };
};

/** Google's scripts tell a command from an event by its type `arguments`. */
function command(..._words: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer?.push(arguments);
}

export const isLoaded = (): boolean => window.dataLayer !== undefined;

/** Loads the store's tag manager after consent. Before it there is no `dataLayer` and no third-party script. */
export function load(id: string, consent: Consent): void {
  window.dataLayer = [];
  command('consent', 'default', words(consent));
  window.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const script = document.createElement('script');
  script.async = true;
  script.src = `${HOST}/gtm.js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

export const update = (consent: Consent): void => command('consent', 'update', words(consent));

export const push = (entry: Record<string, unknown>): void => void window.dataLayer?.push(entry);

/** Deletes cookies that Google's tags wrote on this site. */
export function dropCookies(): void {
  const domains = location.hostname.split('.').map((_, at, labels) => labels.slice(at).join('.'));
  for (const name of document.cookie.split('; ').map((one) => one.split('=')[0] ?? '')) {
    if (!/^_(?:ga|gid|gat|gcl|gac|fbp)/.test(name)) continue;
    for (const domain of ['', ...domains.map((one) => `; domain=${one}`)]) {
      // biome-ignore lint/suspicious/noDocumentCookie: every browser has it, and cookieStore not
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}
