import { RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { CartItem } from '#contract/checkout/cart-pricing.ts';
import { formatExactPrice, formatItems } from '#domain/text/format.ts';
import { productPath, variantQuery } from '#domain/text/links.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Empty } from '#ui/empty.tsx';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { useGo } from '#ui/hooks/use-go.ts';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/price.tsx';
import { useToast } from '#ui/toasts.tsx';
import { track } from '~/track.ts';
import { useTradeIn } from '../finance/chosen-trade-in.ts';
import PriceCard from '../finance/price-card.tsx';
import { WalletNote } from '../finance/wallets.tsx';
import OpenOrderStrip from '../order/open-order-strip.tsx';
import { isSameLine, type Line, withoutLine } from './basket.ts';
import { linesOfBasket } from './basket-price.ts';
import { useCart, useCartDrawer } from './cart.tsx';
import { CartLine, type LineFit } from './cart-line.tsx';
import { cart as basket, readCart } from './cart-store.ts';
import { CouponField } from './coupon-field.tsx';
import { FreeDelivery } from './free-delivery.tsx';
import { MissingLines, TELL_WHEN_BACK, wasShown } from './missing-lines.tsx';
import { beforeDelivery, DiscountRows, goodsTotal, TotalRow } from './totals.tsx';

export default function CartDrawer({ Fit }: { Fit: LineFit }) {
  const { open, setOpen } = useCartDrawer();
  const cart = useCart();
  const close = () => setOpen(false);
  const empty = cart.items.length === 0;
  const content = useRef<HTMLDivElement>(null);
  const noteRemoval = useFocusAfterRemoval(cart.items, content);

  // Back leads to another page, and the cart was opened on this one. What only changes the address of the same page
  // leaves it open.
  const { pathname } = useLocation();
  const openedOn = useRef(pathname);
  useEffect(() => {
    if (openedOn.current === pathname) return;
    openedOn.current = pathname;
    setOpen(false);
  }, [pathname, setOpen]);

  // Prices and stock may have moved since the cart was kept.
  const { change } = cart;
  useEffect(() => {
    if (!open) return;
    const { items, calculation } = basket.get();
    if (items.length > 0) track('cart-shown', { items, value: calculation.summary?.total_cart_price ?? 0 });
    void change();
  }, [open, change]);

  return (
    <Dialog
      open={open}
      onClose={close}
      title={cart.count > 0 ? `סל הקניות (${cart.count})` : 'סל הקניות'}
      from="end"
      width="w-full sm:w-[489px]"
      footer={!empty && <Footer onClose={close} />}
    >
      <Announcement />
      <OpenOrderStrip onLeave={close} />
      <div ref={content} tabIndex={-1} className="focus:outline-none">
        <Missing onLeave={close} onDone={() => content.current?.focus()} />
        {empty ? (
          <Empty drawing="bag" title="הסל שלכם ריק" action={<Button onClick={close}>המשך בקנייה</Button>}>
            מה שתוסיפו יחכה לכם כאן, גם אם תסגרו את הדף.
          </Empty>
        ) : (
          <div aria-busy={cart.calculating}>
            <Lines Fit={Fit} onLeave={close} removed={noteRemoval} />
            <div className="grid gap-5 border-t border-line px-5 py-5">
              <CouponField basket={basket} />
              <VehicleSums />
            </div>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** `removed` is called as a line goes together with the button that was pressed. */
function Lines({ Fit, onLeave, removed }: { Fit: LineFit; onLeave: () => void; removed: () => void }) {
  const cart = useCart();
  const toast = useToast();

  async function remove(item: CartItem) {
    // Pressed again before it has gone: it would be offered back twice.
    if (!basket.get().requested.lines.some((line) => isSameLine(line, item))) return;
    removed();
    const done = await cart.change(({ lines }) => ({ lines: withoutLine(lines, item) }), item.id);
    if (!done) return;
    const undo = () => void cart.add(item);
    toast({ kind: 'info', title: 'הפריט הוסר מהסל', action: { label: 'ביטול ההסרה', onPress: undo } });
  }

  function setQuantity(item: CartItem, quantity: number) {
    const failure = 'אירעה שגיאה בשינוי הכמות';
    if (!readCart()) return void toast({ kind: 'danger', title: failure });
    const changed = (line: Line) => (isSameLine(line, item) ? { ...line, quantity } : line);
    void cart.change(({ lines }) => ({ lines: lines.map(changed) }), item.id, failure);
  }

  return (
    <ul aria-label="פריטים בסל" className="divide-y divide-line px-5">
      {cart.items.map((item) => (
        <CartLine
          key={`${item.id}/${item.configuration ?? ''}`}
          item={item}
          Fit={Fit}
          onQuantity={(quantity) => (quantity === 0 ? remove(item) : setQuantity(item, quantity))}
          onRemove={() => remove(item)}
          onLeave={onLeave}
        />
      ))}
    </ul>
  );
}

/** What was sold out since it was put in, with its page, where a message can be asked for. */
function Missing({ onLeave, onDone }: { onLeave: () => void; onDone: () => void }) {
  const { missing, calculation } = useCart();
  const items = missing.filter(wasShown);
  if (items.length === 0) return null;
  function hide() {
    basket.replace(calculation);
    onDone();
  }
  return (
    <section aria-label="אזל מהסל" className="m-5 grid gap-4 rounded-lg bg-warning-wash p-4">
      <MissingLines
        items={items}
        action={({ slug, sku }) => (
          <Link to={`${productPath(slug.name)}${variantQuery(sku)}`} onClick={onLeave} className="underline">
            {TELL_WHEN_BACK}
          </Link>
        )}
      />
      <Button size="sm" variant="quiet" className="justify-self-end" onClick={hide}>
        הבנתי
      </Button>
    </section>
  );
}

/** What a vehicle costs besides the sum below, and the ways to pay it; nothing for other goods. */
function VehicleSums() {
  const { items, calculation } = useCart();
  const { summary } = calculation;
  // Another one, or none, is other lines.
  useTradeIn();
  if (!summary) return null;
  const lines = linesOfBasket({ ...summary, cart: items }, { total: goodsTotal(summary), label: 'מחיר' });
  if (lines.length < 2) return null;
  return <PriceCard lines={lines} className="rounded-lg bg-ground-2 p-4" />;
}

function Footer({ onClose }: { onClose: () => void }) {
  const { calculation, calculating, failed, change } = useCart();
  const { summary } = calculation;
  const go = useGo();
  const sums = useRef<HTMLDivElement>(null);
  const notePress = useFocusAfterRemoval([failed], sums);
  if (failed) {
    const retry = () => {
      notePress();
      void change();
    };
    return (
      // Else its button would become the one that leads to the purchase, with the focus on it.
      <div key="failed" className="grid justify-items-start gap-3 bg-warning-wash px-5 py-4">
        <p className="text-sm text-warning">לא הצלחנו לעדכן את המחירים. הפריטים שבסל נשמרו.</p>
        <Button size="sm" variant="secondary" onClick={retry} busy={calculating}>
          <RotateCw aria-hidden className="size-4" /> ניסיון נוסף
        </Button>
      </div>
    );
  }
  return (
    <div ref={sums} tabIndex={-1} className="grid gap-4 px-5 py-4 focus:outline-none">
      {summary && (
        <>
          <FreeDelivery offer={summary.free_delivery} />
          <dl
            className={
              calculating
                ? 'grid gap-1.5 text-sm opacity-50 transition-opacity'
                : 'grid gap-1.5 text-sm transition-opacity'
            }
          >
            {summary.total_cart_discounts > 0 && (
              <TotalRow label="סכום ביניים">
                <Price value={summary.total_cart_price} />
              </TotalRow>
            )}
            <DiscountRows discounts={summary.order_discounts} />
            <TotalRow label="משלוח ומסירה" className="text-ink-3">
              מחושב בהמשך
            </TotalRow>
            <TotalRow label={`סה״כ ${beforeDelivery(summary)}`} className="mt-1 text-lg font-bold">
              <Price value={goodsTotal(summary)} />
            </TotalRow>
          </dl>
          <WalletNote sum={goodsTotal(summary)} />
        </>
      )}
      <Button
        size="lg"
        wide
        busy={calculating}
        onClick={() => {
          onClose();
          go('/purchase');
        }}
      >
        המשך לרכישה
      </Button>
      <Button variant="quiet" wide onClick={onClose}>
        חזרה לחנות
      </Button>
    </div>
  );
}

/** Says the new count and sum after each calculation. */
function Announcement() {
  const { count, calculation, calculating } = useCart();
  const { summary } = calculation;
  const [text, setText] = useState('');
  useEffect(() => {
    if (count === 0) setText('הסל ריק');
    else if (!calculating && summary)
      setText(`${formatItems(count)} בסל, סה״כ ${formatExactPrice(goodsTotal(summary))} ${beforeDelivery(summary)}`);
  }, [calculating, count, summary]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
