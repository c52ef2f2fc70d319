import { useEffect, useRef } from 'react';
import type { CalcCart, CartItem } from '#contract/checkout/cart-pricing.ts';
import { Button } from '#ui/button.tsx';
import { Price, PriceWithOld } from '#ui/price.tsx';
import { REMOVED } from '../../cart/missing-lines.tsx';
import { StockAlertButton } from '../../product/buy/stock-alert-button.tsx';
import type { Quote } from './purchase-basket.ts';

/** `isDeposit`: what is paid now is the deposit alone. */
type Shown = { before: Quote; after: CalcCart; isDeposit: boolean };
type Props = Shown & { onConfirm: () => void; onBack: () => void };

/** The total moved between what the shopper saw and the order: says what changed and asks again. */
export function CartChanged({ onConfirm, onBack, ...shown }: Props) {
  const { before, after } = shown;
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const changes = changesOf(shown);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      role="alertdialog"
      aria-labelledby="changed-title"
      aria-describedby="changed-what"
      className="grid gap-4 rounded-xl bg-warning-wash p-5 focus:outline-none lg:p-7"
    >
      <h2 id="changed-title" className="text-xl">
        {titleOf(shown)}
      </h2>
      <ul id="changed-what" className="grid gap-2">
        {changes.map(({ what, from, to, note, gone }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have one name, and the list never moves
          <li key={i} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>
              <bdi>{what}</bdi>
              {note && <span className="text-ink-2"> – {note}</span>}
            </span>
            {gone && <StockAlertButton of={gone} size="sm" variant="secondary" />}
            {to !== undefined && from !== undefined && <Change from={from} to={to} />}
          </li>
        ))}
      </ul>
      {after.delivery ? (
        <>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line-strong pt-3 text-lg font-bold">
            סה״כ לתשלום{' '}
            {before.total_order_price === after.total_order_price ? (
              <Price value={after.total_order_price} />
            ) : (
              <Change from={before.total_order_price} to={after.total_order_price} />
            )}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={onConfirm}>{isSameSum(shown) ? 'אישור' : 'אישור הסכום החדש'}</Button>
            <Button variant="quiet" onClick={onBack}>
              חזרה לפרטים
            </Button>
          </div>
        </>
      ) : (
        // Its price is part of the sum: there is none to confirm before another one is chosen.
        <>
          <p>הסכום החדש ייקבע אחרי שתבחרו שיטת משלוח אחרת.</p>
          <Button onClick={onBack} className="justify-self-start">
            חזרה לפרטים
          </Button>
        </>
      )}
    </section>
  );
}

const Change = ({ from, to }: { from: number; to: number }) =>
  to < from ? (
    <PriceWithOld value={to} old={from} oldClassName="text-sm font-normal" />
  ) : (
    <span className="inline-flex items-baseline gap-2">
      <span className="sr-only">המחיר החדש: </span>
      <Price value={to} />
      <span className="sr-only">במקום </span>
      <s className="text-sm font-normal text-ink-2">
        <Price value={from} />
      </s>
    </span>
  );

type What = { what: string; from?: number; to?: number; note?: string; gone?: CartItem };

const isSameSum = ({ before, after, isDeposit }: Shown) =>
  before.total_order_price === after.total_order_price && !(isDeposit && before.deposit !== after.deposit);

function titleOf(shown: Shown): string {
  if (!isSameSum(shown)) return 'הסכום לתשלום השתנה';
  return depositChanges(shown).length > 0 ? 'אופן התשלום השתנה' : 'ההזמנה השתנתה';
}

function changesOf(shown: Shown): What[] {
  const { before, after } = shown;
  const lines = before.cart.flatMap((old): What[] => {
    const newLine = after.cart.find(({ id, configuration }) => id === old.id && configuration === old.configuration);
    const lineAfter = newLine ?? after.cart.find(({ id, configuration }) => id === old.id && configuration === null);
    if (!lineAfter) return [{ what: old.name, note: REMOVED, gone: old }];
    const quantity = lineAfter.quantity === old.quantity ? undefined : `הכמות עודכנה ל־${lineAfter.quantity}`;
    const note = newLine ? quantity : 'ההרכבה כבר אינה אפשרית, והפריט חזר לגרסה הבסיסית';
    if (lineAfter.price === old.price) return note ? [{ what: old.name, note }] : [];
    return [{ what: old.name, from: old.price, to: lineAfter.price, note }];
  });
  const coupons = before.coupons
    .filter(({ code }) => !after.coupons.some((coupon) => coupon.code === code))
    .map(({ code }): What => ({ what: `קופון ${code}`, note: 'אינו תקף עוד' }));
  const discounts: What[] =
    coupons.length === 0 && before.total_cart_discounts !== after.total_cart_discounts
      ? [{ what: 'הנחות', from: before.total_cart_discounts, to: after.total_cart_discounts }]
      : [];
  const [from, to] = [before.delivery?.final_price, after.delivery?.final_price];
  const delivery: What[] =
    from === to ? [] : [{ what: 'משלוח', from, to, note: to === undefined ? 'שיטת המשלוח אינה זמינה עוד' : undefined }];
  return [...lines, ...coupons, ...discounts, ...delivery, ...depositChanges(shown)];
}

/** Of who pays one. */
function depositChanges({ before, after, isDeposit }: Shown): What[] {
  if (!isDeposit) return [];
  const note =
    before.deposit_kind === after.deposit_kind
      ? undefined
      : after.deposit_kind === 'charge'
        ? 'מחויבים מיד, ולא רק נשמרים כמסגרת בכרטיס'
        : 'נשמרים כמסגרת בכרטיס, ולא מחויבים מיד';
  const [from, to] = [before.deposit ?? undefined, after.deposit ?? undefined];
  return from === to && !note ? [] : [{ what: 'דמי שריון', ...(from !== to && { from, to }), note }];
}
