import type { Wallet } from '#domain/money/wallets.ts';
import { type Behaviour, behaviourOf, brandOf, isIdentityNumber, passesLuhn } from './cards.ts';

/** A card, or a wallet, as the books store it: a card's number is never written. */
export type Charge = { behaviour: Behaviour; last4: string; brand: string; wallet?: Wallet };

export type Field = 'number' | 'expiry' | 'cvv' | 'holder' | 'identity';
export type Values = Record<Field, string>;
export type Errors = Partial<Record<Field, string>>;

export const MESSAGES: Record<Field, string> = {
  number: 'מספר הכרטיס אינו תקין',
  expiry: 'התוקף אינו תקין או שעבר',
  cvv: 'הקוד אינו תקין',
  holder: 'הזינו את השם שעל הכרטיס',
  identity: 'מספר הזהות אינו תקין',
};

export const EMPTY: Values = { number: '', expiry: '', cvv: '', holder: '', identity: '' };

export function readValues(body: unknown): Values {
  const fields = new URLSearchParams(typeof body === 'string' ? body : '');
  const read = (name: Field) => (fields.get(name) ?? '').trim().slice(0, 80);
  return {
    number: read('number').replace(/[\s-]/g, ''),
    expiry: read('expiry').replace(/\s/g, ''),
    cvv: read('cvv'),
    holder: read('holder'),
    identity: read('identity').replace(/[\s-]/g, ''),
  };
}

export function check(values: Values, now: Date): { charge: Charge } | { errors: Errors } {
  const errors: Errors = {};
  const behaviour = behaviourOf(values.number);
  const brand = brandOf(values.number);
  if (!passesLuhn(values.number)) errors.number = MESSAGES.number;
  else if (!behaviour) errors.number = 'זו סביבת בדיקות: אפשר לשלם רק בכרטיסי הבדיקה שבתחתית הדף';
  if (!isValidThrough(values.expiry, now)) errors.expiry = MESSAGES.expiry;
  if (!(brand === 'American Express' ? /^\d{4}$/ : /^\d{3}$/).test(values.cvv)) errors.cvv = MESSAGES.cvv;
  if (!/\p{L}.*\p{L}/u.test(values.holder)) errors.holder = MESSAGES.holder;
  if (values.identity && !isIdentityNumber(values.identity)) errors.identity = MESSAGES.identity;
  if (Object.keys(errors).length > 0 || !behaviour) return { errors };
  return { charge: { behaviour, last4: values.number.slice(-4), brand } };
}

/** `MM/YY`: a card is valid to the end of its month, and for at most twenty years. */
function isValidThrough(expiry: string, now: Date): boolean {
  const parts = /^(0[1-9]|1[0-2])\/?(?:20)?(\d{2})$/.exec(expiry);
  if (!parts) return false;
  const end = new Date(2000 + Number(parts[2]), Number(parts[1]), 1);
  return end > now && end.getFullYear() <= now.getFullYear() + 20;
}
