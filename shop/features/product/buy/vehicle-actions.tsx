import { ArrowLeftRight, BookmarkCheck, CalendarClock } from 'lucide-react';
import type { RefObject } from 'react';
import type { Product } from '#contract/catalogue/products.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/price.tsx';
import type { Notes } from '../hero-notes.tsx';

type Props = {
  product: Product;
  /** What it costs now. Shekels. */
  price: number | null;
  notes: Notes;
  /** How it is bought now. */
  buying: RefObject<(method: 'deposit') => unknown>;
};

/** Beside ordering: ride it first, reserve it, or pay a part of it with the vehicle that there is. */
export default function VehicleActions({ product, price, notes: { visit, tradeIn }, buying }: Props) {
  const { deposit } = product;
  return (
    <>
      <div className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(11.25rem,100%),1fr))] gap-2">
        {visit && (
          <ButtonLink
            to={`/booking?${new URLSearchParams({ service: 'TEST_RIDE', product: product.slug.name })}`}
            variant="secondary"
            size="sm"
            className="px-3!"
          >
            <CalendarClock aria-hidden className="size-5 shrink-0" /> תיאום {visit}
          </ButtonLink>
        )}
        {deposit !== null && (
          <Button
            variant="secondary"
            size="sm"
            className="px-3! noscript:hidden"
            onClick={() => buying.current('deposit')}
          >
            <BookmarkCheck aria-hidden className="size-5 shrink-0" />
            <span>
              שריון ב־
              <Price value={Math.min(deposit, price ?? deposit)} />
            </span>
          </Button>
        )}
      </div>
      {tradeIn && (
        <Link
          to={`/trade-in?${new URLSearchParams({ product: product.slug.name })}`}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-action-ink underline underline-offset-4"
        >
          <ArrowLeftRight aria-hidden className="size-5 shrink-0" /> יש רכב להחלפה?
        </Link>
      )}
    </>
  );
}
