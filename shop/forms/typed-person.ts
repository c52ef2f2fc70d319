import { BUYER_KEYS, isObject, readValue, writeValue } from '../browser-storage.ts';

/**
 * Who offers a used vehicle, as typed in this tab: the purchase that the offer is for begins with it. Nothing that the
 * server knows of the offer goes in, as its link may be open on another person's device.
 */
type TypedPerson = { name: string; phone: string; email: string };

/** Until the tab is closed. */
const TAB = 'sessionStorage';

const isPerson = (value: unknown): value is TypedPerson =>
  isObject(value) && ['name', 'phone', 'email'].every((key) => typeof value[key] === 'string');

export function writePerson(sentForm: FormData): void {
  const text = (name: string) => String(sentForm.get(name) ?? '').trim();
  const person: TypedPerson = { name: text('name'), phone: text('phone'), email: text('email') };
  writeValue(BUYER_KEYS.person, person, TAB);
}

/** With the first word of the name apart from the others; `null`: no person was typed. */
export function readPerson() {
  const person = readValue(BUYER_KEYS.person, isPerson, TAB);
  if (!person) return null;
  const { name, phone, email } = person;
  const [first_name = '', ...last] = name.split(/\s+/);
  return { first_name, last_name: last.join(' '), phone, email };
}
