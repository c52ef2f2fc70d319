import { type ComponentType, lazy, memo, type NamedExoticComponent, type ReactNode, Suspense, useEffect } from 'react';

/**
 * A part of a page whose code comes after the page's own. Each stands in a boundary of its own, so that none waits for
 * another to come to life; until its code is there, what the server has sent of it stays on the page.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: ReactNode,
): NamedExoticComponent<Props> {
  const Part = lazy(() => untilLoaded(load)) as ComponentType<Props>;
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

/** Tells `early-presses.js` that what stands around it answers to presses now. */
export function Alive() {
  useEffect(() => {
    window.dispatchEvent(new Event('part-alive'));
  }, []);
  return null;
}

const RETRY_AFTER = 2_000;

/** A lost connection must not take away the page that stands: asks again once it may be back. */
async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (import.meta.env.SSR) throw error;
      await new Promise((again) => {
        if (navigator.onLine) setTimeout(again, RETRY_AFTER);
        else window.addEventListener('online', again, { once: true });
      });
    }
  }
}
