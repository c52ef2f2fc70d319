import { Pencil } from 'lucide-react';
import type { DeliveryOption } from '#contract/checkout/cart-pricing.ts';
import { addressLine } from '#domain/people/address-line.ts';
import { formatPhone, parsePhone } from '#domain/people/phone.ts';
import { Button } from '#ui/button.tsx';
import type { CustomerForm } from '../basket/purchase-storage.ts';

export const DETAILS_TITLE = 'details-title';

type Props = {
  form: CustomerForm;
  delivery: DeliveryOption | null;
  branch: string | null;
  onEdit: (() => void) | null;
};

/** The details, once valid, in a few lines. */
export function DetailsCard({ form, delivery, branch, onEdit }: Props) {
  const place = delivery?.branches.find(({ id }) => id === branch);
  const phone = parsePhone(form.phone);
  return (
    <section aria-labelledby={DETAILS_TITLE} className="grid gap-4 rounded-xl bg-ground-2 p-5 lg:p-7">
      <header className="flex items-center justify-between gap-4">
        <h2 id={DETAILS_TITLE} tabIndex={-1} className="text-lg focus:outline-none">
          הפרטים שלכם
        </h2>
        {onEdit && (
          <Button variant="quiet" size="sm" onClick={onEdit} className="-me-4">
            <Pencil aria-hidden className="size-4" /> שינוי הפרטים
          </Button>
        )}
      </header>
      <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-2">
        <div>
          <dt className="text-ink-3">פרטי קשר</dt>
          <dd>
            <bdi className="font-semibold">
              {form.first_name} {form.last_name}
            </bdi>
            <br />
            <bdi dir="ltr">{phone ? formatPhone(phone) : form.phone}</bdi>
            <br />
            <bdi dir="ltr" className="wrap-anywhere">
              {form.email}
            </bdi>
          </dd>
        </div>
        <div>
          <dt className="text-ink-3">משלוח ומסירה</dt>
          <dd>
            <span className="font-semibold">{delivery?.name}</span>
            <br />
            {delivery?.kind === 'COURIER' ? (
              <>
                <bdi>{addressLine(form)}</bdi>
                {form.courier_remarks.trim() && (
                  <>
                    <br />
                    <span className="wrap-anywhere">
                      הערות לשליח: <bdi>{form.courier_remarks}</bdi>
                    </span>
                  </>
                )}
              </>
            ) : (
              place && (
                <>
                  <bdi>{place.name}</bdi>
                  <br />
                  <Address street={place.address} city={place.city} />
                </>
              )
            )}
          </dd>
        </div>
        {form.business && (
          <div>
            <dt className="text-ink-3">חשבונית על שם</dt>
            <dd>
              <bdi>{form.business_name}</bdi>, <bdi dir="ltr">{form.business_number}</bdi>
            </dd>
          </div>
        )}
        {form.remarks.trim() && (
          <div>
            <dt className="text-ink-3">הערות להזמנה</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              <bdi>{form.remarks.trim()}</bdi>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** A number stays with its street, and a town in one line. */
const Address = ({ street, city }: { street: string; city: string }) => (
  <bdi>
    {street && `${street.replace(/ (?=\d)/g, '\u00a0')}, `}
    <span className="whitespace-nowrap">{city}</span>
  </bdi>
);
