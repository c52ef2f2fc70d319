/**
 * What the address of a product's page says besides the product: colour, an open size, a saved configuration, kept
 * financing.
 */
const KEYS = ['variant', 'choose', 'config', 'quote'];

export const chosenInAddress = (search: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...search].filter(([key]) => KEYS.includes(key)));

/** The same as a query with its question mark; '' where nothing is chosen. */
export function chosenQuery(search: URLSearchParams): string {
  const query = new URLSearchParams(chosenInAddress(search)).toString();
  return query && `?${query}`;
}
