/** Events that must not repeat, whatever is reloaded or gone back to: an order forever, the steps per tab. */
const KEY = 'told';
const MAX_KEYS = 200;
const inMemory = new Set<string>();

const storageOf = (lasting: boolean): Storage => (lasting ? localStorage : sessionStorage);

function read(lasting: boolean): string[] {
  try {
    const stored: unknown = JSON.parse(storageOf(lasting).getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Another purchase may have the same goods. */
export function forgetSteps(): void {
  for (const key of inMemory) if (!key.startsWith('purchase/')) inMemory.delete(key);
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

/** `true` the first time for a key. With blocked storage, the first time on the page. */
export function firstTime(key: string, lasting: boolean): boolean {
  const keys = read(lasting);
  if (inMemory.has(key) || keys.includes(key)) return false;
  inMemory.add(key);
  try {
    storageOf(lasting).setItem(KEY, JSON.stringify([...keys, key].slice(-MAX_KEYS)));
  } catch {
    // The page remembers it.
  }
  return true;
}
