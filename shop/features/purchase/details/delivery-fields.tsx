import { CircleAlert, MapPin, Truck } from 'lucide-react';
import { useState } from 'react';
import type { DeliveryOption } from '#contract/checkout/cart-pricing.ts';
import { isolateRanges, keepUnits } from '#domain/text/format.ts';
import { SelectField } from '#ui/form/field.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Price } from '#ui/price.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { AddressName } from '../../address/address-fields.tsx';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';
import type { FieldName } from './customer-form-errors.ts';
import type { FormState } from './use-customer-form.ts';

/** Completion is fetched when there is an address to type. */
const AddressFields = lazyPart(() => import('../../address/address-fields.tsx'), <Skeleton className="h-80" />);

type Props = { basket: PurchaseBasket; delivery: DeliveryOption | null; state: FormState };

/** How it gets to the customer: by courier to an address, or at a branch. */
export function DeliveryFields({ basket, delivery, state }: Props) {
  const options = basket.quote?.delivery_options ?? [];
  /** Marked at once; the sums follow. */
  const [pendingId, setPendingId] = useState<string | null>(null);
  const chosenId = pendingId ?? delivery?.id;

  async function choose(id: string) {
    setPendingId(id);
    await basket.change({ deliveryTypeId: id });
    setPendingId(null);
  }

  const error = state.errors.delivery;
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? 'delivery-error' : undefined}>
      <legend className="mb-4 text-lg font-bold">משלוח ומסירה</legend>
      {!basket.quote && <Skeleton className="h-16" />}
      {basket.quote && options.length === 0 && (
        <p className="rounded-md bg-warning-wash p-4 text-sm text-warning">
          אין שיטת משלוח אחת שמתאימה לכל הפריטים יחד. אפשר להזמין אותם בנפרד.
        </p>
      )}
      {options.map((option) => (
        <Option
          key={option.id}
          option={option}
          isOpen={option.by_place && basket.quote?.free_delivery?.by_place === true}
          checked={option.id === chosenId}
          onChoose={() => choose(option.id)}
        />
      ))}
      {options[0]?.kind === 'HANDOVER' && (basket.quote?.cart.length ?? 0) > 1 && (
        <p className="text-sm text-ink-2">
          כל מה שמזמינים יחד נמסר יחד. כדי לקבל ציוד או אביזרים במשלוח או באיסוף אחר, הזמינו אותם בנפרד.
        </p>
      )}
      {error && (
        <p id="delivery-error" className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      {delivery?.kind === 'COURIER' && <Address state={state} />}
      {delivery && delivery.kind !== 'COURIER' && <BranchField basket={basket} delivery={delivery} state={state} />}
    </fieldset>
  );
}

type OptionProps = {
  option: DeliveryOption;
  /** It is free in some places only, and the place is not known yet. */
  isOpen: boolean;
  checked: boolean;
  onChoose: () => void;
};

function Option({ option, isOpen, checked, onChoose }: OptionProps) {
  const Icon = option.kind === 'COURIER' ? Truck : MapPin;
  return (
    <label
      className={classNames(
        'flex min-h-16 items-center gap-4 rounded-lg px-5 py-3',
        checked
          ? 'bg-ground-2 shadow-[inset_0_0_0_2px_var(--ink)]'
          : 'shadow-[inset_0_0_0_1px_var(--line)] hover:shadow-[inset_0_0_0_1px_var(--line-strong)]',
      )}
    >
      <input
        type="radio"
        name="delivery"
        value={option.id}
        checked={checked}
        onChange={onChoose}
        className="size-5 shrink-0 accent-ink"
      />
      <Icon aria-hidden className="hidden size-6 shrink-0 text-ink-3 sm:block rtl:-scale-x-100" />
      <span className="grid grow">
        <span className="font-semibold">{option.name}</span>
        {option.days && (
          <span className="text-sm text-ink-3">אספקה משוערת: {keepUnits(isolateRanges(option.days))}</span>
        )}
      </span>
      <span className="shrink-0 font-bold">
        {option.final_price > 0 && <Price value={option.final_price} />}
        {option.final_price === 0 && (isOpen ? 'לפי היישוב' : <span className="text-success">חינם</span>)}
      </span>
    </label>
  );
}

function BranchField({
  basket,
  delivery,
  state,
}: {
  basket: PurchaseBasket;
  delivery: DeliveryOption;
  state: FormState;
}) {
  const chosen = delivery.branches.find(({ id }) => id === basket.choice.branch);
  return (
    <SelectField
      label="סניף"
      name="branch"
      required
      className="mt-2 [&_select]:text-ellipsis"
      value={basket.choice.branch ?? ''}
      hint={chosen && <bdi>{`${chosen.address}, ${chosen.city}`}</bdi>}
      error={state.errors.branch}
      onChange={(event) => basket.note({ branch: event.target.value || null })}
      onBlur={() => state.leave('branch')}
    >
      <option value="">בחרו סניף</option>
      {delivery.branches.map((branch) => (
        <option key={branch.id} value={branch.id}>
          {branch.name.includes(branch.city) ? branch.name : `${branch.name}, ${branch.city}`}
        </option>
      ))}
    </SelectField>
  );
}

const names: Record<AddressName, 'courier_remarks' | Exclude<AddressName, 'remarks'>> = {
  city: 'city',
  street: 'street',
  house: 'house',
  entrance: 'entrance',
  floor: 'floor',
  apartment: 'apartment',
  postal_code: 'postal_code',
  remarks: 'courier_remarks',
};

function Address({ state }: { state: FormState }) {
  return (
    <div className="mt-2">
      <AddressFields
        value={(name) => state.form[names[name]]}
        set={(name, value) => state.set({ [names[name]]: value })}
        leave={(name) => state.leave(names[name] as FieldName)}
        errors={Object.fromEntries(Object.entries(names).map(([name, own]) => [name, state.errors[own as FieldName]]))}
      />
    </div>
  );
}
