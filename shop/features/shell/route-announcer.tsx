import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The current page; an error page has its own shell, but is the same visit. */
let shownPage: string | null = null;

/** Parameters of which another value is another page, with a title of its own, though the path stays. */
const PAGE_OF = ['search', 'page', 'make', 'model', 'category', 'tag'];

/**
 * Announces client navigation as browsers announce a document: focuses the start of the page and reads its title.
 * Pages that focus something themselves (a form's first field) do so after this.
 */
export function RouteAnnouncer() {
  const { pathname, search, hash } = useLocation();
  const query = new URLSearchParams(search);
  const page = [pathname, ...PAGE_OF.map((name) => query.get(name))].join();
  const [title, setTitle] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place within the same page is no other page
  useEffect(() => {
    const before = shownPage;
    shownPage = page;
    if (before === null || before === page) return;
    const main = document.getElementById('content');
    const isTaken = document.querySelector('dialog:modal') || main?.querySelector(':is(input, select, textarea):focus');
    if (!hash && !isTaken) main?.focus({ preventScroll: true });
    // A purchase sets its step's title a frame later.
    const frame = requestAnimationFrame(() => setTitle(document.title));
    return () => cancelAnimationFrame(frame);
  }, [page]);
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  );
}
