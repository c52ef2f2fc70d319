import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useStore } from '~/store.ts';
import { listenTo, type Teller } from '~/track.ts';
import { lazyPart } from '~/ui/lazy-part.tsx';
import { type Consent, readConsent, subscribe } from './consent.ts';
import { createTeller, isSecret } from './events.ts';
import * as tagManager from './tag-manager.ts';

const ConsentBanner = lazyPart(() => import('./consent-banner.tsx'));

/** Where a link asks for the choice again: the footer and the page on cookies have one. */
const SETTINGS = '#cookie-settings';
const MOST = 40;

/** `undefined`: not known yet; `null`: not chosen yet. */
let consent: Consent | null | undefined;
/** What has happened on the page that is shown, until the visitor has chosen; refused, it is forgotten. */
let waiting: (() => void)[] = [];
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
const tell: Teller = (name, what) => whenAllowed(() => teller.tell(name, what));

/**
 * Measuring, for stores that have a tag manager: asks for consent, loads the tag manager only after it, and tells it what
 * happens. `status`: of the answer that brought the page.
 */
export default function Analytics({ status }: { status: number }) {
  const { tagManagerId } = useStore();
  useEffect(() => {
    if (!tagManagerId) listenTo(() => {});
  }, [tagManagerId]);
  return tagManagerId ? <Measuring id={tagManagerId} status={status} /> : null;
}

function Measuring({ id, status }: { id: string; status: number }) {
  const { pathname, search } = useLocation();
  // What was chosen is known to the browser alone, so that the server shows no banner.
  const chosen = useSyncExternalStore(subscribe, readConsent, () => undefined);
  const [asking, setAsking] = useState(false);
  const opener = useRef<HTMLElement | null>(null);

  useEffect(() => {
    consent = chosen;
    if (!chosen) return;
    if (tagManager.isLoaded()) tagManager.update(chosen);
    else if (allows(chosen) && !isSecret({ pathname, search })) tagManager.load(id, chosen);
    if (allows(chosen)) for (const one of waiting) one();
    waiting = [];
  }, [chosen, id, pathname, search]);

  useEffect(() => {
    if (lastPage === pathname) return;
    if (lastPage !== '') waiting = [];
    lastPage = pathname;
    // Before what the page itself has to tell: its own effects come later than these.
    whenAllowed(() => teller.page(status));
    listenTo(tell);
  }, [pathname, status]);

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
      if (!link) return;
      if (link.getAttribute('href') === SETTINGS) {
        event.preventDefault();
        opener.current = link;
        setAsking(true);
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
