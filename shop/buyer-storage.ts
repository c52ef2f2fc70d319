/**
 * Storage keys of a purchase's personal data: the form and an unanswered request are per tab; the request's key and
 * the open order's secret, which contain nothing personal, are also on the device, where other tabs find them.
 */
export const BUYER_KEYS = {
  form: 'purchase_customer',
  attempt: 'purchase_attempt',
  click: 'purchase_click',
  order: 'purchase_order',
  done: 'purchase_done',
} as const;

/** Removes the buyer's data from this tab and the device. The chosen product stays: it belongs to the device. */
export function forgetBuyer(): void {
  for (const key of Object.values(BUYER_KEYS)) {
    writeTab(key, null);
    writeDevice(key, null);
  }
}

const readFrom = (storage: () => Storage, key: string): unknown => {
  try {
    return JSON.parse(storage().getItem(key) ?? 'null');
  } catch {
    return null;
  }
};

/** With full or blocked storage the page works until it is reloaded. */
function writeTo(storage: () => Storage, key: string, value: unknown): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, JSON.stringify(value));
  } catch {
    // As above.
  }
}

const ofTab = () => sessionStorage;
const ofDevice = () => localStorage;

export const readTab = (key: string): unknown => readFrom(ofTab, key);
export const writeTab = (key: string, value: unknown): void => writeTo(ofTab, key, value);
export const readDevice = (key: string): unknown => readFrom(ofDevice, key);
export const writeDevice = (key: string, value: unknown): void => writeTo(ofDevice, key, value);
