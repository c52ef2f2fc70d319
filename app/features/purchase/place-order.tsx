import { ArrowLeft } from 'lucide-react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '~/ui/button.tsx';
import { useToast } from '~/ui/toasts.tsx';
import type { Basket } from './basket.ts';
import { Blocked } from './blocked.tsx';
import { CartChanged } from './cart-changed.tsx';
import { DueText } from './due-text.tsx';
import { Consents } from './more-fields.tsx';
import { methodOf, type PaymentOffer, paymentsOf, payNow } from './payment-methods.ts';
import { PaymentPanel } from './payment-panel.tsx';
import { finishedPath } from './placing.ts';
import { Unanswered } from './unanswered.tsx';
import type { FormState } from './use-customer-form.ts';
import type { usePlacing } from './use-placing.ts';

type Props = {
  basket: Basket;
  offer: PaymentOffer;
  state: FormState;
  placing: ReturnType<typeof usePlacing>;
  onOrder: (event?: FormEvent) => void;
  onEdit: () => void;
};

/** Consents and the order's button, then whatever the order has come to. */
export function PlaceOrder({ basket, offer, state, placing, onOrder, onEdit }: Props) {
  const navigate = useNavigate();
  const toast = useToast();
  const { phase } = placing;

  function expired() {
    toast({ kind: 'danger', title: 'הזמן לתשלום עבר והפריטים שוחררו. אפשר להזמין שוב' });
    onEdit();
  }

  switch (phase.name) {
    case 'unanswered':
      return <Unanswered {...phase} onRetry={placing.retry} onEdit={onEdit} />;
    case 'proving':
      return (
        <offer.buyer.ProvePhone
          phone={phase.body.customer.phone}
          onProved={(phone_ticket) => void placing.place({ ...phase.body, phone_ticket })}
          onChangePhone={onEdit}
        />
      );
    case 'changed':
      return <CartChanged before={phase.before} after={phase.after} onConfirm={() => onOrder()} onBack={onEdit} />;
    case 'paying':
      return (
        <PaymentPanel {...phase} onPaid={(paid) => navigate(finishedPath(paid, phase.secret))} onExpired={expired} />
      );
    default:
      return <OrderForm {...{ basket, offer, state, onOrder }} phase={phase.name} />;
  }
}

type FormProps = Omit<Props, 'placing' | 'onEdit'> & { phase: 'form' | 'placing' | 'leaving' };

function OrderForm({ basket, offer, state, onOrder, phase }: FormProps) {
  const due = payNow(basket, offer);
  const payments = paymentsOf(basket, offer);
  // What the delivery costs is open until it is chosen; a deposit is the same whatever it is.
  const known = basket.quote?.delivery || methodOf(basket, offer) === 'deposit';
  const blocked = phase !== 'form';
  return (
    <>
      <Blocked when={blocked}>
        <form onSubmit={onOrder} noValidate aria-label="אישור ותשלום" className="grid gap-5">
          <Consents state={state} />
          <Button
            type="submit"
            size="lg"
            className="max-lg:w-full lg:min-w-64 lg:justify-self-start"
            busy={blocked || basket.calculating}
            disabled={!basket.quote || basket.failed}
          >
            {due > 0 ? <span>לתשלום {known && <DueText amount={due} payments={payments} />}</span> : 'שליחת ההזמנה'}
            <ArrowLeft aria-hidden className="size-5" />
          </Button>
        </form>
      </Blocked>
      {blocked && (
        <p role="status" className="text-center text-ink-2">
          {phase === 'placing' ? 'מכינים את ההזמנה… אין לסגור את החלון' : 'חוזרים לפרטים…'}
        </p>
      )}
    </>
  );
}
