const RETRY_AFTER = 2_000;
const LONGEST_WAIT = 30_000;
/** After this many retries the page is reloaded, where allowed (`page-notice.js`). */
const FIRST_RETRIES = 2;

/** Errors handled where they occur: no reload for them. */
const handled = new WeakSet<object>();
export const isHandled = (error: object): boolean => handled.has(error);

/** Parts that failed to load and were reported. */
let missing = 0;

/** The route being opened, and its chunk's URL. */
type Route = { url: string; target: () => string | undefined };

/**
 * Loads a chunk of the build with retries. A part of a page keeps its server markup until its code arrives; a route
 * can't wait for ever: it opens as a document, or fails.
 * @throws for routes only
 */
export async function loadChunk<Module>(load: () => Promise<Module>, route?: Route): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (import.meta.env.SSR) throw error;
    handled.add(error as object);
    return retry(load, route, error);
  }
}

async function retry<Module>(load: () => Promise<Module>, route: Route | undefined, error: unknown): Promise<Module> {
  const url = route?.url ?? chunkUrl(load);
  for (let attempt = 1; ; attempt++) {
    try {
      const module = await loadAgain(load, url, attempt);
      if (attempt > FIRST_RETRIES && --missing === 0) tell('page-notice', { kind: 'missing', over: true });
      return module;
    } catch (secondError) {
      handled.add(secondError as object);
    }
    if (attempt === FIRST_RETRIES) {
      if (!tell('chunk-failed', route?.target())) return new Promise(() => {});
      if (route) throw error;
      missing++;
      tell('page-notice', { kind: 'missing' });
    }
    await wait(Math.min(RETRY_AFTER * attempt, LONGEST_WAIT));
  }
}

/** Prefetches; may fail. @returns whether it loaded */
export const fetchAhead = (load: () => Promise<unknown>): Promise<boolean> =>
  load().then(
    () => true,
    (error) => {
      handled.add(error);
      return false;
    },
  );

/** Loads a route's code; React Router calls this (vite.config.ts). */
export const loadRoute = <Module>(url: string, load: () => Promise<Module>): Promise<Module> =>
  loadChunk(load, { url, target });

function target(): string | undefined {
  const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: { state: State } };
  const { location, formMethod = 'GET' } = router?.state.navigation ?? {};
  // A form submission can't be opened as a document.
  return location && formMethod === 'GET' ? location.pathname + location.search + location.hash : undefined;
}

type State = { navigation: { location?: Location; formMethod?: string } };

/** Chromium caches a failed module fetch and fails every later import of its URL, so a retry uses another one. */
async function loadAgain<Module>(load: () => Promise<Module>, url: string | null, attempt: number): Promise<Module> {
  if (!navigator.onLine) await new Promise((back) => window.addEventListener('online', back, { once: true }));
  return url ? import(/* @vite-ignore */ `${url}?again=${attempt}`) : load();
}

/**
 * The build turns `() => import('./x.tsx')` into `()=>preload(()=>import("./x-hash.js"),…)`; all chunks are in one
 * folder.
 */
function chunkUrl(load: () => unknown): string | null {
  const name = /^\(\)=>[\w$]+\(\(\)=>import\(["'`]\.\/([\w.-]+\.js)["'`]\)/.exec(String(load))?.[1];
  return name ? import.meta.url.replace(/[^/]+$/, name) : null;
}

const wait = (time: number) =>
  new Promise((done) => {
    setTimeout(done, time);
    window.addEventListener('online', done, { once: true });
  });

/** @returns false where the page is being left */
const tell = (type: string, detail: unknown): boolean =>
  window.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
