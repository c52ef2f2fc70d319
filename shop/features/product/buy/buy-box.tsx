import { ShoppingBag } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import { Button, buttonLook } from '#ui/button.tsx';
import { loadChunk } from '#ui/hooks/load-chunk.ts';
import { useGo } from '#ui/hooks/use-go.ts';
import { usePageLeft } from '#ui/hooks/use-page-left.ts';
import { lazyPart, lazyPartOf, pagePart } from '#ui/lazy-part.tsx';
import { useToast } from '#ui/toasts.tsx';
import { useCart, useCartDrawer } from '../../cart/cart.tsx';
import type { Notes } from '../hero-notes.tsx';
import { loadHeroParts } from '../load-hero-parts.ts';
import { SIZE_ID } from './variant-links.tsx';

const VehiclePrice = pagePart(loadHeroParts, (parts) => parts.VehiclePrice);
const VehicleActions = pagePart(loadHeroParts, (parts) => parts.VehicleActions);
const Unavailable = lazyPart(() => import('./unavailable.tsx'));
const StockLine = lazyPartOf(loadHeroParts, (parts) => parts.StockLine);

/** The buy buttons; the sticky bar replaces them while they are out of sight. */
export const BUY_ACTIONS_ID = 'buy-actions';

/** What the shopper has put together on the page; shekels. */
export type Chosen = { choices: string[]; variant: string; price: number };

/**
 * Actions for this variant, or for the configuration of it: buy now, add to cart, or a lead where it can't be
 * bought.
 */
export function useBuying(product: Product, variant: Variant, configured: Chosen | null) {
  const cart = useCart();
  const { setOpen } = useCartDrawer();
  const go = useGo();
  const toast = useToast();
  const navigate = useNavigate();
  const quote = useSearchParams()[0].get('quote');
  const [busy, setBusy] = useState<'add' | 'buy' | null>(null);
  const left = usePageLeft();

  /** A configuration is bought by its code. Back finds it in the URL. */
  async function saveGoods() {
    if (!configured) return { id: variant.id, configuration: null };
    const { saveConfigured } = await loadChunk(() => import('./save-configured.ts'));
    const savedGoods = await saveConfigured({ product, choices: configured.choices, quote }, toast);
    if (savedGoods && !left.current) await navigate(savedGoods.path, { replace: true, preventScrollReset: true });
    return savedGoods;
  }

  async function add() {
    setBusy('add');
    const goods = await saveGoods();
    if (goods && (await cart.add({ ...goods, quantity: 1, price: (configured ?? variant).price }))) setOpen(true);
    setBusy(null);
  }
  async function buy(method?: 'deposit') {
    const plain = { uid: product.id, variant: variant.sku };
    setBusy('buy');
    const goods = await saveGoods();
    setBusy(null);
    if (left.current || !goods) return;
    go(
      `/purchase?${new URLSearchParams({ ...(goods.configuration ? { uid: goods.configuration } : plain), ...(quote && { quote }), ...(method && { method }) })}`,
    );
  }
  return { add, buy, busy };
}

/** Leads to the sizes; pressed again it says again what is missing. */
export const ChooseSize = (look: Parameters<typeof buttonLook>[0]) => (
  <a href={`#${SIZE_ID}`} className={buttonLook(look)}>
    לבחירת מידה
  </a>
);

/** What the price card is of: the variant, or the configuration of it. */
export const pricedOf = (variant: Variant, configured: Chosen | null) =>
  configured ? { label: 'ההרכבה שבחרתם', price: configured.price, available: variant.available } : variant;

type Props = {
  product: Product;
  variant: Variant;
  sizeIsOpen: boolean;
  configured: Chosen | null;
  notes: Notes;
};

export function BuyBox({ product, variant, sizeIsOpen, configured, notes }: Props) {
  const { add, buy, busy } = useBuying(product, variant, configured);
  const { isVehicle } = notes;
  // The same one at each rendering: a part that isn't alive yet would be built anew.
  const buying = useRef(buy);
  buying.current = buy;
  const [opened] = useState(`${variant.id} ${sizeIsOpen}`);
  const priced = useMemo(() => pricedOf(variant, configured), [variant, configured]);
  return (
    <div className="product-buy">
      <VehiclePrice product={product} of={priced} part="price" />
      <div id={BUY_ACTIONS_ID}>
        {sizeIsOpen ? (
          <ChooseSize size="lg" wide />
        ) : priced.available ? (
          <>
            <noscript>
              <p className="mb-2 rounded-md bg-warning-wash px-4 py-3 font-medium text-warning">
                לקנייה באתר יש להפעיל <bdi>JavaScript</bdi>, או להזמין בטלפון
              </p>
            </noscript>
            <Button size="lg" wide busy={busy === 'buy'} onClick={() => buy()}>
              {isVehicle ? 'להזמנה' : 'קנייה מיידית'}
            </Button>
          </>
        ) : (
          <Unavailable {...{ product, variant }} />
        )}
      </div>
      <VehiclePrice product={product} of={priced} part="terms" />
      {!sizeIsOpen && priced.available && (
        <div className="flex flex-wrap justify-between gap-2">
          {isVehicle && <VehicleActions {...{ product, notes, buying }} price={priced.price} />}
          <Button
            size={isVehicle ? 'md' : 'lg'}
            wide={!notes.tradeIn}
            variant={isVehicle ? 'quiet' : 'secondary'}
            className={isVehicle ? '-me-3 px-3!' : ''}
            busy={busy === 'add'}
            onClick={add}
          >
            <ShoppingBag aria-hidden className="size-5" />
            הוספה לסל
          </Button>
        </div>
      )}
      <StockLine {...{ product, variant, configured, sizeIsOpen, opened, notes }} />
    </div>
  );
}
