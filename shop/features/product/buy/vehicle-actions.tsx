import { ArrowLeftRight, BookmarkCheck, CalendarClock } from 'lucide-react';
import { type MouseEvent, type RefObject, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Product } from '#contract/catalogue/products.ts';
import { chosenInAddress } from '#domain/catalogue/product-page/chosen-in-address.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { loadChunk } from '#ui/hooks/load-chunk.ts';
import { useGo } from '#ui/hooks/use-go.ts';
import { usePageLeft } from '#ui/hooks/use-page-left.ts';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/price.tsx';
import { useToast } from '#ui/toasts.tsx';
import { useChangedChoices } from '~/changed-choices.ts';
import { useChosenTradeIn } from '../../finance/chosen-trade-in.ts';
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
export default function VehicleActions({ product, price, notes: { visit, homeVisit, tradeIn }, buying }: Props) {
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
      {homeVisit && (
        <Link
          to={homeVisit.path}
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-action-ink underline underline-offset-4"
        >
          <CalendarClock aria-hidden className="size-5 shrink-0" /> {homeVisit.name}
        </Link>
      )}
      {tradeIn && <TradeInLink product={product} />}
    </>
  );
}

/**
 * With the colour or the configuration that the page shows, so that the offer leads back to it. Choices that no address
 * names yet are saved first. Once an offer is credited here, the way to it.
 */
function TradeInLink({ product }: { product: Product }) {
  const [search] = useSearchParams();
  const changed = useChangedChoices(product.id);
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const go = useGo();
  const toast = useToast();
  const left = usePageLeft();
  const offer = useChosenTradeIn(product.id);
  const path = (chosen: Record<string, string>) =>
    `/trade-in?${new URLSearchParams({ product: product.slug.name, ...chosen })}`;

  async function follow(event: MouseEvent) {
    // Another tab opens the link as it is.
    if (offer || !changed || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const { saveConfigured } = await loadChunk(() => import('./save-configured.ts'));
    const quote = search.get('quote');
    const savedGoods = await saveConfigured({ product, choices: changed.choices, quote }, toast);
    setBusy(false);
    if (!savedGoods || left.current) return;
    // Back finds it in the address.
    await navigate(savedGoods.path, { replace: true, preventScrollReset: true });
    go(path({ config: savedGoods.configuration, ...(quote && { quote }) }));
  }
  return (
    <Link
      to={offer ? `/trade-in/${offer.secret}` : path(chosenInAddress(search))}
      onClick={follow}
      aria-busy={busy || undefined}
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-action-ink underline underline-offset-4"
    >
      <ArrowLeftRight aria-hidden className="size-5 shrink-0" /> {offer ? 'להצעה על הרכב שלכם' : 'יש רכב להחלפה?'}
    </Link>
  );
}
