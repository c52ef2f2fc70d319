import { type ComponentType, lazy, memo, type NamedExoticComponent, type ReactNode, Suspense, useEffect } from 'react';
import { fetchAhead, loadChunk } from './hooks/load-chunk.ts';

/**
 * A part of a page whose code comes after the page's own. Each stands in a boundary of its own, so that none waits for
 * another to come to life; until its code is there, what the server has sent of it stays on the page.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: ReactNode,
): NamedExoticComponent<Props> {
  const Part = lazy(() => loadChunk(load)) as ComponentType<Props>;
  // What is rendered again before it has come to life is thrown away and built anew, with all that was opened in it.
  return memo(function LazyPart(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
        <Alive />
      </Suspense>
    );
  });
}

/** From the page's own code on; on a poor line its parts come one after another. */
const PATIENCE = 2_500;

/**
 * A part of the page's own screen: where the page is opened by a link within the site, its code comes with the page's, and the
 * screen before stays until all of it is there, so that whoever is told of the new one finds it whole.
 */
export function pagePart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): NamedExoticComponent<Props> {
  const Late = lazyPart(load);
  if (!isPageAlive) return Late;
  const late = { default: Late as ComponentType<Props> };
  let part = late;
  const begun = fetchAhead(async () => {
    part = await load();
  }).then(() => part);
  const patience = new Promise<typeof late>((give) => setTimeout(give, PATIENCE, late));
  const Part = lazy(() => Promise.race([begun, patience])) as ComponentType<Props>;
  // Without a boundary of its own: the router's transition waits for it.
  return memo((props: Props) => <Part {...props} />);
}

let isPageAlive = false;

/** Tells `early-presses.js` that what stands around it answers to presses now. */
export function Alive() {
  useEffect(() => {
    isPageAlive = true;
    window.dispatchEvent(new Event('part-alive'));
  }, []);
  return null;
}
