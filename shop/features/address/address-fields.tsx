import type { z } from 'zod';
import type { addressInput } from '#contract/checkout/address-form.ts';
import { CompletingField } from '#ui/form/completing-field.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { call } from '~/api.ts';

export type AddressName = keyof z.output<typeof addressInput>;
type AddressErrors = Partial<Record<AddressName, string>>;

type Props = {
  /** What the fields' ids begin with, before their names. */
  id?: string;
  value: (name: AddressName) => string;
  set: (name: AddressName, value: string) => void;
  leave?: (name: AddressName) => void;
  errors: AddressErrors;
};

const settlements = (search: string, signal: AbortSignal) =>
  call('GET /api/addresses/get-settlements', { query: { search } }, { signal }).then(names);
const streets = (settlement: string) => (search: string, signal: AbortSignal) =>
  call('GET /api/addresses/get-streets', { query: { settlement, search } }, { signal }).then(names);
const names = (places: { name: string }[]): string[] => [...new Set(places.map(({ name }) => name))];

/**
 * In the order of Hebrew forms, with settlements and streets completed from the state's list. A kibbutz
 * or moshav has no streets, so a street is not asked for; what is on no list may be typed.
 */
export default function AddressFields({ id, value, set, leave, errors }: Props) {
  const idOf = (name: AddressName) => id && id + name;
  const bind = (name: AddressName) => ({
    id: idOf(name),
    name,
    value: value(name),
    error: errors[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    onBlur: () => value(name) !== '' && leave?.(name),
  });
  const complete = (name: 'city' | 'street') => ({
    id: idOf(name),
    name,
    value: value(name),
    error: errors[name],
    onValue: (text: string) => set(name, text),
    onBlur: () => value(name) !== '' && leave?.(name),
  });
  return (
    <div className="grid grid-cols-12 gap-x-4 gap-y-5">
      <CompletingField
        {...complete('city')}
        label="עיר / יישוב"
        required
        autoComplete="address-level2"
        maxLength={80}
        className="col-span-12"
        suggest={settlements}
      />
      <CompletingField
        {...complete('street')}
        label="רחוב"
        autoComplete="address-line1"
        maxLength={120}
        hint="ביישוב בלי רחובות אפשר להשאיר ריק"
        className="col-span-12 sm:col-span-8"
        suggest={streets(value('city'))}
      />
      <TextField
        {...bind('house')}
        dir="rtl"
        label="מספר בית"
        required
        maxLength={20}
        className="col-span-12 sm:col-span-4"
      />
      <TextField {...bind('entrance')} dir="rtl" label="כניסה" maxLength={20} className="col-span-6 sm:col-span-3" />
      <TextField {...bind('floor')} dir="rtl" label="קומה" maxLength={10} className="col-span-6 sm:col-span-3" />
      <TextField {...bind('apartment')} dir="rtl" label="דירה" maxLength={20} className="col-span-6 sm:col-span-3" />
      <TextField
        {...bind('postal_code')}
        label="מיקוד"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={20}
        className="col-span-6 sm:col-span-3"
      />
      <TextArea {...bind('remarks')} label="הערות לשליח" rows={2} maxLength={300} className="col-span-12" />
    </div>
  );
}
