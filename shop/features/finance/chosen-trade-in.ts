import { useMemo, useSyncExternalStore } from 'react';
import { toAgorot, toShekels } from '#domain/money/money.ts';
import { netPiece } from '#domain/money/trade-in-credit.ts';
import { createListeners } from '#ui/hooks/listeners.ts';
import { BUYER_KEYS, isObject, onStored, readValue, writeValue } from '../../browser-storage.ts';

/**
 * The offer for a used vehicle that the shopper wants for one vehicle: page, configurator, comparison, cart and
 * purchase show it. On the device; the server checks it when it is ordered with.
 */
export type ChosenTradeIn = {
  secret: string;
  /** What it is wanted for. */
  product: string;
  /** The lower end of the offer. Shekels. */
  low: number;
  expires_at: string;
};

/** The place of a vehicle's page where the credit stands: who has just chosen the offer is led there. */
export const CREDIT = 'credit';

const isChosen = (value: unknown): value is ChosenTradeIn =>
  isObject(value) &&
  typeof value.secret === 'string' &&
  typeof value.product === 'string' &&
  typeof value.low === 'number' &&
  Date.parse(String(value.expires_at)) > Date.now();

const { notify, subscribe } = createListeners();

export const readTradeIn = (): ChosenTradeIn | null => readValue(BUYER_KEYS.tradeIn, isChosen);

/** `null`: none any more. */
export function chooseTradeIn(chosen: ChosenTradeIn | null): void {
  writeValue(BUYER_KEYS.tradeIn, chosen);
  notify();
}

/** What is chosen, once the server has told how its offer stands now; `null`: it is no offer any more. */
export function refreshTradeIn(secret: string, offer: Pick<ChosenTradeIn, 'low' | 'expires_at'> | null): void {
  const chosen = readTradeIn();
  if (chosen?.secret !== secret) return;
  if (!offer) chooseTradeIn(null);
  else if (offer.low !== chosen.low || offer.expires_at !== chosen.expires_at)
    chooseTradeIn({ ...chosen, low: offer.low, expires_at: offer.expires_at });
}

function watch(tell: () => void): () => void {
  const leave = subscribe(tell);
  const stop = onStored(tell);
  return () => {
    leave();
    stop();
  };
}

/** Equal while it stands for the same. */
const snapshot = (): string => JSON.stringify(readTradeIn());

export function useTradeIn(): ChosenTradeIn | null {
  const text = useSyncExternalStore(watch, snapshot, () => 'null');
  return useMemo(() => JSON.parse(text) as ChosenTradeIn | null, [text]);
}

export function useChosenTradeIn(product: string): ChosenTradeIn | undefined {
  const chosen = useTradeIn();
  return chosen?.product === product ? chosen : undefined;
}

type Item = { product_uid: string; price: number; quantity: number; discount: number };

/** For the cards of a basket: the offer with what the vehicle costs that it is for. Shekels. */
export function tradeInOfBasket(items: Item[]): { low: number; piece: number } | null {
  const chosen = readTradeIn();
  const item = chosen && items.find(({ product_uid }) => product_uid === chosen.product);
  if (!item) return null;
  const { price, quantity, discount } = item;
  const piece = netPiece({ priceAgorot: toAgorot(price), quantity, discountAgorot: toAgorot(discount) });
  return { low: chosen.low, piece: toShekels(piece) };
}

/** The offer that the page shows, for the order. */
export function tradeInForOrder(items: Pick<Item, 'product_uid'>[], shown: ChosenTradeIn | null) {
  const isBought = items.some(({ product_uid }) => product_uid === shown?.product);
  return shown && isBought ? { secret: shown.secret, product_uid: shown.product, low: shown.low } : null;
}
