import { useMemo } from 'react';
import type { ProductPreview } from '#contract/products.ts';
import { ProductGrid } from './product-grid.tsx';
import { ProductSection } from './product-section.tsx';

/** Up to four more products, as cards. */
export default function Shelf({ title, products }: { title: string; products: ProductPreview[] }) {
  const few = useMemo(() => products.slice(0, 4), [products]);
  if (few.length === 0) return null;
  return (
    <ProductSection title={title}>
      <ProductGrid list={title} products={few} heading="h3" whole />
    </ProductSection>
  );
}
