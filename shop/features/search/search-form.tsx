import { Search } from 'lucide-react';
import { Button } from '#ui/button.tsx';

/** The search page's own form; needs no script. */
export function SearchForm({ search }: { search: string }) {
  return (
    <search className="mt-5 max-w-xl md:mt-8">
      <form action="/category" className="flex gap-2">
        <label className="relative grow">
          <span className="sr-only">מה לחפש?</span>
          <Search aria-hidden className="pointer-events-none absolute inset-y-0 start-4 my-auto size-5 text-ink-3" />
          <input
            key={search}
            type="search"
            name="search"
            defaultValue={search}
            maxLength={200}
            enterKeyHint="search"
            placeholder="דגם, קטגוריה או מק״ט"
            className="h-12 w-full rounded-md bg-ground-2 ps-12 pe-3 text-start placeholder:text-ink-3 focus:bg-ground"
          />
        </label>
        <Button type="submit">חיפוש</Button>
      </form>
    </search>
  );
}
