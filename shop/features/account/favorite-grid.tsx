import { type ReactNode, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { ProductPreview } from '#contract/catalogue/products.ts';
import { passFocus } from '#ui/hooks/pass-focus.ts';
import { lastSaved } from '../favorites/account-favorites.ts';
import { useFavorites } from '../favorites/favorites.ts';
import { ProductCard } from '../product/card/product-card.tsx';
import { refreshCustomer, useCustomer } from './customer.ts';

const sizes = (phone: string) =>
  `(min-width: 1568px) 380px, (min-width: 1024px) calc(27vw - 100px), (min-width: 800px) 31vw, (min-width: 600px) 46vw, ${phone}`;

/**
 * A page of the favourites; an unmarked one disappears at once, and returns if the account refuses. Where the last one
 * of the page has gone, those of another page are shown. `total`: of all pages, as the server had it.
 */
export function FavoriteGrid({
  products,
  total,
  empty,
}: {
  products: ProductPreview[];
  total: number;
  empty: ReactNode;
}) {
  const favorites = useFavorites();
  // Until the account's list has arrived, the server's data applies.
  const isListKnown = useCustomer().status === 'signed-in';
  const marked = isListKnown ? products.filter((product) => favorites.includes(product.id)) : products;
  // The device may have none where the account has more: what was unmarked while the account's list was on its way
  // keeps that out.
  const isUsedUp = isListKnown && marked.length === 0 && (favorites.length > 0 || total > 1);
  const isBehind = useLaterPage(isUsedUp, favorites.length === 0);
  const shownProducts = isBehind ? products : marked;
  if (shownProducts.length === 0) return isUsedUp && products.length > 0 ? null : empty;
  return <FavoriteCards products={shownProducts} />;
}

export const FavoriteCards = ({ products }: { products: ProductPreview[] }) => (
  <ul className="grid grid-cols-2 max-sm:has-[>:only-child]:grid-cols-1 gap-x-3 gap-y-8 sm:gap-x-5 md:gap-y-12 roomy:grid-cols-3">
    {products.map((product, index) => (
      <li key={product.id} ref={passFocus} className="min-w-0">
        <ProductCard
          product={product}
          heading="h2"
          sizes={sizes(products.length === 1 ? '92vw' : '46vw')}
          priority={index < 3}
        />
      </li>
    ))}
  </ul>
);

/**
 * Loads the page again once none of its products is marked any more, and the account's list where the device has none.
 * @returns whether that brought none that is: another tab has changed the device's list, and its change isn't in the
 * account yet. It is loaded once more when this tab has the focus again.
 */
function useLaterPage(isUsedUp: boolean, isDeviceEmpty: boolean): boolean {
  const { revalidate } = useRevalidator();
  const [isAnswered, setAnswered] = useState(false);
  useEffect(() => {
    if (!isUsedUp) return;
    let isOver = false;
    const ask = () =>
      Promise.resolve(lastSaved()).then(
        async () => {
          await Promise.all([revalidate(), isDeviceEmpty && refreshCustomer()]);
          if (!isOver) setAnswered(true);
          // One that was refused comes back by itself.
        },
        () => {},
      );
    void ask();
    window.addEventListener('focus', ask);
    return () => {
      isOver = true;
      window.removeEventListener('focus', ask);
      setAnswered(false);
    };
  }, [isUsedUp, isDeviceEmpty, revalidate]);
  return isUsedUp && isAnswered;
}
