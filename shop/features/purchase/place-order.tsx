import { ArrowLeft } from 'lucide-react';
import type { FormEvent } from 'react';
import type { CreateOrderBody } from '#contract/checkout/orders.ts';
import { Button } from '#ui/button.tsx';
import { Blocked } from './basket/blocked.tsx';
import { CartChanged } from './basket/cart-changed.tsx';
import type { PurchaseBasket } from './basket/purchase-basket.ts';
import type { Prompt } from './details/details-step.tsx';
import { Consents } from './details/more-fields.tsx';
import type { FormState } from './details/use-customer-form.ts';
import { DueText } from './payment/due-text.tsx';
import { methodOf, type PaymentOffer, paymentsOf, payNow } from './payment/payment-methods.ts';

type Props = {
  basket: PurchaseBasket;
  offer: PaymentOffer;
  state: FormState;
  placing: boolean;
  prompt: Prompt | null;
  onOrder: (event?: FormEvent) => void;
  onProved: (body: CreateOrderBody) => void;
  onEdit: () => void;
};

/** Consents and the order's button, or what is asked before it is sent. */
export function PlaceOrder({ basket, offer, state, placing, prompt, onOrder, onProved, onEdit }: Props) {
  if (prompt?.name === 'changed' && !placing)
    return <CartChanged {...prompt} onConfirm={() => onOrder()} onBack={onEdit} />;
  if (prompt?.name === 'proof' && !placing)
    return (
      <offer.buyer.ProvePhone
        phone={prompt.body.customer.phone}
        onProved={(phone_ticket) => onProved({ ...prompt.body, phone_ticket })}
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
        <form onSubmit={onOrder} noValidate aria-label="אישור ותשלום" className="grid gap-5">
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
