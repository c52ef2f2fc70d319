import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import type { Product, ProductPreview } from '#contract/catalogue/products.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useStore } from '~/store.ts';
import { queuedEvents, type ShopEvents, type Track } from '~/track.ts';
import { type Consent, readConsent, subscribe } from './consent.ts';
import { createGa4Sender, isSecret, type PageEvents } from './events.ts';
import * as tagManager from './tag-manager.ts';

type Showing = { list?: ShopEvents['list']; product?: Product };

/**
 * What the page shows, from its loader's data, so that light pages need no measuring code. Undefined unless the page
 * is shown.
 */
function useShowing(): Showing {
  const home = useRouteLoaderData<{ home: { featured_title: string }; featured: ProductPreview[] }>('routes/home');
  const category = useRouteLoaderData<{ category: { name: string }; products: ProductPreview[] }>(
    'routes/catalogue/category',
  );
  const parts = useRouteLoaderData<{ parts: ProductPreview[] }>('routes/catalogue/spare-parts');
  const product = useRouteLoaderData<{ product: Product }>('routes/catalogue/product');
  return useMemo(() => {
    if (home) return { list: { name: home.home.featured_title, products: home.featured } };
    if (category) return { list: { name: category.category.name, products: category.products } };
    if (parts) return { list: { name: 'חלקי חילוף', products: parts.parts } };
    return product ? { product: product.product } : {};
  }, [home, category, parts, product]);
}

const ConsentBanner = lazyPart(() => import('./consent-banner.tsx'));

/** Link target that reopens the choice: in the footer and on the cookie page. */
const SETTINGS = '#cookie-settings';
const MAX_WAITING = 40;

/** `undefined`: not read yet; `null`: not chosen yet. */
let consent: Consent | null | undefined;
/** Events of the current page until the visitor has chosen; dropped on refusal. */
let waiting: (() => void)[] = [];
/** This document has shown a page with a secret URL: third-party scripts wait for a new document. */
let hadSecret = false;
/** The last reported page: an error page has its own shell, but is the same visit. */
let lastPage = '';

const allows = (choice: Consent | null | undefined): boolean => Boolean(choice?.analytics || choice?.marketing);
const sender = createGa4Sender(tagManager.push);

/** Nothing is reported from a page whose URL is a secret. */
function whenAllowed(send: () => void): void {
  if (isSecret(location)) return;
  if (allows(consent)) send();
  else if (!consent && waiting.length < MAX_WAITING) waiting.push(send);
}

/** The cart's last known lines, whether or not changes may be reported. */
let cart: ShopEvents['cart'] = [];
function sendCartChange(after: ShopEvents['cart']): void {
  const before = cart;
  cart = after;
  whenAllowed(() => sender.cart(before, after));
}

/** Runs before the page's own events. */
function sendPageView(status: number): void {
  if (lastPage === location.pathname) return;
  if (lastPage !== '') waiting = [];
  lastPage = location.pathname;
  whenAllowed(() => sender.page(status));
}

/** Takes over queued and future events. */
function listenTo(track: Track): void {
  for (const one of queuedEvents.splice(0)) track(...one);
  queuedEvents.push = (...more) => {
    for (const one of more) track(...one);
    return 0;
  };
}

const listener: Track = (name, data) => {
  // The compiler doesn't see that name and payload match.
  if (name === 'cart') sendCartChange(data as ShopEvents['cart']);
  else if (name === 'kept') cart = data as ShopEvents['kept'];
  else if (name === 'failure') sendPageView((data as ShopEvents['failure']).status);
  else whenAllowed(() => sender.send(name as keyof PageEvents, data as never));
};

/**
 * Measuring (docs/measuring.md), for stores with a tag manager: asks for consent, loads the tag manager only after
 * it, and sends events. `failed`: the page reports why another one failed.
 */
export default function Analytics({ failed }: { failed: boolean }) {
  const { tagManagerId } = useStore();
  useEffect(() => {
    if (!tagManagerId) listenTo(() => {});
  }, [tagManagerId]);
  return tagManagerId ? <Measuring id={tagManagerId} failed={failed} /> : null;
}

function Measuring({ id, failed }: { id: string; failed: boolean }) {
  const { pathname, search } = useLocation();
  // Only the browser knows the choice, so the server renders no banner.
  const chosenConsent = useSyncExternalStore(subscribe, readConsent, () => undefined);
  const [asking, setAsking] = useState(false);
  const opener = useRef<HTMLElement | null>(null);

  useEffect(() => {
    consent = chosenConsent;
    const secret = isSecret({ pathname, search });
    hadSecret ||= secret;
    if (!chosenConsent) return;
    // Third-party scripts keep reading the URL after Back and Forward, so secret and other pages never share a
    // document.
    if (secret ? tagManager.isLoaded() : hadSecret && allows(chosenConsent)) return location.reload();
    if (tagManager.isLoaded()) tagManager.update(chosenConsent);
    else if (allows(chosenConsent) && !secret) tagManager.load(id, chosenConsent);
    if (allows(chosenConsent)) for (const one of waiting) one();
    waiting = [];
  }, [chosenConsent, id, pathname, search]);

  // The page's own effects come later than this one, and so does its failure’s, which reports the page itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page
  useEffect(() => {
    if (!failed) sendPageView(200);
    listenTo(listener);
  }, [pathname, failed]);

  const showing = useShowing();
  useEffect(() => {
    if (showing.list) listener('list', showing.list);
    if (showing.product) listener('product', showing.product);
  }, [showing]);

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
      if (!link) return;
      if (link.getAttribute('href') === SETTINGS) {
        event.preventDefault();
        opener.current = link;
        setAsking(true);
      } else if (allows(consent) && link.origin === location.origin && isSecret(link) !== isSecret(location)) {
        // The browser's own navigation, which creates a new document.
        event.stopImmediatePropagation();
      } else if (link.origin === location.origin && link.pathname.startsWith('/product/')) {
        const list = link.closest<HTMLElement>('[data-list]')?.dataset.list;
        whenAllowed(() => sender.select(link.pathname, list));
      }
    };
    document.addEventListener('click', onClick, { capture: true });
    if (location.hash === SETTINGS) setAsking(true);
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);

  function close() {
    setAsking(false);
    // The pressed button goes with the banner; where the visitor hasn't opened it, the page's content comes next.
    (opener.current ?? document.getElementById('content'))?.focus({ preventScroll: true });
    if (allows(readConsent()) || !tagManager.isLoaded()) return;
    // Third-party scripts end only with the document.
    tagManager.dropCookies();
    location.reload();
  }

  if (chosenConsent === undefined || (chosenConsent && !asking)) return null;
  return <ConsentBanner chosen={chosenConsent} asked={asking} onClose={close} />;
}
