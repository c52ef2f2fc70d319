import { useEffect, useRef, useState } from 'react';
import type { ProductPreview } from '#contract/catalogue/products.ts';
import { call } from '~/api.ts';
import { readValue, writeValue } from '../../../browser-storage.ts';
import Shelf from './shelf.tsx';

/** Products viewed on this device, descending by time. */
const KEY = 'recently_viewed';
const LIMIT = 12;

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((uuid) => typeof uuid === 'string');

/** Records a view, and returns the products viewed before. */
function visit(uuid: string): string[] {
  const others = (readValue(KEY, isList) ?? []).filter((other) => other !== uuid);
  writeValue(KEY, [uuid, ...others].slice(0, LIMIT));
  return others.slice(0, LIMIT);
}

/**
 * Products viewed before on this device. The server doesn't know them, so they load after the page, when the section
 * comes near; on failure it is omitted.
 */
export default function RecentlyViewed({ uuid }: { uuid: string }) {
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
      <Shelf title="צפיתם לאחרונה" products={products} />
    </div>
  );
}

const inOrder = (products: ProductPreview[], uuids: string[]): ProductPreview[] =>
  uuids.flatMap((uuid) => products.find(({ id }) => id === uuid) ?? []);
