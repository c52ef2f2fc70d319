import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '~/ui/button.tsx';
import { Price } from '~/ui/price.tsx';
import { useToast } from '~/ui/toasts.tsx';
import type { Basket } from './basket.ts';
import { Blocked } from './blocked.tsx';
import { CartChanged } from './cart-changed.tsx';
import { Consents } from './more-fields.tsx';
import { type PaymentOffer, payNow } from './payment-methods.ts';
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
      return <Unanswered message={phase.message} onRetry={() => placing.retry(phase.body)} onEdit={onEdit} />;
    case 'changed':
      return <CartChanged before={phase.before} after={phase.after} onConfirm={() => onOrder()} onBack={onEdit} />;
    case 'paying':
      return (
        <>
          <PaymentPanel {...phase} onPaid={(paid) => navigate(finishedPath(paid, phase.secret))} onExpired={expired} />
          {offer.settings.step_4 === 'old' && (
            <Button variant="quiet" onClick={onEdit}>
              שינוי הפרטים
            </Button>
          )}
        </>
      );
    default:
      return <OrderForm {...{ basket, offer, state, onOrder }} placing={phase.name === 'placing'} />;
  }
}

type FormProps = Omit<Props, 'placing' | 'onEdit'> & { placing: boolean };

function OrderForm({ basket, offer, state, onOrder, placing }: FormProps) {
  const due = payNow(basket, offer);
  return (
    <>
      <Blocked when={placing}>
        <form onSubmit={onOrder} noValidate aria-label="אישור ותשלום" className="grid gap-5">
          <Consents state={state} />
          <Button
            type="submit"
            size="lg"
            wide
            busy={placing || basket.calculating}
            disabled={!basket.quote || basket.failed}
          >
            {due > 0 ? (
              <>
                לתשלום <Price value={due} />
              </>
            ) : (
              'שליחת ההזמנה'
            )}
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
