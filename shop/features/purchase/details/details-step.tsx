import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import type { ChosenTradeIn } from '../../finance/chosen-trade-in.ts';
import { CartChanged } from '../basket/cart-changed.tsx';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';
import { DueText } from '../payment/due-text.tsx';
import { MethodLine } from '../payment/method-line.tsx';
import { methodOf, type PaymentOffer, paymentsOf, payNow } from '../payment/payment-methods.ts';
import { useStep } from '../steps.ts';
import { BusinessAndRemarks } from './business-and-remarks.tsx';
import { Consents } from './consents.tsx';
import { ContactFields, GuestNote } from './contact-fields.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import { DETAILS_TITLE, DetailsCard } from './details-card.tsx';
import { type FormState, useCustomerForm } from './use-customer-form.ts';
import { useDelivery, useDeliveryPlace } from './use-delivery.ts';
import { type Ordering, useOrdering } from './use-ordering.ts';

/** The button that sends it stands after the summary, outside it. */
const FORM = 'order-details';

type Props = { basket: PurchaseBasket; offer: PaymentOffer; tradeIn: ChosenTradeIn | null; summary: ReactNode };

/**
 * Step 4. In its old form everything stands on one page until it is ordered; in the new one the details collapse to a
 * summary once they are valid, and make room for the payment. A setting of the store picks.
 */
export function DetailsStep({ basket, offer, tradeIn, summary }: Props) {
  const delivery = useDelivery(basket);
  const state = useCustomerForm(delivery, basket.choice.branch, offer.buyer);
  useDeliveryPlace(basket, delivery, state.form);
  const ordering = useOrdering({ basket, offer, tradeIn, delivery, state });
  const { isNew, collapsed, placing, sent, refusal } = ordering;
  useFocusOnDetails(ordering);
  const { hrefOf } = useStep(basket);

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
            onEdit={placing ? null : ordering.onEdit}
          />
        ) : (
          <form onSubmit={isNew ? ordering.onConfirm : ordering.onOrder} noValidate id={FORM} aria-label="פרטי ההזמנה">
            <Blocked when={placing}>
              <div className="grid gap-10">
                <ContactFields state={state} />
                <DeliveryFields basket={basket} delivery={delivery} state={state} />
                <BusinessAndRemarks state={state} />
              </div>
            </Blocked>
          </form>
        )}
      </div>
      {summary}
      <div className="grid content-start gap-6">
        {collapsed && errors}
        {!placing && <MethodLine basket={basket} offer={offer} href={hrefOf(3)} />}
        {isNew && !collapsed ? (
          <Button form={FORM} type="submit" size="lg" className="max-lg:w-full lg:min-w-64 lg:justify-self-start">
            {methodOf(basket, offer) === 'financing' ? 'המשך לאישור' : 'המשך לתשלום'}
            <ArrowLeft aria-hidden className="size-5" />
          </Button>
        ) : (
          <PlaceOrder basket={basket} offer={offer} state={state} ordering={ordering} />
        )}
      </div>
    </>
  );
}

/** What had the focus has made room for the other form of the details. Of a refusal what is to be read has it. */
function useFocusOnDetails({ collapsed, prompt, sent }: Ordering) {
  const before = useRef({ collapsed, sent });
  useEffect(() => {
    const { collapsed: wasCollapsed, sent: wasSent } = before.current;
    before.current = { collapsed, sent };
    if (wasCollapsed === collapsed || prompt || sent > wasSent) return;
    document.getElementById(collapsed ? DETAILS_TITLE : 'step-title')?.focus();
  }, [collapsed, prompt, sent]);
}

type PlaceOrderProps = { basket: PurchaseBasket; offer: PaymentOffer; state: FormState; ordering: Ordering };

/** Consents and the order's button, or what is asked before it is sent. */
function PlaceOrder({ basket, offer, state, ordering }: PlaceOrderProps) {
  const { placing, prompt, onEdit } = ordering;
  if (prompt?.name === 'changed' && !placing)
    return <CartChanged {...prompt} onConfirm={() => void ordering.order()} onBack={onEdit} />;
  if (prompt?.name === 'proof' && !placing)
    return (
      <offer.buyer.ProvePhone
        phone={prompt.body.customer.phone}
        onProved={(phone_ticket) => ordering.onProved({ ...prompt.body, phone_ticket })}
        onChangePhone={onEdit}
      />
    );
  const due = payNow(basket, offer);
  const payments = paymentsOf(basket, offer);
  // What the delivery costs is open until it is chosen; a deposit is the same whatever it is.
  const isPriced = basket.quote?.delivery || methodOf(basket, offer) === 'deposit';
  return (
    <>
      <Blocked when={placing}>
        <form onSubmit={ordering.onOrder} noValidate aria-label="אישור ותשלום" className="grid gap-5">
          <Consents state={state} />
          <Button
            type="submit"
            size="lg"
            className="max-lg:w-full lg:min-w-64 lg:justify-self-start"
            busy={placing || basket.calculating}
            disabled={!basket.quote || basket.failed}
          >
            {due > 0 ? <span>לתשלום {isPriced && <DueText amount={due} payments={payments} />}</span> : 'שליחת ההזמנה'}
            <ArrowLeft aria-hidden className="size-5" />
          </Button>
        </form>
      </Blocked>
      {placing && (
        <p role="status" className="text-center text-ink-2">
          מכינים את ההזמנה… אין לסגור את החלון
        </p>
      )}
    </>
  );
}

/** Dims and blocks what must not be changed now. */
function Blocked({ when, children }: { when: boolean; children: ReactNode }) {
  return (
    <div inert={when} aria-busy={when} className={when ? 'opacity-40 transition-opacity' : 'transition-opacity'}>
      {children}
    </div>
  );
}
