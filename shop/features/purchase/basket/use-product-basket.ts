import { useCallback, useRef, useState } from 'react';
import type { SavedConfiguration } from '#contract/catalogue/configurator.ts';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import { chooseVariant } from '#domain/catalogue/variants.ts';
import { emptyContents, type Line } from '../../cart/basket.ts';
import { createBasket } from '../../cart/basket-store.ts';
import { writeProductUid } from '../../cart/cart-store.ts';
import { type PurchaseBasket, usePurchaseBasket } from './purchase-basket.ts';
import { choiceOf, contentsOf, readChoice, writeChoice } from './purchase-storage.ts';

export type ProductBasket = ReturnType<typeof useProductBasket>;

type Bought = {
  product: Product;
  /** The SKU of the address. */
  sku: string | null;
  configuration: SavedConfiguration | null;
};

/**
 * The purchase of one product, as it is or configured, with its extras. Its first line is the product's. It leaves the
 * cart alone.
 */
export function useProductBasket({ product, sku, configuration }: Bought) {
  const [store] = useState(() => createProductBasket({ product, sku, configuration }));

  // Reading the page anew (a sign-in, a refused way of payment) doesn't undo what was chosen since.
  const appliedSku = useRef<string | null>(null);
  const first = useCallback(() => {
    const requestedSku = sku === appliedSku.current ? null : sku;
    appliedSku.current = sku;
    writeProductUid(store.uid);
    store.load();
    const { lines } = store.get().requested;
    const [main, ...upsells] = lines;
    const isFree = requestedSku === null && configuration === null;
    if (isFree && product.variants.some(({ id }) => id === main?.id)) return { lines };
    const quantity = main?.quantity ?? 1;
    return { lines: [...mainLine({ product, sku: requestedSku, configuration }, quantity), ...upsells] };
  }, [store, product, sku, configuration]);

  const basket = usePurchaseBasket(store, first);
  const changeLines = (changed: (main: Line, upsells: Line[]) => Line[]) =>
    void basket.change(({ lines: [main, ...upsells] }) => (main ? { lines: changed(main, upsells) } : {}));
  const variants = variantsNow(product, basket);
  const { variant: chosen, reached } = basket.choice;
  return {
    ...basket,
    variants,
    variant: variants.find(({ id }) => id === chosen) ?? null,
    /** It was sold out after the shopper had gone on with it. */
    isLost: reached > 1 && basket.missing.some(({ id }) => id === chosen),
    changeMain: (patch: Partial<Line>) => changeLines((main, upsells) => [{ ...main, ...patch }, ...upsells]),
    setUpsells: (upsells: Line[]) => changeLines((main) => [main, ...upsells]),
  };
}

/** The product's variants, with what the sums have since said of those that were chosen. */
const variantsNow = ({ variants }: Product, { missing, quote }: PurchaseBasket): Variant[] =>
  variants.map((variant) => {
    if (missing.some(({ id }) => id === variant.id)) return { ...variant, available: false, last_pieces: null };
    return quote?.cart.some(({ id }) => id === variant.id) ? { ...variant, available: true } : variant;
  });

function createProductBasket(bought: Bought) {
  const code = bought.configuration?.code ?? null;
  // What `/purchase?uid=` names.
  const uid = code ?? bought.product.id;
  return createBasket({
    uid,
    requested: { ...emptyContents, lines: mainLine(bought, 1) },
    read() {
      const choice = readChoice(uid);
      return choice && { requested: contentsOf(choice, code) };
    },
    onEvent({ requested }, { type }) {
      if (type !== 'loaded') writeChoice({ uid, ...choiceOf(requested) });
    },
  });
}

/** None where there is no variant. */
function mainLine({ product, sku, configuration }: Bought, quantity: number): Line[] {
  if (configuration) {
    const { variant_id: id, code, price } = configuration;
    return id ? [{ id, quantity, configuration: code, price }] : [];
  }
  const variant = chooseVariant(product.variants, sku);
  return variant ? [{ id: variant.id, quantity, configuration: null, price: variant.price }] : [];
}
