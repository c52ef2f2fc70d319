import type { Product, Variant } from '#contract/catalogue/products.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { useProductInquiry } from '~/lead-banner-link.ts';
import { useOpenOrder } from '../../order/open-order.ts';
import { StockAlertButton } from './stock-alert-button.tsx';

type Props = { product: Product; variant: Variant };

/** One action where an order would be: a stock alert for what is sold out, a lead for what is on request. */
export default function Unavailable({ product, variant }: Props) {
  const leaveDetails = useProductInquiry();
  const order = useOpenOrder();
  if ((order?.state === 'open' || order?.state === 'cancelling') && order.variants.includes(variant.id))
    return (
      <div className="grid gap-2">
        <p className="mb-1 rounded-md bg-ground-2 px-4 py-3 font-medium">
          הגרסה הזו שמורה עבורכם {order.state === 'open' ? 'בהזמנה שמחכה לתשלום' : 'בהזמנה שביטולה בטיפול'}
        </p>
        <ButtonLink to="/purchase" size="lg" wide>
          {order.state === 'open' ? 'המשך לתשלום' : 'לפרטי ההזמנה'}
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
      {!onRequest && <StockAlertButton of={{ ...variant, name: product.name }} size="lg" wide />}
      <Button
        size={onRequest ? 'lg' : 'sm'}
        wide
        variant={onRequest ? 'primary' : 'quiet'}
        className="noscript:hidden"
        onClick={leaveDetails}
      >
        דברו איתנו
      </Button>
    </div>
  );
}
