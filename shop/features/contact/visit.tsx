import { MapPin, PackageCheck, Phone, Truck } from 'lucide-react';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { hoursAhead, type OpeningHours } from '#domain/calendar/opening-hours.ts';
import { branchText, isByBranch } from '#domain/catalogue/stock-text.ts';
import { telHref } from '#domain/text/links.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useLiveNow } from '#ui/hooks/use-live-now.ts';
import { Link } from '#ui/link.tsx';
import { SwipeRow } from '#ui/narrow/swipe-row.tsx';
import { ProductSection } from '../product/product-section.tsx';
import { OpenNow } from './opening-hours.tsx';

type VisitBranch = OpeningHours & { key: string; name: string; city: string; phone: string; rides: boolean };

type Props = {
  branches: VisitBranch[];
  /** Ways in which it is handed over or sent, and how long each takes. */
  deliveries: { name: string; days: string }[];
  /** What the store calls a test ride, and of what; `null` where there is none. */
  ride: { name: string; product: string } | null;
  /** That the store brings such a vehicle to the shopper to be tried; `null` where it doesn't. */
  homeVisit: { name: string; text: string; path: string } | null;
  /** Whether such goods are collected at branches. */
  collect: boolean;
  product: Product;
  /** `undefined`: no size is chosen yet. */
  variant: Variant | undefined;
};

/** So many days ahead it is known when a branch opens next. */
const DAYS = 9;

/**
 * Where it is to be seen, ridden and had, and which branch is open. The page is the same for everybody and for some
 * time, so that the hours are read in the browser; without scripts a link leads to them.
 */
export default function Visit({ branches, deliveries, ride, homeVisit, collect, product, variant }: Props) {
  const now = useLiveNow();
  if (branches.length === 0 && !homeVisit) return null;
  return (
    <ProductSection id="visit" title="לראות, לנסות ולקבל">
      {deliveries.length > 0 && (
        <ul className="grid gap-1 text-ink-2">
          {deliveries.map(({ name, days }) => (
            <li key={name} className="flex items-start gap-2">
              <Truck aria-hidden className="mt-1 size-4 shrink-0" />
              <span>
                {name}: <span className="font-semibold text-ink">{days}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {homeVisit && (
        <div className="flex flex-wrap items-center justify-between gap-4 rounded-lg bg-ground-2 p-4 lg:p-6">
          <div className="max-w-prose">
            <h3 className="text-lg">{homeVisit.name}</h3>
            <p className="mt-1 text-ink-2">{homeVisit.text}</p>
          </div>
          <ButtonLink to={homeVisit.path} variant="secondary" size="sm">
            לתיאום ביקור
          </ButtonLink>
        </div>
      )}
      <SwipeRow label="סניפים" className="lg:grid lg:grid-cols-3 lg:gap-6">
        {branches.map((branch) => (
          <li key={branch.key} className="swipe-card grid content-start gap-1.5 rounded-lg bg-ground-2 p-4 lg:p-6">
            <h3 className="text-lg">
              <bdi>{branch.name}</bdi>
            </h3>
            {variant && collect && isByBranch(product, variant) && (
              <p className="flex items-center gap-2 text-sm font-semibold">
                <PackageCheck aria-hidden className="size-4 shrink-0" />
                {branchText(product, variant, branch.key)}
              </p>
            )}
            <div className="min-h-6 text-sm">
              {now && <OpenNow days={hoursAhead(branch, israelDay(now), DAYS)} now={now} />}
              <noscript>
                <Link to={`/distributors#${branch.key}`} className="underline">
                  שעות הפתיחה
                </Link>
              </noscript>
            </div>
            <div className="flex flex-wrap gap-x-5 text-sm">
              <a
                href={telHref(branch.phone)}
                className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-action-ink hover:underline"
              >
                <Phone aria-hidden className="size-4" /> <bdi dir="ltr">{branch.phone}</bdi>
              </a>
              <Link
                to={`/distributors#${branch.key}`}
                className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-action-ink hover:underline"
              >
                <MapPin aria-hidden className="size-4" /> {branch.city}
                <span className="sr-only"> – כתובת ודרכי הגעה: {branch.name}</span>
              </Link>
            </div>
            {ride && branch.rides && (
              <ButtonLink
                to={`/booking?${new URLSearchParams({ service: 'TEST_RIDE', product: ride.product, branch: branch.key })}`}
                variant="secondary"
                size="sm"
                aria-label={`תיאום ${ride.name}: ${branch.name}`}
              >
                תיאום {ride.name}
              </ButtonLink>
            )}
          </li>
        ))}
      </SwipeRow>
    </ProductSection>
  );
}
