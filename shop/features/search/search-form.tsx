import { Search } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { useInStep } from '#ui/form/use-in-step.ts';
import { classNames } from '#ui/hooks/class-names.ts';

type Props = { search: string; className?: string };

/** A search that stands on a page; needs no script. */
export function SearchForm({ search, className }: Props) {
  return (
    <search className={classNames('max-w-xl', className)}>
      <form action="/category" className="flex gap-2">
        <label className="relative grow">
          <span className="sr-only">מה לחפש?</span>
          <Search aria-hidden className="pointer-events-none absolute inset-y-0 start-4 my-auto size-5 text-ink-3" />
          <input
            ref={useInStep<HTMLInputElement>(search)}
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
