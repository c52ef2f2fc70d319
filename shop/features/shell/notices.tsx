import { WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { fetchDrawings } from '#ui/drawing.tsx';
import { fetchAhead, mayPrefetch } from '#ui/hooks/load-chunk.ts';
import { NO_CONNECTION } from '#ui/hooks/use-go.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useToast } from '#ui/toasts.tsx';
import { useStore } from '~/store.ts';
import { useCustomer } from '../account/customer.ts';
import OpenOrderStrip from '../order/open-order-strip.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';

/**
 * With a reader's wider letter and word spacing (WCAG 2.2, 1.4.12), truncated text would lose lines: then it isn't
 * truncated (page-frame.css). The reader's styles may change at any time, which a text's width reveals.
 */
function TextSpacing() {
  const probe = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const text = probe.current;
    if (!text) return;
    const watcher = new ResizeObserver(() => {
      const { letterSpacing, wordSpacing } = getComputedStyle(text);
      const spaced = [letterSpacing, wordSpacing].some((space) => Number.parseFloat(space) > 0);
      document.documentElement.toggleAttribute('data-spaced', spaced);
    });
    watcher.observe(text);
    return () => watcher.disconnect();
  }, []);
  return (
    <span ref={probe} aria-hidden className="invisible absolute whitespace-nowrap">
      א ב
    </span>
  );
}

const AccountCartSync = lazyPart(() => import('../cart/account-cart-sync.tsx'));
const Analytics = lazyPart(() => import('../analytics/analytics.tsx'));

export default function Notices({ failed }: { failed: boolean }) {
  return (
    <>
      <RouteAnnouncer />
      <TextSpacing />
      <OnlineNotice />
      <DomainNotice />
      <OpenOrder />
      <AccountCart />
      <Analytics failed={failed} />
    </>
  );
}

function AccountCart() {
  const state = useCustomer();
  return state.status === 'signed-in' ? <AccountCartSync owner={state.customer.uuid} /> : null;
}

/** Milliseconds; long after the page's own needs. */
const FETCH_AFTER = 10_000;

/**
 * Shows when the connection is lost, and when it is back. Meanwhile links within the store do nothing: the next page
 * could not load, and the current one would be lost.
 */
function OnlineNotice() {
  const online = useOnline();
  const wasOffline = useRef(false);
  const toast = useToast();
  useEffect(() => {
    if (online && wasOffline.current) toast({ kind: 'success', title: 'החיבור לאינטרנט חזר' });
    wasOffline.current = !online;
    if (online) return;
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
      if (
        !link ||
        link.origin !== location.origin ||
        link.pathname + link.search === location.pathname + location.search
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      toast(NO_CONNECTION);
    };
    // Before React's own listener, which would navigate.
    window.addEventListener('click', stay, { capture: true });
    return () => window.removeEventListener('click', stay, { capture: true });
  }, [online, toast]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!mayPrefetch()) return;
      void fetchDrawings();
      void fetchAhead(() => import('./error-state.tsx'));
    }, FETCH_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className="sticky top-0 z-50">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warning-wash px-4 py-2 text-sm font-medium text-warning">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          <span className="text-balance">אין חיבור לאינטרנט. מה שכבר נטען ממשיך לעבוד, ומה שבסל נשמר</span>
        </p>
      )}
    </div>
  );
}

/** Where the open order is the page itself. */
const AT_ORDER = /^\/(purchase|success|thank-you|pay)(\/|$)/;

function OpenOrder() {
  const { pathname } = useLocation();
  const customer = useCustomer();
  if (AT_ORDER.test(pathname)) return null;
  return <OpenOrderStrip account={customer.status === 'signed-in' ? customer.customer.uuid : null} />;
}

/** A store without a public domain keeps serving, and says so. */
function DomainNotice() {
  const { hasDomain } = useStore();
  const toast = useToast();
  useEffect(() => {
    if (!hasDomain) toast({ kind: 'danger', title: 'לא נמצא דומיין מחובר' });
  }, [hasDomain, toast]);
  return null;
}
