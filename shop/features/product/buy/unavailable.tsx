import { useState } from 'react';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { fetchAhead } from '#ui/hooks/load-chunk.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useProductInquiry } from '~/anchors.ts';
import { useOpenOrder } from '../../order/open-order.ts';

const loadStockAlert = () => import('./stock-alert.tsx');
const ahead = () => fetchAhead(loadStockAlert);
const StockAlert = lazyPart(loadStockAlert);

type Props = { product: Product; variant: Variant };

/** One action where an order would be: a stock alert for what is sold out, a lead for what is on request. */
export default function Unavailable({ product, variant }: Props) {
  const leaveDetails = useProductInquiry();
  const [alert, setAlert] = useState<boolean | null>(null);
  const order = useOpenOrder();
  if (order?.state === 'open' && order.variants.includes(variant.id))
    return (
      <div className="grid gap-2">
        <p className="mb-1 rounded-md bg-ground-2 px-4 py-3 font-medium">הגרסה הזו שמורה עבורכם בהזמנה שמחכה לתשלום</p>
        <ButtonLink to="/purchase" size="lg" wide>
          המשך לתשלום
        </ButtonLink>
      </div>
    );
  const onRequest = product.stock_policy === 'ON_REQUEST';
  return (
    <div className="grid gap-2">
      <p
        className={classNames(
          'font-medium',
          onRequest ? 'text-ink-2' : 'mb-1 rounded-md bg-warning-wash px-4 py-3 text-warning',
        )}
      >
        {variant.price === null
          ? 'השאירו פרטים ונחזור אליכם עם הצעת מחיר'
          : onRequest
            ? 'הדגם מגיע בהזמנה אישית'
            : 'הגרסה הזו אזלה מהמלאי כרגע'}
      </p>
      {!onRequest && (
        <Button
          size="lg"
          wide
          className="noscript:hidden"
          onPointerEnter={ahead}
          onFocus={ahead}
          onClick={() => setAlert(true)}
        >
          עדכון על חזרה למלאי
        </Button>
      )}
      <Button
        size={onRequest ? 'lg' : 'sm'}
        wide
        variant={onRequest ? 'primary' : 'quiet'}
        className="noscript:hidden"
        onClick={leaveDetails}
      >
        דברו איתנו
      </Button>
      {alert !== null && (
        <StockAlert open={alert} onClose={() => setAlert(false)} product={product} variant={variant} />
      )}
    </div>
  );
}
