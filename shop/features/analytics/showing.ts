import { useMemo } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { Product, ProductPreview } from '#contract/catalogue/products.ts';
import type { Happenings } from '~/track.ts';

type Showing = { list?: Happenings['list']; product?: Product };

/**
 * What the page itself shows, of what its loader brought: so the pages that have to be light need no word of measuring.
 * Unless the page is shown, its data are undefined.
 */
export function useShowing(): Showing {
  const home = useRouteLoaderData<{ home: { featured_title: string }; featured: ProductPreview[] }>('routes/home');
  const category = useRouteLoaderData<{ category: { name: string }; products: ProductPreview[] }>(
    'routes/catalogue/category',
  );
  const parts = useRouteLoaderData<{ parts: ProductPreview[] }>('routes/catalogue/spare-parts');
  const product = useRouteLoaderData<{ product: Product }>('routes/catalogue/product');
  return useMemo(() => {
    if (home) return { list: { name: home.home.featured_title, products: home.featured } };
    if (category) return { list: { name: category.category.name, products: category.products } };
    if (parts) return { list: { name: 'חלקי חילוף', products: parts.parts } };
    return product ? { product: product.product } : {};
  }, [home, category, parts, product]);
}
