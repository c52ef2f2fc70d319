const RETRY_AFTER = 2_000;
const LONGEST_WAIT = 30_000;
/** After so many the page is reloaded, where it may be (`page-notice.js`). */
const FIRST_RETRIES = 2;

/** Failures that are dealt with where they happen: the page is not to be reloaded for them. */
const handled = new WeakSet<object>();
export const isHandled = (error: object): boolean => handled.has(error);

/** Parts that have not come and were told of. */
let missing = 0;

/** The page that is being opened, and where its code lies. */
type Route = { url: string; target: () => string | undefined };

/**
 * Loads a chunk of the build, and tries again where it doesn't come. A part of a page stays as it is until its code is there; a route
 * must not wait for ever: it opens as a document, or fails. @throws of a route alone
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
    } catch (again) {
      handled.add(again as object);
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

/** A courtesy that may fail. @returns whether it came */
export const fetchAhead = (load: () => Promise<unknown>): Promise<boolean> =>
  load().then(
    () => true,
    (error) => {
      handled.add(error);
      return false;
    },
  );

/** Opening a page needs the code of its route; React Router calls this (vite.config.ts). */
export const loadRoute = <Module>(url: string, load: () => Promise<Module>): Promise<Module> =>
  loadChunk(load, { url, target });

function target(): string | undefined {
  const { __reactRouterDataRouter: router } = window as { __reactRouterDataRouter?: { state: State } };
  const { location, formMethod = 'GET' } = router?.state.navigation ?? {};
  // What is sent by a form can't be opened as a document.
  return location && formMethod === 'GET' ? location.pathname + location.search + location.hash : undefined;
}

type State = { navigation: { location?: Location; formMethod?: string } };

/**
 * Chromium remembers a module that could not be fetched and fails every later import of its address, so that it is asked for
 * under another one.
 */
async function loadAgain<Module>(load: () => Promise<Module>, url: string | null, attempt: number): Promise<Module> {
  if (!navigator.onLine) await new Promise((back) => window.addEventListener('online', back, { once: true }));
  return url ? import(/* @vite-ignore */ `${url}?again=${attempt}`) : load();
}

/** The build writes `() => import('./x.tsx')` as `()=>preload(()=>import("./x-hash.js"),…)`; all its chunks lie in one folder. */
function chunkUrl(load: () => unknown): string | null {
  const name = /^\(\)=>[\w$]+\(\(\)=>import\(["'`]\.\/([\w.-]+\.js)["'`]\)/.exec(String(load))?.[1];
  return name ? import.meta.url.replace(/[^/]+$/, name) : null;
}

const wait = (time: number) =>
  new Promise((done) => {
    setTimeout(done, time);
    window.addEventListener('online', done, { once: true });
  });

/** @returns false where the page is being left for it */
const tell = (type: string, detail: unknown): boolean =>
  window.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
