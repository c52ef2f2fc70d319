import { ChevronLeft, FileText, MapPin } from 'lucide-react';
import { useEffect } from 'react';
import type { Successor } from '#contract/catalogue/products.ts';
import type { SuggestedArticle, SuggestedCategory } from '#contract/catalogue/search.ts';
import { categoryPath } from '#domain/text/links.ts';
import { Link } from '#ui/link.tsx';
import { track } from '~/track.ts';
import { ReplacedNote } from '../product/replaced-note.tsx';
import { searchPath } from './options.ts';
import { SearchForm } from './search-form.tsx';

const chip = 'inline-flex min-h-11 items-center gap-2 rounded-full bg-ground-2 px-4 font-semibold hover:bg-ground-3';

type Props = {
  search: string;
  total: number;
  found: {
    /** The search is the number of a part that was replaced. */
    replaced: { name: string; by: Successor } | null;
    categories: SuggestedCategory[];
    articles: SuggestedArticle[];
    posts: SuggestedArticle[];
    popular: string[];
  };
};

/** Above the search results: the form and alternatives. */
export default function SearchHead({ search, total, found }: Props) {
  useEffect(() => {
    if (search) track('search', { term: search, results: total });
  }, [search, total]);
  return (
    <>
      <SearchForm search={search} className="mt-5 md:mt-8" />
      {found.replaced && (
        <div className="mt-5">
          <ReplacedNote {...found.replaced} />
        </div>
      )}
      {total > 0 ? <SearchPlaces {...found} /> : <SearchAnswers {...found} />}
      {(total === 0 || search === '') && <PopularSearches searches={found.popular} />}
    </>
  );
}

/** Categories, pages and posts whose name matches. */
function SearchPlaces({ categories, articles, posts }: Props['found']) {
  const texts = [...articles, ...posts];
  if (categories.length + texts.length === 0) return null;
  return (
    <nav aria-label="קטגוריות ודפים מתאימים" className="mt-5">
      <ul className="flex flex-wrap gap-2">
        {categories.map(({ name, slug }) => (
          <li key={slug.name}>
            <Link to={categoryPath(slug.name)} className={chip}>
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
        {texts.map(({ title, path }) => (
          <li key={path}>
            <Link to={path} className={chip}>
              <FileText aria-hidden className="size-4 shrink-0 text-ink-3" /> <bdi>{title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Where the search leads when no product is found: what it asked for, not something beside it. */
function SearchAnswers({ categories, articles, posts }: Props['found']) {
  const answers = [
    ...articles,
    ...categories.map(({ name, slug }) => ({ title: name, path: categoryPath(slug.name) })),
    ...posts,
  ];
  if (answers.length === 0) return null;
  return (
    <nav aria-labelledby="answers-title" className="mt-6">
      <h2 id="answers-title" className="text-xl">
        מה שמצאנו
      </h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {answers.map(({ title, path }) => {
          const Icon = path.startsWith('/distributors') ? MapPin : FileText;
          return (
            <li key={path}>
              <Link
                to={path}
                className="flex h-full min-h-16 items-center gap-4 rounded-lg bg-ground-2 p-5 text-lg font-semibold hover:bg-ground-3"
              >
                <Icon aria-hidden className="size-6 shrink-0 text-accent-ink" />
                <bdi className="grow">{title}</bdi>
                <ChevronLeft aria-hidden className="size-5 shrink-0 text-ink-3" />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The store's suggested queries. */
function PopularSearches({ searches }: { searches: string[] }) {
  if (searches.length === 0) return null;
  return (
    <nav aria-label="חיפושים נפוצים" className="mt-6">
      <p className="text-sm text-ink-3">חיפושים נפוצים</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {searches.map((search) => (
          <li key={search}>
            <Link to={searchPath(search)} className={chip}>
              <bdi>{search}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
