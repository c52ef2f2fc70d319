import { ShieldCheck, ShoppingBag, Truck } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Product, Variant } from '#contract/products.ts';
import { goToLeadBanner } from '~/anchors.ts';
import { Button } from '~/ui/button.tsx';
import { PriceWithOld } from '~/ui/price.tsx';
import { useCart, useCartDrawer } from '../cart/cart.tsx';

/** Buying this variant: at once, by the cart, or where it can't be bought now, by leaving details. */
export function useBuying(product: Product, variant: Variant) {
  const cart = useCart();
  const { setOpen } = useCartDrawer();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);

  async function add() {
    setAdding(true);
    const added = await cart.add(variant.id);
    setAdding(false);
    if (added) setOpen(true);
  }
  const buy = () => navigate(`/purchase?uid=${product.id}&variant=${encodeURIComponent(variant.sku)}`);
  return { add, adding, buy };
}

export function BuyBox({ product, variant }: { product: Product; variant: Variant }) {
  const { add, adding, buy } = useBuying(product, variant);
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <PriceWithOld
          value={variant.price}
          old={variant.deleted_price}
          className="text-3xl font-bold"
          oldClassName="text-lg"
        />
        <p className="text-sm text-ink-3">
          כולל מע״מ{product.kind === 'VEHICLE' && '. אגרות רישוי וביטוח חובה אינם כלולים'}
        </p>
      </div>
      {variant.available ? (
        <div className="grid gap-2">
          <noscript>
            <p className="rounded-md bg-warning-wash px-4 py-3 font-medium text-warning">
              כדי לקנות באתר יש להפעיל <bdi>JavaScript</bdi> בדפדפן. אפשר גם להזמין בטלפון
            </p>
          </noscript>
          <Button size="lg" wide onClick={buy}>
            קנייה מיידית
          </Button>
          <Button size="lg" wide variant="secondary" busy={adding} onClick={add}>
            <ShoppingBag aria-hidden className="size-5" />
            הוספה לסל
          </Button>
        </div>
      ) : (
        <Unavailable product={product} />
      )}
      <StockLine product={product} variant={variant} />
    </div>
  );
}

function Unavailable({ product }: { product: Product }) {
  return (
    <div className="grid gap-3">
      <p className="rounded-md bg-warning-wash px-4 py-3 font-medium text-warning">
        {product.stock_policy === 'ON_REQUEST' ? 'הדגם מגיע בהזמנה אישית' : 'הגרסה הזו אזלה מהמלאי כרגע'}
      </p>
      <Button size="lg" wide onClick={goToLeadBanner}>
        השארת פרטים
      </Button>
    </div>
  );
}

function StockLine({ product, variant }: { product: Product; variant: Variant }) {
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
      <li>
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
