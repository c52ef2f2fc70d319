import { CircleAlert } from 'lucide-react';
import { walletNames } from '#domain/money/wallets.ts';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/price.tsx';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';
import { type PaymentOffer, unusableWallet, walletOf } from './payment-methods.ts';

type Props = {
  basket: PurchaseBasket;
  offer: PaymentOffer;
  /** Where another way is chosen; none on the page that offers them. */
  href?: string;
};

/** By which wallet it is going to be paid, or why by a card after all: delivery may make the sum larger than the wallet takes. */
export function WalletLine({ basket, offer, href }: Props) {
  const wallet = walletOf(basket, offer);
  const unusable = unusableWallet(basket, offer);
  return (
    <div role="status">
      {unusable && (
        <p className="flex items-start gap-2 rounded-md bg-warning-wash p-4 text-sm text-warning">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <bdi className="font-semibold">{walletNames[unusable.wallet]}</bdi>{' '}
            {unusable.up_to === undefined ? (
              'לא זמין להזמנה הזאת'
            ) : (
              <>
                מקבל עד <Price value={unusable.up_to} /> בתשלום אחד
              </>
            )}
            , ולכן משלמים <Price value={basket.quote?.total_order_price ?? 0} /> בכרטיס אשראי.{' '}
            {href && (
              <Link to={href} className="font-semibold underline underline-offset-2">
                בחירת אמצעי תשלום אחר
              </Link>
            )}
          </span>
        </p>
      )}
      {href && wallet && (
        <p className="text-sm text-ink-2">
          משלמים ב־<bdi className="font-semibold">{walletNames[wallet]}</bdi>.
        </p>
      )}
    </div>
  );
}
