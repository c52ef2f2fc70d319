import { CalendarClock, MessageCircle, PhoneCall, Tag } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import { ButtonLink, buttonLook } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useChangedChoices } from '~/changed-choices.ts';
import { goToLeadBanner, LEAD_BANNER_ID, useHasLeadBanner } from '~/lead-banner-link.ts';
import { Disclosures } from './disclosures.tsx';

/** By itself: what it needs would be named by the page's first code. */
const AnswersNow = lazyPart(() => import('./answers-now.tsx'));

export type Notes = {
  isVehicle: boolean;
  /** The store's word for a test ride, where a branch offers it. */
  visit: string | null;
  /** A visit at the shopper's home, where the store offers one, and the form that asks for it. */
  homeVisit: { name: string; path: string } | null;
  /** The store takes used vehicles in exchange for it. */
  tradeIn: boolean;
  /** The store hands such goods over at branches. */
  collect: boolean;
  /** The first way to get it, with the time that it takes. */
  delivery: { name: string; days: string } | null;
  /** Promotions that the product takes part in, by their names. */
  promotions: string[];
  /** `number`: in digits with the country's. `page`: this one's address, where the store has a public one. */
  whatsapp: { number: string; page: string | null } | null;
};

const look = `${buttonLook({ variant: 'quiet', size: 'sm' })} -ms-4`;

type Props = { product: Product; variant: Variant | undefined; notes: Notes };

/** Below the order: promotions, ways to a person, and what the law wants said of a vehicle. */
export default function HeroNotes({ product, ...rest }: Props) {
  return (
    <>
      {rest.notes.promotions.map((promotion) => (
        <p key={promotion} className="flex items-start gap-2 text-sm text-ink-2">
          <Tag aria-hidden className="mt-0.5 size-4 shrink-0 text-action-ink" />
          <span>
            מבצע: <bdi className="font-semibold text-ink">{promotion}</bdi>. ההנחה ניתנת בקנייה, בלי קוד.
          </span>
        </p>
      ))}
      <Talk product={product} {...rest} />
      {rest.notes.isVehicle && <Disclosures product={product} />}
    </>
  );
}

/** A visit, a message with the model filled in, a call back. */
function Talk({ product, variant, notes }: Props) {
  const { whatsapp } = notes;
  // Beside the order, where it can be ordered.
  const visit = variant?.available ? null : notes.visit;
  const hasBanner = useHasLeadBanner();
  const [search] = useSearchParams();
  // Other choices than the address's are in no link: they are named.
  const changed = useChangedChoices(product.id);
  const subject = {
    product,
    variant: product.variants.find(({ id }) => id === changed?.variant) ?? variant,
    extras: changed?.extras ?? [],
    code: changed ? null : search.get('config'),
  };
  if (!visit && !whatsapp && !hasBanner) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-6">
      {visit && (
        <ButtonLink
          to={`/booking?${new URLSearchParams({ service: 'TEST_RIDE', product: product.slug.name })}`}
          variant="quiet"
          size="sm"
          className="-ms-4"
        >
          <CalendarClock aria-hidden className="size-5" /> תיאום {visit}
        </ButtonLink>
      )}
      {whatsapp && (
        <a
          href={`https://wa.me/${whatsapp.number}?${new URLSearchParams({ text: question({ ...subject, page: whatsapp.page }) })}`}
          target="_blank"
          rel="noreferrer"
          className={look}
        >
          <MessageCircle aria-hidden className="size-5" />
          <span>
            שאלה ב־<bdi>WhatsApp</bdi>
          </span>
        </a>
      )}
      {hasBanner && (
        <a
          href={`#${LEAD_BANNER_ID}`}
          className={look}
          onClick={(event) => {
            event.preventDefault();
            goToLeadBanner();
          }}
        >
          <PhoneCall aria-hidden className="size-5" /> שיחה חוזרת
        </a>
      )}
      {(whatsapp || hasBanner) && <AnswersNow className="-mt-1 basis-full text-ink-2" />}
    </div>
  );
}

type Asked = {
  product: Product;
  variant: Variant | undefined;
  extras: string[];
  code: string | null;
  page: string | null;
};

/** What is written for the shopper, who may change it before it is sent. `code`: of a saved configuration. */
function question({ product: { name, slug }, variant, extras, code, page }: Asked): string {
  const chosen = [name, ...(variant?.types.map(({ value_name }) => value_name) ?? [])].join(', ');
  const text = `שלום, אשמח לפרטים על ${chosen}${variant ? ` (מק״ט ${variant.sku})` : ''}${code ? `, הרכבה ${code}` : ''}${extras.length > 0 ? `, עם ${extras.join(', ')}` : ''}`;
  const query = code ? `?config=${encodeURIComponent(code)}` : variant && `?variant=${encodeURIComponent(variant.sku)}`;
  return [text, page ? `${page}${query ?? ''}` : slug.name].join('\n');
}
