import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The path that the screen shows; an error page has a frame of its own, but is the same visit. */
let shownPath: string | null = null;

/**
 * Another page within the site is told of as the browser tells of a document: the focus goes to its beginning, and its title is
 * read. Pages that put the focus somewhere themselves (a form's first field, say) do so after this.
 */
export function RouteAnnouncer() {
  const { pathname, hash } = useLocation();
  const [title, setTitle] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place within the same page is no other page
  useEffect(() => {
    const before = shownPath;
    shownPath = pathname;
    if (before === null || before === pathname) return;
    const main = document.getElementById('content');
    const isTaken = document.querySelector('dialog:modal') || main?.querySelector(':is(input, select, textarea):focus');
    if (!hash && !isTaken) main?.focus({ preventScroll: true });
    // A purchase names its step once it is known.
    const frame = requestAnimationFrame(() => setTitle(document.title));
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}
