import { Barcode, ShieldCheck, Truck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';

export default function StockLine({ product, variant }: { product: Product; variant: Variant }) {
  return (
    <ul className="grid gap-2 text-sm text-ink-2">
      {variant.available && (
        <li className="flex items-center gap-2">
          <Truck aria-hidden className="size-4 shrink-0" />
          {stockText(product, variant)}
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
        <Announcement product={product} variant={variant} />
      </li>
    </ul>
  );
}

/** Announces the chosen variant with price and stock; nothing when the page opens. */
function Announcement({ product, variant }: { product: Product; variant: Variant }) {
  const [announcement, setAnnouncement] = useState('');
  const before = useRef(variant.id);
  useEffect(() => {
    if (before.current === variant.id) return;
    before.current = variant.id;
    const values = variant.types.map(({ value_name }) => isolate(value_name));
    const price = variant.price === null ? [] : [isolate(formatExactPrice(variant.price))];
    setAnnouncement([...values, ...price, stockText(product, variant)].join(', '));
  }, [product, variant]);
  return <span role="status">{announcement}</span>;
}

function stockText(product: Product, { available, last_pieces }: Variant): string {
  if (!available) return product.stock_policy === 'ON_REQUEST' ? 'להזמנה אישית' : 'אזל מהמלאי';
  if (product.stock_policy === 'PRE_ORDER') return 'הזמנה מוקדמת: המשלוח הבא כבר בדרך';
  if (last_pieces === 1) return 'במלאי, נותרה יחידה אחרונה';
  if (last_pieces) return `במלאי, נותרו ${last_pieces} יחידות אחרונות`;
  return 'במלאי';
}
