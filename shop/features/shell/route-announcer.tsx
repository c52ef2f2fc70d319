import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** What the screen shows; an error page has a frame of its own, but is the same visit. */
let shownPage: string | null = null;

/**
 * Another page within the site is told of as the browser tells of a document: the focus goes to its beginning, and its title is
 * read. Pages that put the focus somewhere themselves (a form's first field, say) do so after this.
 */
export function RouteAnnouncer() {
  const { pathname, search, hash } = useLocation();
  // Another search is another page, though the list's own path stays.
  const page = `${pathname}?${new URLSearchParams(search).get('search') ?? ''}`;
  const [title, setTitle] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place within the same page is no other page
  useEffect(() => {
    const before = shownPage;
    shownPage = page;
    if (before === null || before === page) return;
    const main = document.getElementById('content');
    const isTaken = document.querySelector('dialog:modal') || main?.querySelector(':is(input, select, textarea):focus');
    if (!hash && !isTaken) main?.focus({ preventScroll: true });
    // A purchase names its step once it is known.
    const frame = requestAnimationFrame(() => setTitle(document.title));
    return () => cancelAnimationFrame(frame);
  }, [page]);
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}
