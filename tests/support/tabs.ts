import { AsyncLocalStorage } from 'node:async_hooks';
import { request } from './http.ts';

/** A browser's device: what its tabs share. `token`: of who is signed in on it. */
export type Device = { storage: Map<string, string>; token: string | null; turn: Promise<unknown> };
/** What happens to the next `orders/create`: `lost` is carried out and not answered, `down` never arrives. */
type Line = 'good' | 'lost' | 'down';
export type Tab = { name: string; device: Device; storage: Map<string, string>; line: Line };

export const newDevice = (token: string | null = null): Device => ({
  storage: new Map(),
  token,
  turn: Promise.resolve(),
});
export const newTab = (name: string, device: Device): Tab => ({ name, device, storage: new Map(), line: 'good' });

const inside = new AsyncLocalStorage<Tab>();

/** Runs the browser's own code as this tab. Several may run at once. */
export const inTab = <T>(tab: Tab, work: () => Promise<T>): Promise<T> => inside.run(tab, work);

function here(): Tab {
  const tab = inside.getStore();
  if (!tab) throw new Error('This runs in no tab.');
  return tab;
}

const storage = (find: (tab: Tab) => Map<string, string>) => ({
  getItem: (key: string) => find(here()).get(key) ?? null,
  setItem: (key: string, value: string) => void find(here()).set(key, value),
  removeItem: (key: string) => void find(here()).delete(key),
});

/**
 * What the browser's code of a purchase needs of a browser, with a storage for each tab and each device, and `fetch` by
 * HTTP to the application at `port`. @returns what takes it away again
 */
export function openTabs(port: number, host: string): () => void {
  const locks = {
    request: <T>(_name: string, work: () => Promise<T>): Promise<T> => {
      const { device } = here();
      const mine = device.turn.then(work);
      device.turn = mine.catch(() => {});
      return mine;
    },
  };
  async function fetch(path: string, { method = 'GET', headers = {}, body }: RequestInit = {}): Promise<Response> {
    const tab = here();
    const line = path.endsWith('/orders/create') ? tab.line : 'good';
    if (line === 'down') throw new TypeError('no connection');
    const bearer = tab.device.token ? { authorization: `Bearer ${tab.device.token}` } : {};
    const reply = await request(port, {
      host,
      path,
      method,
      body: body ?? undefined,
      headers: { ...(headers as Record<string, string>), ...bearer },
    });
    if (line === 'lost') throw new TypeError('no connection');
    return new Response(reply.text, { status: reply.status });
  }
  const given: Record<string, unknown> = {
    localStorage: storage(({ device }) => device.storage),
    sessionStorage: storage((tab) => tab.storage),
    fetch,
    navigator: { locks },
  };
  const before = new Map(Object.keys(given).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
  for (const [name, value] of Object.entries(given))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return () => {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}
