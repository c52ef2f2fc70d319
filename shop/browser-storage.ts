/** The browser's storages are per origin: each store has its own. That of a tab (`sessionStorage`) ends with it. */
type Storage = 'localStorage' | 'sessionStorage';

/** As JSON, what a full or blocked storage has not taken: it lasts as long as the page. */
const unsaved: Record<string, string> = {};

/** `null` when there is nothing, or what the storage holds is not what we wrote. */
export function readValue<T>(
  key: string,
  isValid: (value: unknown) => value is T,
  storage: Storage = 'localStorage',
): T | null {
  try {
    const value: unknown = JSON.parse(unsaved[storage + key] ?? globalThis[storage].getItem(key) ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

export function writeValue(key: string, value: unknown, storage: Storage = 'localStorage'): void {
  const text = JSON.stringify(value);
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, text);
    delete unsaved[storage + key];
  } catch {
    unsaved[storage + key] = text;
  }
}

/**
 * Tells the key that another tab has changed; `null` where all may have: cleared, or the page comes out of the
 * browser's own cache.
 */
export function onStored(tell: (key: string | null) => void): () => void {
  const hear = ({ key = null, persisted = true }: Partial<StorageEvent & PageTransitionEvent>) =>
    persisted && tell(key);
  window.addEventListener('storage', hear);
  window.addEventListener('pageshow', hear);
  return () => {
    window.removeEventListener('storage', hear);
    window.removeEventListener('pageshow', hear);
  };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Storage keys of a purchase's personal data: the form, who offers a used vehicle and an unanswered request are per
 * tab; the request's key and the open order's secret, which contain nothing personal, are also on the device, where
 * other tabs find them. So is the offer for a used vehicle that was chosen for one. Drafts of forms are per tab, and so
 * are an order that waits for a proof of the phone and to which phone a code was sent.
 */
export const BUYER_KEYS = {
  form: 'purchase_customer',
  person: 'trade_in_person',
  attempt: 'purchase_attempt',
  click: 'purchase_click',
  order: 'purchase_order',
  done: 'purchase_done',
  tradeIn: 'purchase_trade_in',
  drafts: 'drafts',
  proof: 'purchase_proof',
  code: 'code_sent',
  financeTerms: 'finance_terms',
} as const;
