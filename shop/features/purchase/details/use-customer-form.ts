import { useEffect, useState } from 'react';
import type { DeliveryOption } from '#contract/checkout/cart-pricing.ts';
import { readPerson } from '~/forms/typed-person.ts';
import { readTradeIn } from '../../finance/chosen-trade-in.ts';
import { type CustomerForm, emptyForm, readForm, writeForm } from '../basket/purchase-storage.ts';
import type { Buyer } from '../payment/payment-methods.ts';
import { errorsOf, type FieldErrors, type FieldName, fieldNames } from './customer-form-errors.ts';

const names = Object.keys(fieldNames) as FieldName[];

export type FormState = {
  form: CustomerForm;
  /** Of the fields that have been left, or of all once the form was sent, in the order of the page. */
  errors: FieldErrors;
  set: (patch: Partial<CustomerForm>) => void;
  leave: (name: FieldName) => void;
  /** Shows every error. @returns those there are */
  check: (ignore?: FieldName[]) => FieldErrors;
  /** Errors that only the server has found; each goes when its field is changed. */
  show: (errors: FieldErrors) => void;
};

type Person = { first_name: string; last_name: string; phone: string | null; email: string | null };

/** What was typed comes first, field by field. */
const withPerson = (typed: CustomerForm, person: Person | null): CustomerForm => ({
  ...typed,
  first_name: typed.first_name || (person?.first_name ?? ''),
  last_name: typed.last_name || (person?.last_name ?? ''),
  phone: typed.phone || (person?.phone ?? ''),
  email: typed.email || (person?.email ?? ''),
});

/**
 * The customer's details as typed. A reload loses nothing; who is signed in finds contact details and the main address
 * filled in, and who has offered a used vehicle for the purchase, what was typed for it.
 */
export function useCustomerForm(
  delivery: DeliveryOption | null,
  branch: string | null,
  { customer, address }: Buyer,
): FormState {
  const [form, setForm] = useState<CustomerForm>(emptyForm);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [server, setServer] = useState<FieldErrors>({});

  useEffect(() => setForm(withPerson(readForm() ?? emptyForm, readTradeIn() && readPerson())), []);

  useEffect(() => setForm((typed) => withPerson(typed, customer)), [customer]);

  useEffect(() => {
    if (!address) return;
    const { remarks, ...place } = address;
    setForm((typed) => (typed.city || typed.street ? typed : { ...typed, ...place, courier_remarks: remarks }));
  }, [address]);

  const all = { ...errorsOf(form, delivery, branch), ...server };
  return {
    form,
    errors: Object.fromEntries(names.filter((name) => left.has(name)).map((name) => [name, all[name]])),
    set(patch) {
      const next = { ...form, ...patch };
      setForm(next);
      writeForm(next);
      setServer((errors) => Object.fromEntries(Object.entries(errors).filter(([name]) => !(name in patch))));
    },
    leave: (name) => setLeft((names) => new Set(names).add(name)),
    check(ignore = []) {
      const errors = Object.fromEntries(Object.entries(all).filter(([name]) => !ignore.includes(name as FieldName)));
      setLeft((names) => new Set([...names, ...Object.keys(errors)]));
      return errors;
    },
    show(errors) {
      setServer(errors);
      setLeft((names) => new Set([...names, ...Object.keys(errors)]));
    },
  };
}
