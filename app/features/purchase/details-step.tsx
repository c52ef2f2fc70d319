import { type FormEvent, type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '~/ui/button.tsx';
import { Price } from '~/ui/price.tsx';
import { useToast } from '~/ui/toasts.tsx';
import type { Basket } from './basket.ts';
import { CartChanged } from './cart-changed.tsx';
import { ContactFields } from './contact-fields.tsx';
import type { FieldErrors } from './customer-form.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { DetailsCard } from './details-card.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { Consents, MoreFields } from './more-fields.tsx';
import { orderBody } from './order-body.ts';
import { type PaymentOffer, payNow } from './payment-methods.ts';
import { PaymentPanel } from './payment-panel.tsx';
import { finishedPath } from './placing.ts';
import { Unanswered } from './unanswered.tsx';
import { useCustomerForm } from './use-customer-form.ts';
import { useDelivery } from './use-delivery.ts';
import { usePlacing } from './use-placing.ts';

type Props = { basket: Basket; offer: PaymentOffer; summary: (fixed: boolean) => ReactNode };

/**
 * Step 4. In its old form everything stands on one page; in the new one the details collapse to a summary once they are
 * valid, and make room for the payment. A setting of the store picks.
 */
export function DetailsStep({ basket, offer, summary }: Props) {
  const navigate = useNavigate();
  const toast = useToast();
  const delivery = useDelivery(basket);
  const state = useCustomerForm(delivery, basket.choice.branch);
  const [sent, setSent] = useState(0);
  const [confirmed, setConfirmed] = useState(false);
  const placing = usePlacing({ basket, onFieldErrors: refused });
  const { phase } = placing;
  const { quote } = basket;
  const paying = phase.name === 'paying';
  const blocked = phase.name !== 'form';
  const collapsed = offer.settings.step_4 === 'new' && (confirmed || blocked);

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
    if (!quote || !check([])) return;
    if (delivery) void placing.place(orderBody({ basket, quote, delivery, form: state.form, offer }));
  }

  function edit() {
    setConfirmed(false);
    placing.edit();
  }

  const due = payNow(basket, offer);
  const fields = (
    <div className="grid gap-10">
      <ContactFields state={state} />
      <DeliveryFields basket={basket} delivery={delivery} state={state} />
      <MoreFields state={state} />
    </div>
  );
  const consentAndOrder = (
    <form onSubmit={order} noValidate className="grid gap-5">
      <Consents state={state} />
      <Button type="submit" size="lg" wide busy={phase.name === 'placing' || basket.calculating} disabled={!quote || basket.failed}>
        {due > 0 ? (
          <>
            לתשלום <Price value={due} />
          </>
        ) : (
          'שליחת ההזמנה'
        )}
      </Button>
    </form>
  );

  return (
    <>
      <div className="grid content-start gap-8">
        <h1 id="step-title" tabIndex={-1} className="text-2xl focus:outline-none">
          {paying ? 'תשלום' : 'פרטים ותשלום'}
        </h1>
        {!collapsed && <ErrorSummary errors={state.errors} sent={sent} />}
        {collapsed ? (
          <DetailsCard form={state.form} delivery={delivery} branch={basket.choice.branch} onEdit={phase.name === 'placing' ? null : edit} />
        ) : (
          <form onSubmit={offer.settings.step_4 === 'new' ? confirm : order} noValidate aria-label="פרטי ההזמנה" className="grid gap-8">
            <Blocked when={blocked}>{fields}</Blocked>
            {offer.settings.step_4 === 'new' && (
              <Button type="submit" size="lg" wide>
                המשך לתשלום
              </Button>
            )}
          </form>
        )}
      </div>
      {summary(paying)}
      <div className="grid content-start gap-6">
        {collapsed && <ErrorSummary errors={state.errors} sent={sent} />}
        {(phase.name === 'form' || phase.name === 'placing') && (collapsed || offer.settings.step_4 === 'old') && <Blocked when={phase.name === 'placing'}>{consentAndOrder}</Blocked>}
        {phase.name === 'placing' && (
          <p role="status" className="text-center text-ink-2">
            מכינים את ההזמנה… אין לסגור את החלון
          </p>
        )}
        {phase.name === 'unanswered' && <Unanswered message={phase.message} onRetry={() => placing.retry(phase.body)} onEdit={edit} />}
        {phase.name === 'changed' && <CartChanged before={phase.before} after={phase.after} onConfirm={() => order()} onBack={edit} />}
        {phase.name === 'paying' && phase.page && (
          <>
            <PaymentPanel
              {...phase}
              page={phase.page}
              onPaid={(paid) => navigate(finishedPath(paid, phase.secret))}
              onExpired={() => {
                toast({ kind: 'danger', title: 'הזמן לתשלום עבר והפריטים שוחררו. אפשר להזמין שוב' });
                edit();
              }}
            />
            {offer.settings.step_4 === 'old' && (
              <Button variant="quiet" onClick={edit}>
                שינוי הפרטים
              </Button>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** Dims and blocks what must not be changed now (storefront.md §4). */
function Blocked({ when, children }: { when: boolean; children: ReactNode }) {
  return (
    <div inert={when} aria-busy={when} className={when ? 'opacity-40 transition-opacity' : 'transition-opacity'}>
      {children}
    </div>
  );
}
