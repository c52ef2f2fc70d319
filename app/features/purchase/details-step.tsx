import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '~/ui/button.tsx';
import { useToast } from '~/ui/toasts.tsx';
import type { Basket } from './basket.ts';
import { Blocked } from './blocked.tsx';
import { ContactFields } from './contact-fields.tsx';
import type { FieldErrors } from './customer-form.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { DetailsCard } from './details-card.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { MoreFields } from './more-fields.tsx';
import { orderBody } from './order-body.ts';
import type { PaymentOffer } from './payment-methods.ts';
import { PlaceOrder } from './place-order.tsx';
import { useCustomerForm } from './use-customer-form.ts';
import { useDelivery } from './use-delivery.ts';
import { usePlacing } from './use-placing.ts';

type Props = { basket: Basket; offer: PaymentOffer; summary: (fixed: boolean) => ReactNode };

/**
 * Step 4. In its old form everything stands on one page; in the new one the details collapse to a summary once they are
 * valid, and make room for the payment. A setting of the store picks.
 */
export function DetailsStep({ basket, offer, summary }: Props) {
  const toast = useToast();
  const delivery = useDelivery(basket);
  const state = useCustomerForm(delivery, basket.choice.branch, offer.customer);
  const [sent, setSent] = useState(0);
  const [confirmed, setConfirmed] = useState(false);
  const placing = usePlacing({ basket, onFieldErrors: refused });
  const { phase } = placing;
  const isNew = offer.settings.step_4 === 'new';
  const blocked = phase.name !== 'form';
  const collapsed = isNew && (confirmed || blocked);

  function refused(errors: FieldErrors, message: string) {
    state.show(errors);
    setConfirmed(false);
    if (Object.keys(errors).length > 0) setSent((times) => times + 1);
    else toast({ kind: 'danger', title: message });
  }

  /** @returns whether nothing is to be mended */
  function check(ignore: 'terms'[]): boolean {
    const valid = Object.keys(state.check(ignore)).length === 0;
    setSent((times) => (valid ? 0 : times + 1));
    return valid;
  }

  function confirm(event: FormEvent) {
    event.preventDefault();
    if (check(['terms'])) setConfirmed(true);
  }

  function order(event?: FormEvent) {
    event?.preventDefault();
    if (blocked && phase.name !== 'changed') return;
    if (!basket.quote || !check([])) return;
    if (delivery) void placing.place(orderBody({ basket, quote: basket.quote, delivery, form: state.form, offer }));
  }

  function edit() {
    setConfirmed(false);
    placing.edit();
  }

  const errors = <ErrorSummary errors={state.errors} sent={sent} />;
  return (
    <>
      <div className="grid content-start gap-8">
        <h1 id="step-title" tabIndex={-1} className="text-2xl focus:outline-none">
          {phase.name === 'paying' ? 'תשלום' : 'פרטים ותשלום'}
        </h1>
        {!collapsed && errors}
        {collapsed ? (
          <DetailsCard
            form={state.form}
            delivery={delivery}
            branch={basket.choice.branch}
            onEdit={phase.name === 'placing' ? null : edit}
          />
        ) : (
          <form onSubmit={isNew ? confirm : order} noValidate aria-label="פרטי ההזמנה" className="grid gap-8">
            <Blocked when={blocked}>
              <div className="grid gap-10">
                <ContactFields state={state} />
                <DeliveryFields basket={basket} delivery={delivery} state={state} />
                <MoreFields state={state} />
              </div>
            </Blocked>
            {isNew && (
              <Button type="submit" size="lg" wide>
                המשך לתשלום
              </Button>
            )}
          </form>
        )}
      </div>
      {summary(phase.name === 'paying')}
      <div className="grid content-start gap-6">
        {collapsed && errors}
        {(collapsed || !isNew) && (
          <PlaceOrder basket={basket} offer={offer} state={state} placing={placing} onOrder={order} onEdit={edit} />
        )}
      </div>
    </>
  );
}
