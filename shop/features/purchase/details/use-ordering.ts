import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CalcCart, DeliveryOption } from '#contract/checkout/cart-pricing.ts';
import type { CreateOrderBody } from '#contract/checkout/orders.ts';
import { useToast } from '#ui/toasts.tsx';
import { type ApiError, messageOf } from '~/api.ts';
import type { AddressName } from '../../address/address-fields.tsx';
import { calculationOf } from '../../cart/basket-store.ts';
import { type ChosenTradeIn, chooseTradeIn, refreshTradeIn, tradeInForOrder } from '../../finance/chosen-trade-in.ts';
import { isAsShown } from '../../finance/shown-figures.ts';
import type { PurchaseBasket, Quote } from '../basket/purchase-basket.ts';
import { usePurchaseState } from '../basket/purchase-state.ts';
import { type CustomerForm, readProof, writeProof } from '../basket/purchase-storage.ts';
import { fundingOf, keepFunding } from '../payment/funding.ts';
import { methodOf, needsProof, type PaymentOffer, paymentsOf, payNow, walletOf } from '../payment/payment-methods.ts';
import { errorsFromServer } from './customer-form-errors.ts';
import type { FormState } from './use-customer-form.ts';

/** What is asked before an order is sent (again). */
type Prompt =
  /** The total moved between cart and order. */
  | { name: 'changed'; before: Quote; after: CalcCart; isDeposit: boolean }
  /** Nothing is to be paid now, and the goods are held only once the phone is proved. */
  | { name: 'proof'; body: CreateOrderBody };

/** As long as a code is good, a reload comes back to where it is typed. Milliseconds. */
const PROOF_LASTS = 300_000;

/** Whether the page shows another purchase by now than the one that was asked about, such as with one more coupon. */
function isOfAnother(prompt: Prompt, quote: Quote): boolean {
  if (prompt.name === 'proof') return orderedOf(prompt.body) !== orderedOf(quote);
  // Without a delivery there is no sum to confirm.
  return prompt.after.delivery !== null && orderedOf(prompt.after) !== orderedOf(quote);
}

const orderedOf = (
  order: Pick<CreateOrderBody, 'cart' | 'coupons' | 'delivery_type_id' | 'total_order_price'> | Quote,
) =>
  JSON.stringify([
    order.cart.map(({ id, quantity, configuration, price }) => [id, quantity, configuration, price]),
    order.coupons?.map(({ code }) => code),
    order.delivery_type_id,
    order.total_order_price,
  ]);

type OfferNow = Pick<ChosenTradeIn, 'low' | 'expires_at'>;
type Details = {
  basket: PurchaseBasket;
  offer: PaymentOffer;
  tradeIn: ChosenTradeIn | null;
  delivery: DeliveryOption | null;
  state: FormState;
};
export type Ordering = ReturnType<typeof useOrdering>;

