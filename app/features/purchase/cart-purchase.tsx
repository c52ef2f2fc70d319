import { ShoppingBag } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Customer } from '#contract/customers.ts';
import { ButtonLink } from '~/ui/button.tsx';
import { Empty } from '~/ui/empty.tsx';
import { useToast } from '~/ui/toasts.tsx';
import { useCart } from '../cart/cart.tsx';
import { Checkout } from './checkout.tsx';
import type { PurchaseSettings } from './payment-methods.ts';
import { readProductUid } from './purchase-storage.ts';
import { useCartBasket } from './use-cart-basket.ts';

type Props = { settings: PurchaseSettings; customer: Customer | null };

/** `/purchase` without a product: the cart's own checkout; with an empty cart, the product whose purchase was begun. */
export function CartPurchase({ settings, customer }: Props) {
  const { loaded, items } = useCart();
  if (!loaded) return <Page title="רכישה" />;
  return items.length > 0 ? <CartCheckout settings={settings} customer={customer} /> : <Nothing />;
}

function CartCheckout({ settings, customer }: Props) {
  return <Checkout basket={useCartBasket()} offer={{ settings, deposit: null, customer }} />;
}

function Nothing() {
  const navigate = useNavigate();
  const toast = useToast();
  const told = useRef(false);

  useEffect(() => {
    if (told.current) return;
    told.current = true;
    const uid = readProductUid();
    if (uid) navigate(`/purchase?uid=${encodeURIComponent(uid)}`, { replace: true });
    else toast({ kind: 'info', title: 'אין רכישה בתהליך' });
  }, [navigate, toast]);

  return (
    <Page title="אין רכישה בתהליך">
      <Empty
        icon={<ShoppingBag />}
        title="עוד לא בחרתם מה לקנות"
        action={<ButtonLink to="/category">לכל הדגמים והמוצרים</ButtonLink>}
      >
        בחרו דגם או מוצר, וההזמנה תמשיך מכאן.
      </Empty>
    </Page>
  );
}

const Page = ({ title, children }: { title: string; children?: React.ReactNode }) => (
  <div className="page min-h-[50vh] py-10">
    <h1 className="text-center text-2xl">{title}</h1>
    {children}
  </div>
);
