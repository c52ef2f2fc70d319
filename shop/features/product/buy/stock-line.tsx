import { Barcode, MapPin, ShieldCheck, Truck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import { branchesText, stockText } from '#domain/catalogue/stock-text.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import type { Notes } from '../hero-notes.tsx';

type Props = {
  product: Product;
  variant: Variant;
  /** The variant that the page opened with: a choice made before this part has come to life is told of, too. */
  opened: string;
  notes: Notes;
};

export default function StockLine({ product, variant, opened, notes }: Props) {
  const where = notes.collect ? branchesText(product, variant) : null;
  return (
    <ul className="grid gap-2 text-sm text-ink-2">
      {variant.available && (
        <li className="flex items-center gap-2">
          <Truck aria-hidden className="size-4 shrink-0" />
          {stockText(product, variant)}
        </li>
      )}
      {where && (
        <li className="flex items-start gap-2">
          <MapPin aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{where}</span>
        </li>
      )}
      {product.warranty && (
        <li className="flex items-center gap-2">
          <ShieldCheck aria-hidden className="size-4 shrink-0" />
          אחריות: {product.warranty}
        </li>
      )}
      <li className="flex items-center gap-2">
        <Barcode aria-hidden className="size-4 shrink-0" />
        מק״ט: <bdi dir="ltr">{variant.sku}</bdi>
      </li>
      <li className="sr-only">
        <Announcement {...{ product, variant, opened }} where={where} />
      </li>
    </ul>
  );
}

/** Announces the chosen variant with price and stock; nothing when the page opens. */
function Announcement({ product, variant, opened, where }: Omit<Props, 'notes'> & { where: string | null }) {
  const [announcement, setAnnouncement] = useState('');
  const before = useRef(opened);
  useEffect(() => {
    if (before.current === variant.id) return;
    before.current = variant.id;
    const values = variant.types.map(({ value_name }) => isolate(value_name));
    const price = variant.price === null ? [] : [isolate(formatExactPrice(variant.price))];
    setAnnouncement([...values, ...price, stockText(product, variant), ...(where ? [where] : [])].join(', '));
  }, [product, variant, where]);
  return <span role="status">{announcement}</span>;
}
