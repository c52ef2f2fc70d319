import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useStore } from '~/store.ts';
import { type Happenings, happenings, type Teller } from '~/track.ts';
import { type Consent, readConsent, subscribe } from './consent.ts';
import { createTeller, isSecret, type Told } from './events.ts';
import { useShowing } from './showing.ts';
import * as tagManager from './tag-manager.ts';

const ConsentBanner = lazyPart(() => import('./consent-banner.tsx'));

/** Where a link asks for the choice again: the footer and the page on cookies have one. */
const SETTINGS = '#cookie-settings';
const MOST = 40;

/** `undefined`: not known yet; `null`: not chosen yet. */
let consent: Consent | null | undefined;
/** What has happened on the page that is shown, until the visitor has chosen; refused, it is forgotten. */
let waiting: (() => void)[] = [];
/** This document has shown a page whose address is a secret: then others' scripts wait for another document. */
let hadSecret = false;
/** The last page that was told of: an error page has a frame of its own, but is the same visit. */
let lastPage = '';

const allows = (choice: Consent | null | undefined): boolean => Boolean(choice?.analytics || choice?.marketing);
const teller = createTeller(tagManager.push);

/** An address that is a secret in itself is nobody's business: from its page nothing is told. */
function whenAllowed(tell: () => void): void {
  if (isSecret(location)) return;
  if (allows(consent)) tell();
  else if (!consent && waiting.length < MOST) waiting.push(tell);
}

/** What the cart is known to hold, whether or not anybody may be told of its changes. */
let cart: Happenings['cart'] = [];
function tellCart(after: Happenings['cart']): void {
  const before = cart;
  cart = after;
  whenAllowed(() => teller.cart(before, after));
}

/** Before what the page itself has to tell. */
function tellPage(status: number): void {
  if (lastPage === location.pathname) return;
  if (lastPage !== '') waiting = [];
  lastPage = location.pathname;
  whenAllowed(() => teller.page(status));
}

/** Takes over what has waited and all that comes. */
function listenTo(teller: Teller): void {
  for (const one of happenings.splice(0)) teller(...one);
  happenings.push = (...more) => {
    for (const one of more) teller(...one);
    return 0;
  };
}

const listener: Teller = (name, what) => {
  // The compiler does not see that the one goes with the other.
  if (name === 'cart') tellCart(what as Happenings['cart']);
  else if (name === 'kept') cart = what as Happenings['kept'];
  else if (name === 'failure') tellPage((what as Happenings['failure']).status);
  else whenAllowed(() => teller.tell(name as keyof Told, what as never));
};

/**
 * Measuring, for stores that have a tag manager: asks for consent, loads the tag manager only after it, and tells it what
 * happens. `failed`: the page is one that tells why another did not come.
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
  // What was chosen is known to the browser alone, so that the server shows no banner.
  const chosen = useSyncExternalStore(subscribe, readConsent, () => undefined);
  const [asking, setAsking] = useState(false);
  const opener = useRef<HTMLElement | null>(null);

  useEffect(() => {
    consent = chosen;
    const secret = isSecret({ pathname, search });
    hadSecret ||= secret;
    if (!chosen) return;
    // What they read of the address they would read after Back and Forward, too, so the two never share a document.
    if (secret ? tagManager.isLoaded() : hadSecret && allows(chosen)) return location.reload();
    if (tagManager.isLoaded()) tagManager.update(chosen);
    else if (allows(chosen) && !secret) tagManager.load(id, chosen);
    if (allows(chosen)) for (const one of waiting) one();
    waiting = [];
  }, [chosen, id, pathname, search]);

  // The page's own effects come later than this one, and so does its failure's, which tells of the page itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page
  useEffect(() => {
    if (!failed) tellPage(200);
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
        // The browser's own way, which makes another document.
        event.stopImmediatePropagation();
      } else if (link.origin === location.origin && link.pathname.startsWith('/product/')) {
        const list = link.closest<HTMLElement>('[data-list]')?.dataset.list;
        whenAllowed(() => teller.select(link.pathname, list));
      }
    };
    document.addEventListener('click', onClick, { capture: true });
    if (location.hash === SETTINGS) setAsking(true);
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, []);

  function close() {
    setAsking(false);
    opener.current?.focus();
    if (allows(readConsent()) || !tagManager.isLoaded()) return;
    // What others' scripts have begun ends only with the page.
    tagManager.dropCookies();
    location.reload();
  }

  if (chosen === undefined || (chosen && !asking)) return null;
  return <ConsentBanner chosen={chosen} asked={asking} onClose={close} />;
}
