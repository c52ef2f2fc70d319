import { useEffect, useState } from 'react';
import { type MetaDescriptor, redirect, useSearchParams } from 'react-router';
import type { ProductPreview } from '#contract/catalogue/products.ts';
import { signInPath } from '#domain/text/return-path.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { Link } from '#ui/link.tsx';
import { PageLinks } from '#ui/page-links.tsx';
import { call, messageOf } from '~/api.ts';
import { contextOf } from '~/context.ts';
import { FavoriteCards } from '~/features/account/favorite-grid.tsx';
import { privateHeaders } from '~/features/account/private-page.ts';
import { useFavorites } from '~/features/favorites/favorites.ts';
import { ProductGridSkeleton } from '~/features/product/card/product-grid.tsx';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/favorites.ts';

const PATH = '/favorites';
const OF_ACCOUNT = '/personal-area/favorites';
const PAGE_SIZE = 24;

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

/** A guest's favourites, which the device alone knows; those of an account are in the personal area. */
export function loader({ context }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  if (ctx.customer) throw redirect(OF_ACCOUNT, { headers: privateHeaders() });
  return { head: headOf(ctx.store, { title: 'רשימת המשאלות שלי', path: PATH, noindex: true }) };
}

const countOf = (count: number): string => (count === 1 ? 'מוצר אחד ברשימה' : `${count} מוצרים ברשימה`);

export default function DeviceFavoritesPage() {
  const favorites = useFavorites();
  const [search] = useSearchParams();
  const pages = Math.max(1, Math.ceil(favorites.length / PAGE_SIZE));
  const page = Math.min(Math.max(Math.trunc(Number(search.get('page'))) || 1, 1), pages);
  const { products, isLoading, problem, tryAgain } = useProducts(
    favorites.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
  );
  return (
    <div className="page grid content-start gap-8 py-6 pb-24 lg:py-14">
      <div>
        <h1 className="text-3xl font-black">רשימת המשאלות שלי</h1>
        <p className="mt-2 max-w-[62ch] text-ink-2">
          הרשימה שמורה במכשיר הזה.{' '}
          <Link to={signInPath(OF_ACCOUNT)} className="font-semibold text-action-ink underline underline-offset-4">
            התחברו
          </Link>
          , והיא תחכה לכם בכל מכשיר.
        </p>
        <p role="status" className="sr-only">
          {!isLoading && (pages > 1 ? `דף ${page} מתוך ${pages}` : countOf(products.length))}
        </p>
      </div>
      <noscript>
        <p className="rounded-md bg-warning-wash px-4 py-3 text-warning">לרשימה נדרש JavaScript בדפדפן.</p>
      </noscript>
      {problem ? (
        <div role="alert" className="flex flex-wrap items-center gap-4 rounded-md bg-warning-wash px-4 py-3">
          <p className="font-medium text-warning">הרשימה לא נטענה. {problem}</p>
          <Button size="sm" variant="secondary" onClick={tryAgain}>
            ניסיון נוסף
          </Button>
        </div>
      ) : isLoading ? (
        <div className="noscript:hidden">
          <ProductGridSkeleton count={3} />
        </div>
      ) : products.length === 0 ? (
        <Empty
          drawing="heart"
          title="רשימת המשאלות עוד ריקה"
          action={<ButtonLink to="/category">לכל הדגמים</ButtonLink>}
        >
          סמנו לב ליד דגם, והוא יחכה לכם כאן.
        </Empty>
      ) : (
        <FavoriteCards products={products} />
      )}
      <PageLinks label="דפי רשימת המשאלות" {...{ page, pages }} to={(other) => `${PATH}?page=${other}`} />
    </div>
  );
}

/** What the store shows of these products; those that were read once are not read again. */
function useProducts(uuids: string[]) {
  const [isAlive, setAlive] = useState(false);
  const [known, setKnown] = useState<ReadonlyMap<string, ProductPreview | undefined>>(new Map());
  const [problem, setProblem] = useState('');
  const [tries, setTries] = useState(0);
  const missing = uuids.filter((uuid) => !known.has(uuid)).join();

  useEffect(() => setAlive(true), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks anew for the same
  useEffect(() => {
    setProblem('');
    if (!missing) return;
    const leaving = new AbortController();
    call('GET /api/products/get-products', { query: { ids: missing, page_size: PAGE_SIZE } }, leaving).then(
      ({ items }) => {
        const answered = missing.split(',').map((uuid) => [uuid, items.find(({ id }) => id === uuid)] as const);
        setKnown((before) => new Map([...before, ...answered]));
      },
      (error) => !leaving.signal.aborted && setProblem(messageOf(error)),
    );
    return () => leaving.abort();
  }, [missing, tries]);

  const products = uuids.flatMap((uuid) => known.get(uuid) ?? []);
  return {
    products,
    // The device's list is not there until the page is alive. A card that moves up from the next page joins the others.
    isLoading: !isAlive || (missing !== '' && products.length === 0),
    problem,
    tryAgain: () => setTries((times) => times + 1),
  };
}
