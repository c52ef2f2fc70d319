/** Of orders, as they are shown and kept; the secret of an order is longer. */
export const ORDER_NUMBER = /^[2-9A-Z]{4}-[2-9A-Z]{4}$/;

/** As people type it: `7k4m 29qx` → `7K4M-29QX`; `null` for what isn't an order number. */
export function orderNumberOf(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const number = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  return ORDER_NUMBER.test(number) ? number : null;
}
