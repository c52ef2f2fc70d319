import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { walletNames } from '#domain/money/wallets.ts';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/price.tsx';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';
import { hasSeveralVehicles } from './funding.ts';
import { methodOf, type PaymentOffer, payNow, unusableMethod, unusableWallet, walletOf } from './payment-methods.ts';

type Props = {
  basket: PurchaseBasket;
  offer: PaymentOffer;
  /** Where another way is chosen; none on the page that offers them. */
  href?: string;
};

/**
 * By which wallet it is going to be paid, or why not as it was chosen: delivery may make the sum larger than a wallet
 * takes, and what else is bought decides about deposit and financing.
 */
export function MethodLine({ basket, offer, href }: Props) {
  const wallet = walletOf(basket, offer);
  const reason = reasonOf(basket, offer);
  return (
    <div role="status">
      {reason && (
        <p className="flex items-start gap-2 rounded-md bg-warning-wash p-4 text-sm text-warning">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {reason}, ולכן{' '}
            {methodOf(basket, offer) === 'deposit' ? (
              <>
                נבחרו דמי שריון של <Price value={payNow(basket, offer)} />
              </>
            ) : (
              <>
                משלמים <Price value={payNow(basket, offer)} /> בכרטיס אשראי
              </>
            )}
            .{' '}
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

const unusable = {
  instalments: 'תשלומים לא אפשריים להזמנה הזאת',
  financing: 'בקשת מימון לא אפשרית להזמנה הזאת',
  deposit: 'דמי שריון לא אפשריים להזמנה הזאת',
};

/** Why it is not paid as it was chosen; `null`: it is. */
function reasonOf(basket: PurchaseBasket, offer: PaymentOffer): ReactNode {
  const method = unusableMethod(basket, offer);
  if (method === 'financing' && hasSeveralVehicles(basket)) return 'בכל הזמנה אפשר לבקש מימון לכלי אחד';
  if (method) return unusable[method];
  const rule = unusableWallet(basket, offer);
  if (!rule) return null;
  const name = <bdi className="font-semibold">{walletNames[rule.wallet]}</bdi>;
  return rule.up_to === undefined ? (
    <>{name} לא זמין להזמנה הזאת</>
  ) : (
    <>
      {name} מקבל עד <Price value={rule.up_to} /> בתשלום אחד
    </>
  );
}
