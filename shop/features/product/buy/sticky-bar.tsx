import { useEffect, useState } from 'react';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import { optionName } from '#domain/catalogue/variants.ts';
import { isolate } from '#domain/text/format.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Price } from '#ui/price.tsx';
import { BUY_ACTIONS_ID, ChooseSize, type Chosen, pricedOf, useBuying } from './buy-box.tsx';

type Props = {
  product: Product;
  variant: Variant;
  sizeIsOpen: boolean;
  configured: Chosen | null;
  /** In the row of the page's parts, on wide screens. */
  above?: boolean;
};

/**
 * Price and main action while the page's own are out of sight: on phones and tablets at the foot, above a phone's
 * bottom bar, on wide screens in the row of the page's parts.
 */
export default function StickyBar({ product, variant, sizeIsOpen, configured, above = false }: Props) {
  const { buy, busy } = useBuying(product, variant, configured);
  const priced = pricedOf(variant, configured);
  const away = useOutOfSight(BUY_ACTIONS_ID, !above);
  // A colour is seen; a size that was never chosen would be bought by mistake.
  const size = variant.types
    .filter(({ type }) => type !== 'COLOR' && !(sizeIsOpen && type === 'SIZE'))
    .map(({ type, value_name }) => `${optionName(type)} ${isolate(value_name)}`)
    .join(', ');
  const toActions = () => document.getElementById(BUY_ACTIONS_ID)?.scrollIntoView({ block: 'center' });
  return (
    <div
      inert={!away}
      data-sticky-bar={above ? 'above' : 'foot'}
      className={classNames(
        'in-data-configuring:hidden flex items-center gap-3 transition-opacity noscript:hidden',
        above
          ? 'max-lg:hidden'
          : 'sticky bottom-14 z-20 justify-between border-t border-line bg-ground px-(--page-margin) py-2 md:bottom-0 lg:hidden',
        !away && 'opacity-0',
      )}
    >
      <div className="min-w-0">
        <p className={classNames('line-clamp-2 text-sm leading-tight text-ink-2', above && 'sr-only')}>
          <bdi>{product.name}</bdi>
        </p>
        <p className="flex items-baseline gap-3">
          <Price value={priced.price} className="text-lg font-bold" />
          {size && <span className="truncate text-sm text-ink-2">{size}</span>}
          {variant.monthly_from && (
            <a
              href="#finance"
              className="-my-2.5 -ms-2.5 inline-flex min-h-11 items-center py-2.5 ps-2.5 text-sm text-action-ink underline underline-offset-4"
            >
              מימון
            </a>
          )}
        </p>
      </div>
      {sizeIsOpen ? (
        <ChooseSize />
      ) : priced.available ? (
        <Button busy={busy === 'buy'} onClick={() => buy()} className="shrink-0 px-4">
          {product.kind === 'VEHICLE' ? 'להזמנה' : 'קנייה מיידית'}
        </Button>
      ) : (
        <Button variant="secondary" onClick={toActions} className="min-w-0 px-4">
          {product.stock_policy === 'ON_REQUEST' ? 'להזמנה אישית' : 'אזל מהמלאי'}
        </Button>
      )}
    </div>
  );
}

/** Whether the element is out of sight; `assumed` before scripts run. */
function useOutOfSight(id: string, assumed: boolean): boolean {
  const [away, setAway] = useState(assumed);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    const watcher = new IntersectionObserver((entries) => setAway(!entries.at(-1)?.isIntersecting));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [id]);
  return away;
}
