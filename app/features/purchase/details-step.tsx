import { ArrowLeft } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { messageOf } from '~/api.ts';
import { Button } from '~/ui/button.tsx';
import { ErrorSummary } from '~/ui/error-summary.tsx';
import { useToast } from '~/ui/toasts.tsx';
import type { Basket } from './basket.ts';
import { Blocked } from './blocked.tsx';
import { ContactFields } from './contact-fields.tsx';
import type { FieldErrors } from './customer-form.ts';
import { DeliveryFields } from './delivery-fields.tsx';
import { DetailsCard } from './details-card.tsx';
import { fundingOf, keepFunding } from './funding.ts';
import { GuestNote } from './guest-note.tsx';
import { MoreFields } from './more-fields.tsx';
import { orderBody } from './order-body.ts';
import { methodOf, needsProof, type PaymentOffer } from './payment-methods.ts';
import { PlaceOrder } from './place-order.tsx';
import { useCustomerForm } from './use-customer-form.ts';
import { useDelivery } from './use-delivery.ts';
import { useDeliveryPlace } from './use-delivery-place.ts';
import { usePlacing } from './use-placing.ts';

/** The button that sends it stands after the summary, outside it. */
const FORM = 'order-details';

type Props = { basket: Basket; offer: PaymentOffer; summary: (fixed: boolean) => ReactNode };

/**
 * Step 4. In its old form everything stands on one page until it is ordered; in the new one the details collapse to a
 * summary once they are valid, and make room for the payment. A setting of the store picks.
 */
export function DetailsStep({ basket, offer, summary }: Props) {
  const toast = useToast();
  const delivery = useDelivery(basket);
  const state = useCustomerForm(delivery, basket.choice.branch, offer.buyer);
  useDeliveryPlace(basket, delivery, state.form);
  const [sent, setSent] = useState(0);
  const [confirmed, setConfirmed] = useState(false);
  const { revalidate } = useRevalidator();
  const keeping = useRef(false);
  const placing = usePlacing({ basket, onFieldErrors: refused });
  const { phase } = placing;
  const isNew = offer.settings.step_4 === 'new';
  const blocked = phase.name !== 'form';
  const sending = phase.name === 'placing' || phase.name === 'leaving';
  const collapsed = isNew ? confirmed || blocked : blocked && !sending;

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

  async function order(event?: FormEvent) {
    event?.preventDefault();
    if ((blocked && phase.name !== 'changed') || keeping.current) return;
    const { quote } = basket;
    if (!quote || !check([]) || !delivery) return;
    keeping.current = true;
    const finance = await keepShownFunding();
    keeping.current = false;
    if (finance === 'changed') return;
    const body = orderBody({ basket, quote, delivery, form: state.form, offer, finance });
    if (needsProof(basket, offer, body.customer.phone)) placing.prove(body);
    else void placing.place(body);
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
        {offer.buyer.guest && phase.name === 'form' && !collapsed && <GuestNote onSignIn={offer.buyer.onSignIn} />}
        {collapsed ? (
          <DetailsCard
            form={state.form}
            delivery={delivery}
            branch={basket.choice.branch}
            onEdit={sending ? null : edit}
          />
        ) : (
          <form onSubmit={isNew ? confirm : (event) => void order(event)} noValidate id={FORM} aria-label="פרטי ההזמנה">
            <Blocked when={blocked}>
              <div className="grid gap-10">
                <ContactFields state={state} />
                <DeliveryFields basket={basket} delivery={delivery} state={state} />
                <MoreFields state={state} />
              </div>
            </Blocked>
          </form>
        )}
      </div>
      {summary(phase.name === 'paying')}
      <div className="grid content-start gap-6">
        {collapsed && errors}
        {isNew && !collapsed ? (
          <Button form={FORM} type="submit" size="lg" className="max-lg:w-full lg:min-w-64 lg:justify-self-start">
            המשך לתשלום
            <ArrowLeft aria-hidden className="size-5" />
          </Button>
        ) : (
          <PlaceOrder
            basket={basket}
            offer={offer}
            state={state}
            placing={placing}
            onOrder={(event) => void order(event)}
            onEdit={edit}
          />
        )}
      </div>
    </>
  );
}
