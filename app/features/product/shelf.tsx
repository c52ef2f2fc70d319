import type { ProductPreview } from '#contract/products.ts';
import { ProductGrid } from './product-grid.tsx';

/** Up to four more products, as cards. */
export default function Shelf({ title, products }: { title: string; products: ProductPreview[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-label={title} className="page grid gap-8 pb-16">
      <h2 className="text-3xl">{title}</h2>
      <ProductGrid products={products.slice(0, 4)} heading="h3" />
    </section>
  );
}
