import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';
import type { PaymentOffer } from './payment-methods.ts';

const Calculator = lazyPart(() => import('../../finance/calculator.tsx'), <Skeleton className="h-96" />);

/** The calculator of a product's page, over the sum of the whole purchase. */
export function FundingChoice({ basket, offer }: { basket: PurchaseBasket; offer: PaymentOffer }) {
  return (
    <>
      <p>ההזמנה נשמרת ואין חיוב עכשיו. נציג מטעמנו חוזר אליכם עם ההצעה לפי התנאים שתקבעו כאן.</p>
      <Calculator
        plans={offer.settings.finance_plans}
        price={basket.quote?.total_order_price ?? 0}
        requested={basket.choice.funding ?? {}}
        onRequest={(funding) => basket.note({ funding })}
      />
    </>
  );
}
