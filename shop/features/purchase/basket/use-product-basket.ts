import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SavedConfiguration } from '#contract/catalogue/configurator.ts';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import type { CalcCart } from '#contract/checkout/sales.ts';
import { chooseVariant } from '#domain/catalogue/variants.ts';
import { useToast } from '#ui/toasts.tsx';
import { messageOf } from '~/api.ts';
import { askCart } from '../../cart/ask-cart.ts';
import { type Basket, emptyChoice, type Place, type Quote } from './basket.ts';
import { type Choice, readChoice, writeChoice, writeProductUid } from './purchase-storage.ts';
import { useStanding } from './use-standing.ts';

export type ProductBasket = Basket & {
  variant: Variant | null;
  /** Changes what is bought and asks for the new sums. `false` when the server objected. */
  change: (patch: Partial<Choice>) => Promise<boolean>;
};

type State = { quote: Quote | null; calculating: boolean; failed: boolean };

type Bought = {
  product: Product;
  /** The SKU that it was asked for by. */
  wanted: string | null;
  configuration: SavedConfiguration | null;
};

/** The purchase of one product, as it is or configured, with its extras. It leaves the cart alone. */
export function useProductBasket({ product, wanted, configuration }: Bought): ProductBasket {
  const toast = useToast();
  const [ready, setReady] = useState(false);
  const [choice, setChoice] = useState<Choice>(() => firstChoice({ product, wanted, configuration }));
  const [state, setState] = useState<State>({ quote: null, calculating: false, failed: false });
  const latest = useRef(choice);
  const place = useRef<Place | null>(null);
  const turn = useRef(0);

  const keep = useCallback((patch: Partial<Choice>) => {
    latest.current = { ...latest.current, ...patch };
    setChoice(latest.current);
    writeChoice(latest.current);
  }, []);

  const takeOver = useCallback(
    ({ errors: _, ...quote }: CalcCart) => {
      setState({ quote, calculating: false, failed: false });
      keep(settled(latest.current, quote));
    },
    [keep],
  );

  /** @returns what the server objected to; nothing of an answer that a later one has overtaken. @throws ApiError */
  const ask = useCallback(
    async (patch: Partial<Choice>): Promise<CalcCart['errors']> => {
      keep(patch);
      const mine = ++turn.current;
      const lines = linesOf(latest.current, configuration);
      if (lines.length === 0) {
        setState({ quote: null, calculating: false, failed: false });
        return [];
      }
      setState((before) => ({ ...before, calculating: true }));
      try {
        const { coupons, delivery } = latest.current;
        const reply = await askCart({
          cart: lines,
          coupons: coupons.map((code) => ({ code })),
          delivery_type_id: delivery,
          address: place.current,
        });
        if (mine !== turn.current) return [];
        takeOver(reply);
        return reply.errors;
      } catch (error) {
        if (mine !== turn.current) return [];
        setState((before) => ({ ...before, calculating: false, failed: true }));
        throw error;
      }
    },
    [configuration, keep, takeOver],
  );

  const change = useCallback(
    async (patch: Partial<Choice>) => {
      try {
        const errors = await ask(patch);
        for (const error of errors) toast({ kind: 'danger', title: error.message, code: error.error_code });
        return errors.length === 0;
      } catch (error) {
        toast({ kind: 'danger', title: messageOf(error) });
        return false;
      }
    },
    [ask, toast],
  );

  const { isFree } = useStanding();
  useEffect(() => {
    // What an open order holds would be missing here.
    if (!isFree) return;
    const uid = uidOf({ product, configuration });
    const kept = readChoice(uid);
    const first = firstChoice({ product, wanted, configuration });
    const free = wanted === null && configuration === null;
    const known = free ? product.variants.find(({ id }) => id === kept?.variant) : undefined;
    writeProductUid(uid);
    setReady(true);
    void change({ ...kept, variant: known?.id ?? first.variant });
  }, [isFree, product, wanted, configuration, change]);

  return useMemo(
    () => ({
      ready,
      choice,
      ...state,
      variant: product.variants.find(({ id }) => id === choice.variant) ?? null,
      change,
      takeOver,
      note: keep,
      addCoupon: (code: string) => ask({ coupons: [...latest.current.coupons, code] }),
      removeCoupon: (code: string) => change({ coupons: latest.current.coupons.filter((kept) => kept !== code) }),
      setDelivery: (delivery: string) => change({ delivery }),
      setPlace: (next: Place) => {
        place.current = next;
        return change({});
      },
      retry: () => change({}),
    }),
    [ready, choice, state, product, ask, change, takeOver, keep],
  );
}

/** What `/purchase?uid=` names: the product, or a configuration of it. */
const uidOf = ({ product, configuration }: Omit<Bought, 'wanted'>): string => configuration?.code ?? product.id;

const firstChoice = ({ product, wanted, configuration }: Bought): Choice => ({
  ...emptyChoice(uidOf({ product, configuration })),
  variant: configuration ? configuration.variant_id : (chooseVariant(product.variants, wanted)?.id ?? null),
});

const linesOf = ({ variant, quantity, upsells }: Choice, configuration: SavedConfiguration | null) =>
  variant === null || quantity === 0
    ? []
    : [{ id: variant, quantity, configuration: configuration?.code ?? null }, ...upsells];

/** The choice, as far as the server let it stand. */
function settled({ variant, quantity, upsells }: Choice, quote: Quote): Partial<Choice> {
  const quantityOf = (id: string | null) => quote.cart.find((item) => item.id === id)?.quantity;
  return {
    quantity: quantityOf(variant) ?? quantity,
    upsells: upsells.flatMap(({ id }) => {
      const left = quantityOf(id);
      return left === undefined ? [] : [{ id, quantity: left }];
    }),
    coupons: quote.coupons.map(({ code }) => code),
    delivery: quote.delivery_type_id,
  };
}
