import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { useToast } from '#ui/toasts.tsx';
import { useCart } from '../cart/cart.tsx';
import { readProductUid } from '../cart/cart-storage.ts';
import { cart } from '../cart/cart-store.ts';
import { usePurchaseBasket } from './basket/purchase-basket.ts';
import { usePurchaseState } from './basket/use-purchase-state.ts';
import { Checkout } from './checkout.tsx';
import { Finished, useFinished } from './open-order/finished.tsx';
import type { Buyer, PurchaseSettings } from './payment/payment-methods.ts';

type Props = { settings: PurchaseSettings; buyer: Buyer };

/** `/purchase` without a product: the cart's own checkout; with an empty cart, the product whose purchase was begun. */
export function CartPurchase({ settings, buyer }: Props) {
  const { done } = useFinished(null);
  const { loaded, items } = useCart();
  const { isFree } = usePurchaseState();
  if (!loaded || !isFree) return <Page title="רכישה" />;
  if (items.length > 0) return <CartCheckout settings={settings} buyer={buyer} />;
  return done ? <Finished done={done} onAgain={null} /> : <Nothing />;
}

function CartCheckout({ settings, buyer }: Props) {
  return <Checkout basket={usePurchaseBasket(cart)} offer={{ settings, deposit: null, goods: 'הפריטים', buyer }} />;
}

function Nothing() {
  const navigate = useNavigate();
  const toast = useToast();
  const handled = useRef(false);

  useEffect(() => {
    if (handled.current) return;
    handled.current = true;
    const uid = readProductUid();
    if (uid) navigate(`/purchase?uid=${encodeURIComponent(uid)}`, { replace: true });
    else toast({ kind: 'info', title: 'אין רכישה בתהליך' });
  }, [navigate, toast]);

  return (
    <Page title="אין רכישה בתהליך">
      <Empty
        drawing="bag"
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
