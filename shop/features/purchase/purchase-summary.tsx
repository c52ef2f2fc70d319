import { ChevronDown, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { perPayment } from '#domain/money/instalments.ts';
import { formatExactPrice, isolate, keepNumber } from '#domain/text/format.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { Price } from '#ui/price.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { linesOfBasket } from '../cart/basket-price.ts';
import { CouponField } from '../cart/coupon-field.tsx';
import { FreeDelivery } from '../cart/free-delivery.tsx';
import { LineParts } from '../cart/line-parts.tsx';
import { LinePicture } from '../cart/line-picture.tsx';
import { beforeDelivery, DiscountRows, TotalRow } from '../cart/totals.tsx';
import PriceCard from '../finance/price-card.tsx';
import type { PurchaseBasket, Quote } from './basket/purchase-basket.ts';
import { requestedFunding } from './payment/funding.ts';
import { methodOf, type PaymentOffer, paymentsOf, payNow } from './payment/payment-methods.ts';

type Props = {
  basket: PurchaseBasket;
  offer: PaymentOffer;
  /** Folded on a phone, where it would stand in the way. */
  folded: boolean;
};

/** What is bought and what it comes to: beside the steps on a desktop, a fold-out on a phone. */
export function PurchaseSummary({ basket, offer, folded }: Props) {
  const [open, setOpen] = useState<boolean | null>(null);
  const isShown = open ?? !folded;
  const { quote } = basket;
  const summary = useRef<HTMLElement>(null);
  const notePress = useFocusAfterRemoval([basket.failed], summary);
  return (
    <section
      ref={summary}
      tabIndex={-1}
      aria-labelledby="summary-title"
      aria-busy={basket.calculating}
      className="rounded-xl bg-ground-2 p-5 focus:outline-none lg:p-7"
    >
      <h2 id="summary-title" className="text-lg">
        <span className="hidden lg:inline">סיכום ההזמנה</span>
        <button
          type="button"
          aria-expanded={isShown}
          onClick={() => setOpen(!isShown)}
          className="flex min-h-11 w-full items-center gap-3 text-start font-bold lg:hidden"
        >
          <span className="grow">סיכום ההזמנה</span>
          {quote && <Price value={quote.total_order_price} />}
          <ChevronDown
            aria-hidden
            className={classNames('size-5 text-ink-3 transition-transform', isShown && 'rotate-180')}
          />
        </button>
      </h2>
      <Announcement basket={basket} />
      <div className={classNames('mt-4 grid gap-6', !isShown && 'hidden lg:grid')}>
        {basket.failed && <Failure basket={basket} onAgain={notePress} />}
        {!quote && !basket.failed && <Skeleton className="h-48" />}
        {quote && (
          <>
            <Lines quote={quote} />
            <CouponField basket={basket.store} />
            <FreeDelivery offer={quote.free_delivery} />
            <Sums basket={basket} quote={quote} offer={offer} />
          </>
        )}
      </div>
    </section>
  );
}

/** Says what the shopper's last choice has made of goods, delivery and total; nothing when the page opens. */
export function Announcement({ basket: { quote, calculating, choice } }: { basket: PurchaseBasket }) {
  const [announcement, setAnnouncement] = useState('');
  const before = useRef<string | null>(null);
  // A choice may be made before the first sum is there, which is then already about it.
  const goods = `${choice.variant} ${choice.quantity}`;
  const openedGoods = useRef(goods);
  useEffect(() => {
    if (!quote || calculating) return;
    const text = inWords(quote);
    if (before.current === null ? openedGoods.current !== goods : before.current !== text) setAnnouncement(text);
    before.current = text;
  }, [quote, calculating, goods]);
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

const totalName = (quote: Quote): string => (quote.delivery ? 'סה״כ' : `סה״כ ${beforeDelivery(quote)}`);

function inWords(quote: Quote): string {
  const { cart, delivery, delivery_options, delivery_type_id, total_order_price } = quote;
  const goods = cart.map(({ name, quantity, price }) =>
    [isolate(name), quantity > 1 && `${quantity} יחידות`, isolate(formatExactPrice(quantity * price))]
      .filter(Boolean)
      .join(', '),
  );
  const way = delivery_options.find(({ id }) => id === delivery_type_id)?.name;
  const cost = delivery && (delivery.final_price === 0 ? 'חינם' : isolate(formatExactPrice(delivery.final_price)));
  return [
    ...goods,
    ...(way && cost ? [`${way}: ${cost}`] : []),
    `${totalName(quote)}: ${isolate(formatExactPrice(total_order_price))}`,
  ].join('. ');
}

function Failure({ basket, onAgain }: { basket: PurchaseBasket; onAgain: () => void }) {
  const retry = () => {
    onAgain();
    void basket.change();
  };
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-md bg-warning-wash p-4">
      <p className="text-sm text-warning">לא הצלחנו לחשב את הסכום. מה שבחרתם והזנתם נשמר.</p>
      <Button size="sm" variant="secondary" busy={basket.calculating} onClick={retry}>
        <RotateCw aria-hidden className="size-4" /> ניסיון נוסף
      </Button>
    </div>
  );
}

const Lines = ({ quote }: { quote: Quote }) => (
  <ul className="grid gap-4">
    {quote.cart.map((item) => (
      <li
        key={`${item.id}/${item.configuration ?? ''}`}
        className="grid grid-cols-[5rem_1fr] items-start gap-4 sm:grid-cols-[6rem_1fr]"
      >
        <LinePicture item={item} sizes="96px" onGrey className="w-full" />
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-start gap-x-4 text-sm font-semibold">
            <p className="line-clamp-2 min-w-0 grow basis-24">
              <bdi>{keepNumber(item.name)}</bdi>
            </p>
            <Price value={item.quantity * item.price} />
          </div>
          <LineParts types={item.types} choices={item.choices} price={item.price} />
          {item.quantity > 1 && <p className="text-sm text-ink-3">כמות: {item.quantity}</p>}
        </div>
      </li>
    ))}
  </ul>
);

function Sums({ basket, quote, offer }: { basket: PurchaseBasket; quote: Quote; offer: PaymentOffer }) {
  const method = methodOf(basket, offer);
  const payments = paymentsOf(basket, offer);
  const each = perPayment(quote.total_order_price, payments);
  const dueNow = payNow(basket, offer);
  const isFinanced = method === 'financing';
  const isChosen = basket.choice.method !== null || basket.choice.reached > 3;
  const priced = {
    ...quote,
    // Beside `0 to pay now` a deposit would read as a further payment.
    ...(isFinanced && { deposit: null }),
    // What is paid in another way has no monthly sum.
    ...(isChosen && !isFinanced && { finance_plans: [] }),
  };
  const lines = linesOfBasket(priced, {
    total: quote.total_order_price,
    label: totalName(quote),
    terms: requestedFunding(basket),
  });
  return (
    <>
      <dl
        className={classNames(
          'grid gap-2 border-t border-line pt-5 text-sm transition-opacity',
          basket.calculating && 'opacity-50',
        )}
      >
        <TotalRow label="סכום ביניים">
          <Price value={quote.total_cart_price} />
        </TotalRow>
        <DiscountRows discounts={quote.order_discounts} />
        <TotalRow label="משלוח ומסירה">
          {quote.delivery ? (
            <DeliveryPrice price={quote.delivery.final_price} before={quote.delivery.first_price} />
          ) : (
            <span className="text-ink-3">{basket.choice.reached < 4 ? 'מחושב בהמשך' : 'לפי הבחירה'}</span>
          )}
        </TotalRow>
      </dl>
      <PriceCard
        lines={lines}
        className={classNames('border-t border-line pt-4 transition-opacity', basket.calculating && 'opacity-50')}
      />
      {(payments > 1 || method === 'deposit' || isFinanced) && (
        <dl className="grid gap-2 border-t border-line pt-3 text-sm">
          {payments > 1 && (
            <TotalRow label={`${payments} תשלומים ללא ריבית`} className="text-ink-2">
              {!each.exact && 'כ־'}
              <Price value={each.sum} />
            </TotalRow>
          )}
          {(method === 'deposit' || isFinanced) && (
            <TotalRow label="לתשלום עכשיו" className="text-base font-bold">
              <Price value={dueNow} />
            </TotalRow>
          )}
        </dl>
      )}
    </>
  );
}

const DeliveryPrice = ({ price, before }: { price: number; before: number }) =>
  price === 0 ? (
    <span className="inline-flex items-baseline gap-2">
      {before > 0 && (
        <del className="text-ink-3">
          <span className="sr-only">במקום </span>
          <Price value={before} />
        </del>
      )}
      <span className="font-medium text-success">חינם</span>
    </span>
  ) : (
    <Price value={price} />
  );
