import { ArrowLeft } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Price } from '#ui/price.tsx';
import { beforeDelivery, goodsTotal } from '../cart/totals.tsx';
import type { PurchaseBasket } from './basket/purchase-basket.ts';

type Props = {
  basket: PurchaseBasket;
  label: string;
  onNext: () => void;
  disabled?: boolean;
  className?: string;
  /** The deposit, where that is paid now. Shekels. */
  deposit?: number | null;
};

/** The way on. It stays in reach at the foot of the screen, on a phone with the sum. */
export function StepActions({ basket, label, onNext, disabled = false, className, deposit = null }: Props) {
  const { quote, calculating } = basket;
  return (
    <div
      className={classNames(
        'sticky bottom-0 z-20 -mx-(--page-margin) mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-ground px-(--page-margin) pt-3',
        'pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:mx-0 lg:px-0 lg:py-4',
        className,
      )}
    >
      {quote && quote.cart.length > 0 && (
        <p
          className={`grid shrink-0 justify-items-start leading-tight transition-opacity lg:hidden ${calculating ? 'opacity-50' : ''}`}
        >
          <span className="text-xs text-ink-3">{deposit === null ? `סה״כ ${beforeDelivery(quote)}` : 'דמי שריון'}</span>
          <Price value={deposit ?? goodsTotal(quote)} className="text-lg font-bold" />
          {deposit !== null && (
            <span className="text-xs text-ink-3">
              מתוך <Price value={goodsTotal(quote)} /> {beforeDelivery(quote)}
            </span>
          )}
        </p>
      )}
      <Button
        size="lg"
        className="grow max-lg:px-4 lg:min-w-[min(16rem,100%)] lg:grow-0"
        disabled={disabled}
        onClick={onNext}
      >
        {label}
        <ArrowLeft aria-hidden className="size-5" />
      </Button>
    </div>
  );
}
