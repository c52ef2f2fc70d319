import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import type { PriceLine } from '#domain/catalogue/product-page/price-card.ts';
import { toAgorot } from '#domain/money/money.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { linesOfBasket } from '../../shop/features/cart/basket-price.ts';

type Note = (figure: { where: string; is: unknown; wanted: unknown }) => void;

/** The figures of a card in agorot, by its lines. */
const figuresOf = (card: PriceLine[], keys: PriceLine['key'][]) =>
  keys.map((key) => [key, card.filter((line) => line.key === key).map(({ value }) => toAgorot(value ?? -1))]);

/** The page's first card prints every line of the vehicle, and the parts of the price on the road add up. */
export function comparePageCard(text: string, card: PriceLine[], note: Note): void {
  const [, printed = ''] = /class="product-buy"([\s\S]*?)<ul/.exec(text) ?? [];
  for (const { key, value, parts } of card) {
    const [, line = ''] = new RegExp(`data-line="${key}"([\\s\\S]*?)(?=data-line=|$)`).exec(printed) ?? [];
    note({ where: `card prints ${key}`, is: line.includes(`>${formatExactPrice(value ?? -1)}<`), wanted: true });
    if (!parts) continue;
    const sum = parts.reduce((all, { price }) => all + toAgorot(price), 0);
    note({ where: 'parts of the price on the road', is: sum, wanted: toAgorot(value ?? -1) });
  }
  const keys = [...printed.matchAll(/data-line="(\w+)"/g)].map(([, key]) => key);
  note({ where: 'lines of the card', is: keys, wanted: card.map(({ key }) => key) });
}

/** The lower end of an offer for a used vehicle, in shekels: above some vehicles' prices, below others'. */
export const USED = { low: 30_000 };

/** What a vehicle costs is the same once it is in the cart, where the fees are a line of their own. */
export function compareBasketCard(card: PriceLine[], shown: CalcCart, note: Note): void {
  const total = (toAgorot(shown.total_cart_price) - toAgorot(shown.total_cart_discounts)) / 100;
  const piece = card.find(({ key }) => key === 'cash')?.value ?? 0;
  const basket = linesOfBasket(shown, { total, label: 'סה״כ', tradeIn: { ...USED, piece } });
  const credit = Math.min(toAgorot(USED.low), toAgorot(piece), toAgorot(total));
  note({
    where: 'card of the cart, used vehicle',
    is: figuresOf(basket, ['cash', 'trade_in', 'after_trade_in']),
    wanted: [
      ['cash', [toAgorot(total)]],
      ['trade_in', [-credit]],
      ['after_trade_in', [toAgorot(total) - credit]],
    ],
  });
  const fees = shown.road_fees.reduce((sum, { price }) => sum + toAgorot(price), 0);
  note({
    where: 'card of the cart, fees',
    is: figuresOf(basket, ['cash', 'fees', 'road']),
    wanted: [
      ['cash', [toAgorot(total)]],
      ['fees', fees > 0 ? [fees] : []],
      ['road', fees > 0 ? [toAgorot(total) + fees] : []],
    ],
  });
  if (shown.cart.length > 1 || shown.total_cart_discounts > 0 || shown.delivery?.final_price) return;
  const keys: PriceLine['key'][] = ['cash', 'monthly', 'road', 'deposit', 'trade_in', 'after_trade_in'];
  note({ where: 'card of the cart', is: figuresOf(basket, keys), wanted: figuresOf(card, keys) });
}
