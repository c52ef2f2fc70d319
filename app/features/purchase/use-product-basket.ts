import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Product, Variant } from '#contract/products.ts';
import type { CalcCart } from '#contract/sales.ts';
import { chooseVariant } from '#domain/variants.ts';
import { call, messageOf } from '~/api.ts';
import { useToast } from '~/ui/toasts.tsx';
import { type Basket, emptyChoice, type Quote } from './basket.ts';
import { type Choice, readChoice, writeChoice, writeProductUid } from './purchase-storage.ts';

export type ProductBasket = Basket & {
  variant: Variant | null;
  /** Changes what is bought and asks for the new sums. `false` when the server objected. */
  change: (patch: Partial<Choice>) => Promise<boolean>;
};

type State = { quote: Quote | null; calculating: boolean; failed: boolean };

/** The purchase of one product with its extras; `wanted` is the SKU it was asked for by. It leaves the cart alone. */
export function useProductBasket(product: Product, wanted: string | null): ProductBasket {
  const toast = useToast();
  const [ready, setReady] = useState(false);
  const [choice, setChoice] = useState<Choice>(() => firstChoice(product, wanted));
  const [state, setState] = useState<State>({ quote: null, calculating: false, failed: false });
  const latest = useRef(choice);
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

  const change = useCallback(
    async (patch: Partial<Choice>) => {
      keep(patch);
      const mine = ++turn.current;
      const lines = linesOf(latest.current);
      if (lines.length === 0) {
        setState({ quote: null, calculating: false, failed: false });
        return true;
      }
      setState((before) => ({ ...before, calculating: true }));
      try {
        const { coupons, delivery } = latest.current;
        const reply = await call('POST /api/sales/calc-cart', {
          body: { cart: lines, coupons: coupons.map((code) => ({ code })), delivery_type_id: delivery },
        });
        if (mine !== turn.current) return true;
        takeOver(reply);
        for (const error of reply.errors) toast({ kind: 'danger', title: error.error_code, text: error.message });
        return reply.errors.length === 0;
      } catch (error) {
        if (mine !== turn.current) return true;
        setState((before) => ({ ...before, calculating: false, failed: true }));
        toast({ kind: 'danger', title: messageOf(error) });
        return false;
      }
    },
    [keep, takeOver, toast],
  );

  useEffect(() => {
    const kept = readChoice(product.id);
    const known = wanted === null ? product.variants.find(({ id }) => id === kept?.variant) : undefined;
    const variant = known ?? chooseVariant(product.variants, wanted);
    writeProductUid(product.id);
    setReady(true);
    void change({ ...kept, variant: variant?.id ?? null });
  }, [product, wanted, change]);

  return useMemo(
    () => ({
      ready,
      choice,
      ...state,
      variant: product.variants.find(({ id }) => id === choice.variant) ?? null,
      change,
      takeOver,
      note: keep,
      addCoupon: (code: string) => change({ coupons: [...latest.current.coupons, code] }),
      removeCoupon: (code: string) => change({ coupons: latest.current.coupons.filter((kept) => kept !== code) }),
      setDelivery: (delivery: string) => change({ delivery }),
      retry: () => change({}),
    }),
    [ready, choice, state, product, change, takeOver, keep],
  );
}

const firstChoice = (product: Product, wanted: string | null): Choice => ({
  ...emptyChoice(product.id),
  variant: chooseVariant(product.variants, wanted)?.id ?? null,
});

const linesOf = ({ variant, quantity, upsells }: Choice): { id: string; quantity: number }[] =>
  variant === null || quantity === 0 ? [] : [{ id: variant, quantity }, ...upsells];

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
