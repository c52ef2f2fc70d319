import { ArrowLeft } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CreateOrderBody } from '#contract/checkout/orders.ts';
import type { CalcCart } from '#contract/checkout/sales.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { useToast } from '#ui/toasts.tsx';
import { messageOf } from '~/api.ts';
import { calculationOf } from '../../cart/basket-store.ts';
import { type ChosenTradeIn, chooseTradeIn, refreshTradeIn } from '../../finance/chosen-trade-in.ts';
import { Blocked } from '../basket/blocked.tsx';
import type { PurchaseBasket, Quote } from '../basket/purchase-basket.ts';
import { usePurchaseState } from '../basket/use-purchase-state.ts';
import { orderBody } from '../order-body.ts';
import { fundingOf, keepFunding } from '../payment/funding.ts';
import { methodOf, needsProof, type PaymentOffer } from '../payment/payment-methods.ts';
import { WalletLine } from '../payment/wallet-line.tsx';
import { PlaceOrder } from '../place-order.tsx';
import { useStep } from '../steps.ts';
import { ContactFields, GuestNote } from './contact-fields.tsx';
import { errorsFromServer, type FieldErrors } from './customer-form.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { DETAILS_TITLE, DetailsCard } from './details-card.tsx';
import { MoreFields } from './more-fields.tsx';
import { useCustomerForm } from './use-customer-form.ts';
import { useDelivery, useDeliveryPlace } from './use-delivery.ts';

/** The button that sends it stands after the summary, outside it. */
const FORM = 'order-details';

type Props = { basket: PurchaseBasket; offer: PaymentOffer; tradeIn: ChosenTradeIn | null; summary: ReactNode };
type OfferNow = Pick<ChosenTradeIn, 'low' | 'expires_at'>;
/** What is asked before an order is sent (again). */
export type Prompt =
  /** The total moved between cart and order. */
  | { name: 'changed'; before: Quote; after: CalcCart }
  /** Nothing is to be paid now, and the goods are held only once the phone is proved. */
  | { name: 'proof'; body: CreateOrderBody };

/**
 * Step 4. In its old form everything stands on one page until it is ordered; in the new one the details collapse to a
 * summary once they are valid, and make room for the payment. A setting of the store picks.
 */