/** From details as typed to an order that is sent, with everything that may come in between. */
export function useOrdering({ basket, offer, tradeIn, delivery, state }: Details) {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const { place, placing } = usePurchaseState();
  /** Tries in a row that were refused, here or by the server. */
  const [refusedTries, setRefusedTries] = useState(0);
  /** Why the server refused, where no field is to blame. */
  const [refusal, setRefusal] = useState<string>();
  const [confirmed, setConfirmed] = useState(false);
  const [prompt, setShownPrompt] = useState<Prompt | null>(null);
  const keeping = useRef(false);
  const isNew = offer.settings.step_4 === 'new';
  const { quote } = basket;
  const isOutdated = prompt !== null && quote !== null && isOfAnother(prompt, quote);
  const orderOf = (quote: Quote, delivery: DeliveryOption) =>
    orderBody({ basket, quote, delivery, form: state.form, offer, tradeIn });
  /** What would be ordered now, with its financing. */
  const shownOrder = quote && delivery && JSON.stringify([orderOf(quote, delivery), fundingOf(basket)]);
  const isProofNeeded =
    (offer.buyer.guest || offer.buyer.customer !== null) && needsProof(basket, offer, state.form.phone);

  const setPrompt = useCallback((next: Prompt | null, shownOrder: string | null = null) => {
    setShownPrompt(next);
    writeProof(
      next?.name === 'proof' && shownOrder !== null ? { body: next.body, shown: shownOrder, at: Date.now() } : null,
    );
  }, []);

  useEffect(() => {
    if (!isOutdated || placing) return;
    setPrompt(null);
    toast({ kind: 'info', title: 'ההזמנה השתנתה', text: 'בדקו את הסיכום ואשרו שוב.' });
  }, [isOutdated, placing, toast, setPrompt]);

  // The page was loaded anew where a code is typed: the same is ordered, so that no further consent is needed.
  useEffect(() => {
    const proof = isProofNeeded ? readProof() : null;
    if (proof && proof.shown === shownOrder && Date.now() - proof.at < PROOF_LASTS)
      setShownPrompt({ name: 'proof', body: proof.body });
  }, [isProofNeeded, shownOrder]);
  // Only a page that is loaded anew comes back to it: who left the step, and comes by Back or Forward, presses the
  // button again.
  useEffect(() => () => writeProof(null), []);

  /** @returns whether every field is valid; shows what isn't */
  function check(ignore: 'terms'[]): boolean {
    const valid = Object.keys(state.check(ignore)).length === 0;
    setRefusal(undefined);
    setRefusedTries((times) => (valid ? 0 : times + 1));
    return valid;
  }

  function confirm() {
    if (check(['terms'])) setConfirmed(true);
  }

  function edit() {
    setConfirmed(false);
    setPrompt(null);
  }

  async function order() {
    if (placing || keeping.current || !quote) return;
    if (!check([]) || !delivery) {
      // What has become wrong since is corrected in the form; the terms stand beside the button.
      if (Object.keys(state.check(['terms'])).length > 0) edit();
      return;
    }
    keeping.current = true;
    const body = await withFunding(orderOf(quote, delivery), quote);
    keeping.current = false;
    if (!body) return;
    if (needsProof(basket, offer, body.customer.phone)) setPrompt({ name: 'proof', body }, shownOrder);
    else await send(body, quote);
  }

  /**
   * The order with the financing that stands on the page; `null`: today it is another, which the page now shows
   * instead.
   */
  async function withFunding(body: CreateOrderBody, before: Quote): Promise<CreateOrderBody | null> {
    const funding = body.payment_method === 'financing' ? fundingOf(basket) : null;
    if (!funding) return body;
    try {
      const keptQuote = await keepFunding(body, funding);
      const bodyWithQuote = { ...body, finance_quote_uid: keptQuote.uid };
      if (isAsShown(keptQuote.quote, funding)) return bodyWithQuote;
      if (keptQuote.quote.price !== body.total_order_price) {
        // Sent as it is, the order is refused with all that has moved, before a proof of the phone is required.
        await send(bodyWithQuote, before);
        return null;
      }
      toast({ kind: 'info', title: 'תנאי המימון התעדכנו', text: 'בדקו אותם בסיכום ואשרו שוב.' });
      void basket.change();
    } catch (error) {
      toast({ kind: 'danger', title: messageOf(error) });
    }
    return null;
  }

  async function send(body: CreateOrderBody, before: Quote) {
    setPrompt(null);
    const error = await place(body);
    if (error) onRefused(error.reply, body, before);
  }

  function onRefused(
    { error_code, details, fields, message }: ApiError['reply'],
    body: CreateOrderBody,
    before: Quote,
  ) {
    if (error_code === 'PHONE_NOT_PROVED' || (body.phone_ticket && error_code === 'TICKET_INVALID'))
      return setPrompt({ name: 'proof', body }, shownOrder);
    if (error_code === 'CART_CHANGED') {
      const after = details as CalcCart;
      basket.store.refuse(calculationOf(after));
      return setPrompt({ name: 'changed', before, after, isDeposit: body.payment_method === 'deposit' });
    }
    // The next press orders without it, and the cards no longer show it.
    if (error_code === 'TRADE_IN_UNUSABLE') chooseTradeIn(null);
    if (error_code === 'TRADE_IN_CHANGED') refreshTradeIn(body.trade_in?.secret ?? '', details as OfferNow);
    // The store takes other ways, or lenders have other terms by now, and the page shows which.
    if (error_code === 'PAYMENT_METHOD_UNAVAILABLE' || error_code === 'FINANCE_QUOTE_CHANGED') {
      void revalidate();
      void basket.change();
    }
    state.show(errorsFromServer(fields ?? []));
    setConfirmed(false);
    setRefusal(message);
    setRefusedTries((times) => times + 1);
  }

  function submit(action: () => unknown) {
    return (event: FormEvent) => {
      event.preventDefault();
      void action();
    };
  }

  return {
    isNew,
    placing,
    prompt,
    sent: refusedTries,
    refusal,
    /** The details stand as a summary. */
    collapsed: prompt !== null || (isNew && (confirmed || placing)),
    order,
    onConfirm: submit(confirm),
    onOrder: submit(order),
    onProved(body: CreateOrderBody) {
      if (basket.quote) void send(body, basket.quote);
    },
    onEdit: edit,
  };
}

type Parts = {
  basket: PurchaseBasket;
  quote: Quote;
  delivery: DeliveryOption;
  form: CustomerForm;
  offer: PaymentOffer;
  tradeIn: ChosenTradeIn | null;
};

/**
 * What `orders/create` gets: what the shopper sees, the total included. Financing is added once the server has kept it.
 */
function orderBody({ basket, quote, delivery, form, offer, tradeIn }: Parts): CreateOrderBody {
  const courier = delivery.kind === 'COURIER';
  return {
    cart: quote.cart.map(({ id, quantity, configuration, price }) => ({ id, quantity, configuration, price })),
    coupons: quote.coupons.map(({ code }) => ({ code })),
    delivery_type_id: delivery.id,
    branch_id: courier ? null : basket.choice.branch,
    payment_method: methodOf(basket, offer),
    payments_count: paymentsOf(basket, offer),
    wallet: walletOf(basket, offer),
    customer: { first_name: form.first_name, last_name: form.last_name, phone: form.phone, email: form.email.trim() },
    address: courier ? addressOf(form) : null,
    business: form.business ? { name: form.business_name, number: form.business_number } : null,
    remarks: form.remarks,
    trade_in: tradeInForOrder(quote.cart, tradeIn),
    terms_accepted: true,
    marketing_consent: form.marketing,
    total_order_price: quote.total_order_price,
    due: payNow(basket, offer),
    deposit_kind: quote.deposit_kind,
  };
}

const addressOf = ({
  city,
  street,
  house,
  entrance,
  floor,
  apartment,
  postal_code,
  courier_remarks,
}: CustomerForm): Record<AddressName, string> => ({
  city,
  street,
  house,
  entrance,
  floor,
  apartment,
  postal_code,
  remarks: courier_remarks,
});
