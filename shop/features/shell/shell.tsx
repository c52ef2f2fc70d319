import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Toasts } from '#ui/toasts.tsx';
import { CartProvider, useCartDrawer } from '../cart/cart.tsx';
import { Header } from './header.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { BottomBar } from './menus/bottom-bar.tsx';

/** Not pressed at first: rendered by the server, hydrated after the page's own code. */
const CenterWidgets = lazyPart(() => import('./center-widgets.tsx'));
const Footer = lazyPart(() => import('./footer/footer.tsx'));
const CompareTray = lazyPart(() => import('../compare/tray.tsx'));
/** Needed later than the page. */
const Notices = lazyPart(() => import('./notices.tsx'));
const CartDrawer = lazyPart(() => import('../cart/cart-drawer.tsx'));
const LineFit = lazyPart(() => import('../parts/line-fit.tsx'));

const BUYING = /^(purchase|success)$/;
const QUIET =
  /^(thank-you|login|signup|(forgot|reset)-password|personal-area|order|pay|contact|cancellation|booking|trade-in|review|confirm|unsubscribe)$/;

/** The frame of every page of a store. Purchase and success have no footer and no bottom bar. */
export function Shell({ children, failed = false }: { children: ReactNode; failed?: boolean }) {
  const { pathname } = useLocation();
  const first = pathname.split('/')[1] ?? '';
  const buying = BUYING.test(first);
  const quiet = buying || failed || QUIET.test(first);
  return (
    <Toasts>
      <CartProvider>
        <a href="#content" className="skip-link">
          דילוג לתוכן הראשי
        </a>
        <LoadingBar failed={failed} />
        <Notices failed={failed} />
        <Header />
        <main id="content" tabIndex={-1} className="@container/page grow focus:outline-none">
          {children}
        </main>
        {!quiet && <CenterWidgets first={first} />}
        {!buying && <Footer newsletter={!quiet || first === 'contact'} />}
        {!buying && <BottomBar />}
        {!quiet && first !== 'compare' && <CompareTray />}
        <LazyDrawer />
      </CartProvider>
    </Toasts>
  );
}

/** Loaded when first opened. */
function LazyDrawer() {
  const { open } = useCartDrawer();
  const [isRequested, setRequested] = useState(false);
  useEffect(() => {
    if (open) setRequested(true);
  }, [open]);
  if (!isRequested) return null;
  return <CartDrawer Fit={LineFit} />;
}
