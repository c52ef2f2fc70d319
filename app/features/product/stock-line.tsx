import { Barcode, ShieldCheck, Truck } from 'lucide-react';
import type { Product, Variant } from '#contract/products.ts';

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
    </ul>
  );
}

function stockText(product: Product, { last_pieces }: Variant): string {
  if (product.stock_policy === 'PRE_ORDER') return 'הזמנה מוקדמת: המשלוח הבא כבר בדרך';
  if (last_pieces === 1) return 'במלאי, נותרה יחידה אחרונה';
  if (last_pieces) return `במלאי, נותרו ${last_pieces} יחידות אחרונות`;
  return 'במלאי';
}
