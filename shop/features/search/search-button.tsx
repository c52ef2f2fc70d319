import { Search } from 'lucide-react';
import { useState } from 'react';
import { fetchAhead, prefetchOnIntent } from '#ui/hooks/load-chunk.ts';
import { useGo } from '#ui/hooks/use-go.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const load = () => import('./search-dialog.tsx');
const prefetch = prefetchOnIntent(load);
/** Without its code the form leads to the search page. */
const SearchDialog = lazyPart(load);

/** A form to the search page; once scripts run, it opens the search over the page. */
export function SearchButton() {
  const [open, setOpen] = useState<boolean | null>(null);
  const go = useGo();
  return (
    <>
      <form
        action="/category"
        className="shrink-0"
        onSubmit={(event) => {
          event.preventDefault();
          fetchAhead(load).then((came) => (came ? setOpen(true) : go('/category?search=')));
        }}
      >
        <button
          type="submit"
          name="search"
          value=""
          aria-label="חיפוש"
          aria-haspopup="dialog"
          className="flex h-11 min-w-11 items-center justify-center gap-3 rounded-full hover:bg-white/10 2xl:w-52 2xl:justify-start 2xl:bg-white/10 2xl:px-4 2xl:hover:bg-white/20"
          {...prefetch}
        >
          <Search aria-hidden />
          <span className="hidden text-sm 2xl:inline">חיפוש</span>
        </button>
      </form>
      {open !== null && <SearchDialog open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
