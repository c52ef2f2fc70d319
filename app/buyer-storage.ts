/** Where a tab keeps what is personal in a purchase: the form, an unanswered click, the open order, and the one it became. */
export const BUYER_KEYS = {
  form: 'purchase_customer',
  attempt: 'purchase_attempt',
  order: 'purchase_order',
  done: 'purchase_done',
} as const;

/** Leaves nothing of the buyer in this tab. What was chosen stays: it is the device's. */
export function forgetBuyer(): void {
  try {
    for (const key of Object.values(BUYER_KEYS)) sessionStorage.removeItem(key);
  } catch {
    // Where storage is blocked, nothing was kept.
  }
}
