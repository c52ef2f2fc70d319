import { createListeners } from '#ui/hooks/listeners.ts';

/** A visitor's choice on this store's origin. Nothing is allowed without a choice. */
export type Consent = { analytics: boolean; marketing: boolean };
type Kept = Consent & { version: number; at: string };

const KEY = 'cookie_consent';
/** Changes with the set of purposes, and asks again. */
const VERSION = 1;
/** After a year it is asked again. */
const LIFETIME_MS = 365 * 86_400_000;

const listeners = createListeners();
/** `undefined`: storage not read yet. With blocked storage the choice lasts as long as the page. */
let current: Consent | null | undefined;

const isKept = (value: unknown): value is Kept => {
  const stored = value as Kept | null;
  return (
    typeof stored?.analytics === 'boolean' &&
    typeof stored.marketing === 'boolean' &&
    stored.version === VERSION &&
    Date.now() - Date.parse(stored.at) < LIFETIME_MS
  );
};

function readStored(): Consent | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isKept(stored) ? { analytics: stored.analytics, marketing: stored.marketing } : null;
  } catch {
    return null;
  }
}

/** `null`: no choice yet. */
export function readConsent(): Consent | null {
  if (current === undefined) current = readStored();
  return current;
}

function set(next: Consent | null): void {
  current = next;
  listeners.notify();
}

export function writeConsent(consent: Consent): void {
  const stored: Kept = { ...consent, version: VERSION, at: new Date().toISOString() };
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // It lasts as long as the page.
  }
  set(consent);
}

/** Notifies of changes here or in another tab of the store. */
export function subscribe(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === KEY) set(readStored());
  };
  const stop = listeners.subscribe(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
  };
}
