import { useEffect, useState } from 'react';
import type { PartFit } from '#contract/catalogue/products.ts';
import { call } from '~/api.ts';
import { useGarage } from './garage.ts';
import { OwnFitLine } from './own-fit.tsx';

type Props = { slug: string; onLeave: () => void };

/**
 * Whether a part of the cart fits the shopper's vehicles; nothing without one, or of a part whose vehicles the store
 * doesn't know.
 */
export default function LineFit({ slug, onLeave }: Props) {
  const isAsked = useGarage().length > 0;
  const [fits, setFits] = useState<PartFit[]>([]);
  useEffect(() => {
    if (!isAsked) return;
    let isOver = false;
    // The cart is complete without it: what didn't arrive is not said.
    call('GET /api/products/get-product/:id', { params: { id: slug }, query: {} }).then(
      (product) => isOver || setFits(product.fits),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [slug, isAsked]);
  return fits.length > 0 && <OwnFitLine fits={fits} onLeave={onLeave} />;
}
