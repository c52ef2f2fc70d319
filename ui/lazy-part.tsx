import { type ComponentType, lazy, memo, type NamedExoticComponent, type ReactNode, Suspense, useEffect } from 'react';
import { fetchAhead, loadChunk } from './hooks/load-chunk.ts';

/**
 * A part of a page whose code loads after the page's own. Each has its own boundary, so that none delays another's
 * hydration; until its code arrives, its server markup stays.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: ReactNode,
): NamedExoticComponent<Props> => lazyPartOf(load, (module) => module.default, fallback);

/** One of several parts that load together. */
export function lazyPartOf<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  fallback?: ReactNode,
): NamedExoticComponent<Props> {
  const Part = lazy(async () => ({ default: pick(await loadChunk(load)) })) as ComponentType<Props>;
  // Memoised: a part that re-renders before hydration is discarded and rebuilt, with everything opened in it.
  return memo(function LazyPart(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
        <Alive />
      </Suspense>
    );
  });
}

/** Milliseconds from the page's own code on; on a slow line the parts arrive one after another. */
const PATIENCE = 2_500;

/**
 * A part of the first screen: on client navigation its code loads with the page's, and the previous screen stays
 * until all of it is there, so that the announced page is complete.
 */
export function pagePart<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): NamedExoticComponent<Props> {
  const Late = lazyPartOf(load, pick);
  if (!isPageAlive) return Late;
  const late = { default: Late as ComponentType<Props> };
  let part = late;
  const begun = fetchAhead(async () => {
    part = { default: pick(await load()) };
  }).then(() => part);
  const patience = new Promise<typeof late>((give) => setTimeout(give, PATIENCE, late));
  const Part = lazy(() => Promise.race([begun, patience])) as ComponentType<Props>;
  // Without a boundary of its own: the router's transition waits for it.
  return memo((props: Props) => <Part {...props} />);
}

let isPageAlive = false;

/** Tells `early-presses.js` that the surrounding part is hydrated. */
export function Alive() {
  useEffect(() => {
    isPageAlive = true;
    window.dispatchEvent(new Event('part-alive'));
  }, []);
  return null;
}
