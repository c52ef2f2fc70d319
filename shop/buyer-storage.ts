/**
 * Where a purchase keeps what is personal: the form and what an unanswered click has sent in their tab; the click's key, the open
 * order and the one it became, without anything of the person, on the device too, where other tabs find them.
 */
export const BUYER_KEYS = {
  form: 'purchase_customer',
  attempt: 'purchase_attempt',
  click: 'purchase_click',
  order: 'purchase_order',
  done: 'purchase_done',
} as const;

/** Leaves nothing of the buyer in this tab and on the device. What was chosen stays: it is the device's. */
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

/** Where storage is full or blocked, the page works until it is reloaded. */
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
