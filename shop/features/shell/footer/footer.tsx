import { Clock, Headphones, Lock, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Link as MenuLinkData } from '#contract/stores.ts';
import { telHref } from '#domain/text/links.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Fold } from '#ui/narrow/fold.tsx';
import { useStore } from '~/store.ts';
import { Logo } from '../header.tsx';
import { linksOf } from '../menus/links-of.ts';
import { MenuLink } from '../menus/menu-link.tsx';
import { useFooterValues } from './footer-values.ts';
import { SocialLinks } from './social-links.tsx';

const cards = ['Visa', 'Mastercard', 'Isracard', 'Amex', 'Diners'];

/** Names of accepted cards on small white plates; drawn as text, so that no trademark art is copied. */
const CardLogos = () => (
  <ul aria-label="כרטיסי אשראי שמתקבלים" className="flex flex-wrap gap-1.5 sm:gap-2">
    {cards.map((card) => (
      <li
        key={card}
        lang="en"
        dir="ltr"
        className="grid h-8 place-items-center rounded-sm bg-white px-1.5 text-xs font-bold sm:px-2.5 text-black"
      >
        {card}
      </li>
    ))}
  </ul>
);

const NewsletterForm = lazyPart(() => import('../../contact/newsletter-form.tsx'));

/** `newsletter`: false on sign-in and order pages, where a second e-mail field would confuse. */
export default function Footer({ newsletter }: { newsletter: boolean }) {
  const { store, layout, tagManagerId } = useStore();
  const values = useFooterValues();
  return (
    // On a phone the comparison stands over the page's end, higher where the purchase bar does, too.
    <footer className="on-dark mt-auto bg-dark text-on-dark max-md:in-[body:has([data-compare-tray])]:pb-16 max-md:in-[body:has([data-compare-tray]):has([data-sticky-bar=foot]:not([inert]))]:pb-28">
      {newsletter && <NewsletterForm />}
      <Assurances />
      <div className="page grid grid-cols-2 gap-x-8 gap-y-2 py-6 md:gap-y-10 md:py-14 md:grid-cols-3 lg:grid-cols-[1.4fr_1fr_1fr_1fr]">
        <div className="col-span-2 grid content-start gap-3 md:gap-6 md:col-span-3 lg:col-span-1">
          <Logo footer />
          <Contact values={values} />
          <SocialLinks values={values} />
        </div>
        <LinkColumn
          title="החנות"
          links={linksOf(layout.main_footer.menus, 2)}
          className="max-md:col-span-2 max-md:mt-4 max-md:[&_ul]:grid-cols-2 max-md:[&_ul]:gap-x-8"
        />
        <LinkColumn
          title="שירות ומידע"
          links={linksOf(layout.main_footer.menus, 3)}
          className="max-md:col-span-2 max-md:[&_ul]:grid-cols-2 max-md:[&_ul]:gap-x-8"
        />
        <LinkColumn
          title="מידע משפטי"
          links={linksOf(layout.sub_footer)}
          className="max-md:col-span-2 max-md:[&_ul]:grid-cols-2 max-md:[&_ul]:gap-x-8"
        />
      </div>
      <div className="border-t border-dark-line">
        <div className="page grid gap-4 py-5 text-xs md:py-8 text-on-dark-muted">
          {values.disclaimer && (
            <Fold until="md" title="הבהרות משפטיות">
              <p className="max-w-[70ch] whitespace-pre-line">{values.disclaimer}</p>
            </Fold>
          )}
          <p className="flex flex-wrap items-center gap-x-6">
            <span>
              © <bdi>{store.name}</bdi>. כל הזכויות שמורות.
            </span>
            {tagManagerId && (
              <a href="#cookie-settings" className="inline-flex min-h-11 items-center underline noscript:hidden">
                הגדרות עוגיות
              </a>
            )}
          </p>
        </div>
      </div>
    </footer>
  );
}

function Assurances() {
  return (
    <div className="border-b border-dark-line">
      <div className="page flex flex-wrap items-center justify-between gap-x-10 gap-y-3 py-4 text-sm md:gap-y-4 md:py-6">
        <p className="flex items-center gap-3">
          <Headphones aria-hidden className="size-6 text-accent-ink-on-dark" /> שירות לקוחות אישי, לפני הקנייה ואחריה
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <p className="flex items-center gap-3">
            <Lock aria-hidden className="size-6 text-accent-ink-on-dark" />
            <span>
              תשלום מאובטח בתקן <bdi>PCI DSS</bdi>
            </span>
          </p>
          <CardLogos />
        </div>
      </div>
    </div>
  );
}

function Contact({ values }: { values: Record<string, string> }) {
  return (
    <address className="grid gap-3 text-sm not-italic">
      {values.sale_phone && (
        <PhoneLine icon={<Phone aria-hidden className="size-4" />} label="מכירות" phone={values.sale_phone} />
      )}
      {values.customer_service_phone && (
        <PhoneLine
          icon={<Headphones aria-hidden className="size-4" />}
          label="שירות לקוחות"
          phone={values.customer_service_phone}
        />
      )}
      {values.activity_time && (
        <p className="flex items-start gap-3 text-on-dark-muted">
          <Clock aria-hidden className="mt-1 size-4 shrink-0" />
          <span className="whitespace-pre-line">{values.activity_time}</span>
        </p>
      )}
      {values.address && (
        <p className="flex items-start gap-3 text-on-dark-muted">
          <MapPin aria-hidden className="mt-1 size-4 shrink-0" />
          {values.address}
        </p>
      )}
    </address>
  );
}

const PhoneLine = ({ icon, label, phone }: { icon: ReactNode; label: string; phone: string }) => (
  <p className="flex items-center gap-3">
    <span className="text-on-dark-muted">{icon}</span>
    <span className="text-on-dark-muted">{label}</span>
    <a href={telHref(phone)} className="inline-flex min-h-6 items-center font-semibold hover:underline">
      <bdi dir="ltr">{phone}</bdi>
    </a>
  </p>
);

function LinkColumn({ title, links, className }: { title: string; links: MenuLinkData[]; className?: string }) {
  if (links.length === 0) return null;
  return (
    <nav aria-label={title} className={className}>
      <h2 className="mb-3 hidden text-sm font-bold md:block">{title}</h2>
      <Fold until="md" title={title} className="text-sm">
        <ul className="grid gap-0.5 text-sm">
          {links.map((link) => (
            <li key={link.name}>
              <MenuLink
                link={link}
                className="inline-flex min-h-9 items-center text-on-dark-muted hover:text-on-dark hover:underline"
              />
            </li>
          ))}
        </ul>
      </Fold>
    </nav>
  );
}
