import { useMemo } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { Product, ProductPreview } from '#contract/catalogue/products.ts';
import type { Happenings } from '~/track.ts';

type Showing = { list?: Happenings['list']; product?: Product };

/**
 * What the page shows, from its loader's data, so that light pages need no measuring code. Undefined unless the page
 * is shown.
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
