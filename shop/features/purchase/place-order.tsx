import { ArrowLeft } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Blocked } from './basket/blocked.tsx';
import { CartChanged } from './basket/cart-changed.tsx';
import type { PurchaseBasket } from './basket/purchase-basket.ts';
import { Consents } from './details/more-fields.tsx';
import type { FormState } from './details/use-customer-form.ts';
import type { Ordering } from './details/use-ordering.ts';
import { DueText } from './payment/due-text.tsx';
import { methodOf, type PaymentOffer, paymentsOf, payNow } from './payment/payment-methods.ts';

type Props = { basket: PurchaseBasket; offer: PaymentOffer; state: FormState; ordering: Ordering };

/** Consents and the order's button, or what is asked before it is sent. */
export function PlaceOrder({ basket, offer, state, ordering }: Props) {
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
