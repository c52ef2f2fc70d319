import { useEffect, useMemo, useRef, useState } from 'react';
import type { Product, ProductPreview } from '#contract/catalogue/products.ts';
import { call } from '~/api.ts';
import { track } from '~/track.ts';
import { readValue, writeValue } from '../../../browser-storage.ts';
import { ProductSection } from '../product-section.tsx';
import { ProductGrid } from './product-grid.tsx';

/** Products viewed on this device, descending by time. */
const KEY = 'recently_viewed';
const MAX_SEEN = 12;

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((uuid) => typeof uuid === 'string');

/** Records a view, and returns the products viewed before. */
function visit(uuid: string): string[] {
  const others = (readValue(KEY, isList) ?? []).filter((other) => other !== uuid);
  writeValue(KEY, [uuid, ...others].slice(0, MAX_SEEN));
  return others.slice(0, MAX_SEEN);
}

/**
 * Products viewed before on this device. The server doesn't know them, so they load after the page, when the section
 * comes near; on failure it is omitted.
 */
function RecentlyViewed({ uuid }: { uuid: string }) {
  const [products, setProducts] = useState<ProductPreview[]>([]);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    setProducts([]);
    const others = visit(uuid);
    if (others.length === 0 || !place.current) return;
    const leaving = new AbortController();
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watcher.disconnect();
        call('GET /api/products/get-products', { query: { ids: others.join(','), page_size: 12 } }, leaving)
          .then(({ items }) => setProducts(inOrder(items, others)))
          .catch(() => {});
      },
      { rootMargin: '600px' },
    );
    watcher.observe(place.current);
    return () => {
      watcher.disconnect();
      leaving.abort();
    };
  }, [uuid]);

  return (
    <div ref={place}>
      <ProductRow title="צפיתם לאחרונה" products={products} />
    </div>
  );
}

const inOrder = (products: ProductPreview[], uuids: string[]): ProductPreview[] =>
  uuids.flatMap((uuid) => products.find(({ id }) => id === uuid) ?? []);

/** What else there is to look at: bought together with it, like it, and seen before. */
export default function Related({ product }: { product: Product }) {
  return (
    <>
      <ProductRow title="נרכשים יחד" products={product.upsell} />
      <ProductRow title={product.kind === 'VEHICLE' ? 'דגמים קרובים' : 'מוצרים קרובים'} products={product.related} />
      <RecentlyViewed uuid={product.id} />
    </>
  );
}

/** Swiped below 1200 px (`card-row`). */
const fourSizes = '(min-width: 1441px) 342px, (min-width: 1200px) 22vw, max(168px, 28vw)';
const threeSizes = '(min-width: 1441px) 390px, (min-width: 1200px) 31vw, max(168px, 28vw)';

/** A section of up to four products, as cards. */
function ProductRow({ title, products }: { title: string; products: ProductPreview[] }) {
  const few = useMemo(() => products.slice(0, 4), [products]);
  useEffect(() => track('list', { name: title, products: few }), [title, few]);
  if (few.length === 0) return null;
  return (
    <ProductSection title={title}>
      <div data-list={title} className="card-row">
        <ProductGrid products={few} heading="h3" sizes={few.length === 4 ? fourSizes : threeSizes} />
      </div>
    </ProductSection>
  );
}
