import { Heart, ShoppingBag, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useGo } from '#ui/hooks/use-go.ts';
import { Link } from '#ui/link.tsx';
import { useToast } from '#ui/toasts.tsx';
import { useCustomer } from '../../account/customer.ts';
import { cart, readProductUid } from '../../cart/cart-store.ts';
import { readKnownOrder } from '../../order/known-order.ts';

const look = 'flex min-h-14 flex-col items-center justify-center gap-0.5 px-2 text-xs text-on-dark hover:bg-white/10';

/** On a phone: personal area or sign-in, continue purchase, favourites. */
export function BottomBar() {
  const customer = useCustomer();
  const go = useGo();
  const toast = useToast();

  /** The order that waits for payment, else the product of an open purchase, else the cart's checkout. */
  function continuePurchase() {
    const uid = readProductUid();
    if (readKnownOrder()) go('/purchase');
    else if (uid) go(`/purchase?uid=${encodeURIComponent(uid)}`);
    else if (cart.get().items.length > 0) go('/purchase');
    else toast({ kind: 'info', title: 'אין רכישה בתהליך' });
  }

  return (
    <nav
      aria-label="ניווט מהיר"
      className="on-dark sticky bottom-0 z-30 bg-dark pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid grid-cols-3">
        <Item>
          {customer.status === 'signed-in' ? (
            <Link to="/personal-area" className={look}>
              <UserRound aria-hidden className="size-5" /> אזור אישי
            </Link>
          ) : (
            <Link to="/login" className={look}>
              <UserRound aria-hidden className="size-5" /> התחברות
            </Link>
          )}
        </Item>
        <Item>
          <button type="button" className={`${look} w-full`} onClick={continuePurchase}>
            <ShoppingBag aria-hidden className="size-5" /> המשך רכישה
          </button>
        </Item>
        <Item>
          <Link to="/favorites" className={look}>
            <Heart aria-hidden className="size-5" /> מועדפים
          </Link>
        </Item>
      </ul>
    </nav>
  );
}

const Item = ({ children }: { children: ReactNode }) => <li className="contents">{children}</li>;
