import { useEffect, useMemo } from 'react';
import type { ProductPreview } from '#contract/catalogue/products.ts';
import { track } from '~/track.ts';
import { ProductSection } from '../product-section.tsx';
import { ProductGrid } from './product-grid.tsx';

/** A section of up to four products, as cards. */
export default function Shelf({ title, products }: { title: string; products: ProductPreview[] }) {
  const few = useMemo(() => products.slice(0, 4), [products]);
  useEffect(() => track('list', { name: title, products: few }), [title, few]);
  if (few.length === 0) return null;
  return (
    <ProductSection title={title}>
      <div data-list={title}>
        <ProductGrid products={few} heading="h3" whole />
      </div>
    </ProductSection>
  );
}
