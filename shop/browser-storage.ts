/** The browser's storages are per origin: each store has its own. That of a tab (`sessionStorage`) ends with it. */
type Storage = 'localStorage' | 'sessionStorage';

/** `null` when storage is blocked or what it holds is not what we wrote. */
export function readValue<T>(
  key: string,
  isValid: (value: unknown) => value is T,
  storage: Storage = 'localStorage',
): T | null {
  try {
    const value: unknown = JSON.parse(globalThis[storage].getItem(key) ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

/** With full or blocked storage the page works until it is reloaded. */
export function writeValue(key: string, value: unknown, storage: Storage = 'localStorage'): void {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    // As above.
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Storage keys of a purchase's personal data: the form and an unanswered request are per tab; the request's key and
 * the open order's secret, which contain nothing personal, are also on the device, where other tabs find them. So is the offer for a
 * used vehicle that was chosen for one. Drafts of forms are per tab.
 */
export const BUYER_KEYS = {
  form: 'purchase_customer',
  attempt: 'purchase_attempt',
  click: 'purchase_click',
  order: 'purchase_order',
  done: 'purchase_done',
  tradeIn: 'purchase_trade_in',
  drafts: 'drafts',
} as const;

/** Removes the buyer's data from this tab and the device. The chosen product stays: it belongs to the device. */
export function forgetBuyer(): void {
  for (const key of Object.values(BUYER_KEYS)) {
    writeValue(key, null, 'sessionStorage');
    writeValue(key, null);
  }
}