export function DetailsStep({ basket, offer, tradeIn, summary }: Props) {
  const toast = useToast();
  const delivery = useDelivery(basket);
  const state = useCustomerForm(delivery, basket.choice.branch, offer.buyer);
  useDeliveryPlace(basket, delivery, state.form);
  const [sent, setSent] = useState(0);
  /** Why the server refused, where no field is to blame. */
  const [refusal, setRefusal] = useState<string>();
  const [confirmed, setConfirmed] = useState(false);
  const { revalidate } = useRevalidator();
  const keeping = useRef(false);
  const { place, placing } = usePurchaseState();
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const { hrefOf } = useStep(basket);
  const isNew = offer.settings.step_4 === 'new';
  const collapsed = prompt !== null || (isNew && (confirmed || placing));

  // What had the focus has made room for the other form of the details. Of a refusal what is to be read has it.
  const before = useRef({ collapsed, sent });
  useEffect(() => {
    const { collapsed: wasCollapsed, sent: wasSent } = before.current;
    before.current = { collapsed, sent };
    if (wasCollapsed === collapsed || prompt || sent > wasSent) return;
    document.getElementById(collapsed ? DETAILS_TITLE : 'step-title')?.focus();
  }, [collapsed, prompt, sent]);

  function refused(errors: FieldErrors, message: string) {
    state.show(errors);
    setConfirmed(false);
    setRefusal(message);
    setSent((times) => times + 1);
  }

  /** @returns whether nothing is to be mended */
  function check(ignore: 'terms'[]): boolean {
    const valid = Object.keys(state.check(ignore)).length === 0;
    setRefusal(undefined);
    setSent((times) => (valid ? 0 : times + 1));
    return valid;
  }

  function confirm(event: FormEvent) {
    event.preventDefault();
    if (check(['terms'])) setConfirmed(true);
  }

  async function order(event?: FormEvent) {
    event?.preventDefault();
    if (placing || keeping.current) return;
    const { quote } = basket;
    if (!quote || !check([]) || !delivery) return;
    keeping.current = true;
    const finance = await keepShownFunding();
    keeping.current = false;
    if (finance === 'changed') return;
    const body = orderBody({ basket, quote, delivery, form: state.form, offer, finance, tradeIn });
    if (needsProof(basket, offer, body.customer.phone)) setPrompt({ name: 'proof', body });
    else await send(body, quote);
  }

  async function send(body: CreateOrderBody, before: Quote) {
    setPrompt(null);
    const error = await place(body);
    if (!error) return;
    const { error_code, details, fields, message } = error.reply;
    if (error_code === 'PHONE_NOT_PROVED' || (body.phone_ticket && error_code === 'TICKET_INVALID'))
      return setPrompt({ name: 'proof', body });
    // The next press orders without it, and the cards no longer show it.
    if (error_code === 'TRADE_IN_UNUSABLE') chooseTradeIn(null);
    if (error_code === 'TRADE_IN_CHANGED') refreshTradeIn(body.trade_in?.secret ?? '', details as OfferNow);
    // The store takes other ways, or lenders have other terms by now, and the page shows which.
    if (error_code === 'PAYMENT_METHOD_UNAVAILABLE' || error_code === 'FINANCE_QUOTE_CHANGED') void revalidate();
    if (error_code !== 'CART_CHANGED') return refused(errorsFromServer(fields ?? []), message);
    const after = details as CalcCart;
    basket.store.replace(calculationOf(after));
    setPrompt({ name: 'changed', before, after });
  }

  /** The uid of the financing that stands on the page. 'changed': today it is another, which the page now shows instead. */
  async function keepShownFunding(): Promise<string | null | 'changed'> {
    const funding = methodOf(basket, offer) === 'financing' ? fundingOf(basket, offer) : null;
    if (!funding || !basket.quote) return null;
    try {
      const kept = await keepFunding(basket.quote, funding);
      if (Math.round(kept.quote.monthly * 100) === funding.quote.monthly) return kept.uid;
      toast({ kind: 'info', title: 'תנאי המימון התעדכנו', text: 'בדקו את ההחזר החודשי בסיכום ואשרו שוב.' });
      void revalidate();
    } catch (error) {
      toast({ kind: 'danger', title: messageOf(error) });
    }
    return 'changed';
  }

  function edit() {
    setConfirmed(false);
    setPrompt(null);
  }

  const errors = <FormErrors form={{ id: '', errors: state.errors, sent, message: refusal }} />;
  return (
    <>
      <div className="grid content-start gap-8">
        <h1 id="step-title" tabIndex={-1} className="text-2xl focus:outline-none">
          פרטים ותשלום
        </h1>
        {!collapsed && errors}
        {offer.buyer.guest && !placing && !collapsed && <GuestNote onSignIn={offer.buyer.onSignIn} />}
        {collapsed ? (
          <DetailsCard
            form={state.form}
            delivery={delivery}
            branch={basket.choice.branch}
            onEdit={placing ? null : edit}
          />
        ) : (
          <form onSubmit={isNew ? confirm : (event) => void order(event)} noValidate id={FORM} aria-label="פרטי ההזמנה">
            <Blocked when={placing}>
              <div className="grid gap-10">
                <ContactFields state={state} />
                <DeliveryFields basket={basket} delivery={delivery} state={state} />
                <MoreFields state={state} />
              </div>
            </Blocked>
          </form>
        )}
      </div>
      {summary}
      <div className="grid content-start gap-6">
        {collapsed && errors}
        {!placing && <WalletLine basket={basket} offer={offer} href={hrefOf(3)} />}
        {isNew && !collapsed ? (
          <Button form={FORM} type="submit" size="lg" className="max-lg:w-full lg:min-w-64 lg:justify-self-start">
            {methodOf(basket, offer) === 'financing' ? 'המשך לאישור' : 'המשך לתשלום'}
            <ArrowLeft aria-hidden className="size-5" />
          </Button>
        ) : (
          <PlaceOrder
            basket={basket}
            offer={offer}
            state={state}
            placing={placing}
            prompt={prompt}
            onProved={(body) => basket.quote && void send(body, basket.quote)}
            onOrder={(event) => void order(event)}
            onEdit={edit}
          />
        )}
      </div>
    </>
  );
}
