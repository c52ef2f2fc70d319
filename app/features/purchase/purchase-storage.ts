import { BUYER_KEYS } from '~/buyer-storage.ts';
import { KEYS, readValue, writeValue } from '../cart/cart-storage.ts';
import type { Wish } from '../finance/offer.ts';

/** What has been chosen so far. Kept on the device, so that 'continue purchase' works tomorrow, too. */
export type Choice = {
  /** Product of the purchase; `null` for the cart's own checkout. */
  uid: string | null;
  variant: string | null;
  quantity: number;
  upsells: { id: string; quantity: number }[];
  coupons: string[];
  delivery: string | null;
  branch: string | null;
  method: PaymentMethod;
  payments: number;
  /** What was asked of the finance calculator; choices of older visits have none. */
  funding?: Wish;
  /** The furthest step that has been reached. */
  reached: number;
};
export type PaymentMethod = 'card' | 'instalments' | 'financing' | 'deposit';

/** Personal details and consents. Kept until the tab is closed. */
export type CustomerForm = typeof emptyForm;
export const emptyForm = {
  first_name: '',
  last_name: '',
  phone: '',
  email: '',
  city: '',
  street: '',
  house: '',
  entrance: '',
  floor: '',
  apartment: '',
  postal_code: '',
  courier_remarks: '',
  business: false,
  business_name: '',
  business_number: '',
  remarks: '',
  terms: false,
  marketing: false,
};

/** What an order is made of: whose purchase (`null`: the cart's), and its contents (`contentsOf`). */
export type MadeOf = { uid: string | null; made_of: string };

/** A click on 'order' that has not been answered, `at` (ms): the same key and body are sent again, also after a reload. */
export type Attempt = MadeOf & {
  key: string;
  body: string;
  at: number;
  /** The shopper went back to the details, and the order that it may have led to could not be let go yet. */
  given_up: boolean;
};

/** The order that this tab is paying for, and what it was made of. */
export type OpenOrder = MadeOf & { secret: string };

/** The order that a purchase of this tab has become. */
export type Done = { secret: string; uid: string | null };

const CHOICE = 'purchase_choice';
const CART_CHOICE = 'cart_choice';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isChoice = (value: unknown): value is Choice =>
  isObject(value) &&
  Array.isArray(value.upsells) &&
  Array.isArray(value.coupons) &&
  Number.isInteger(value.quantity) &&
  Number.isInteger(value.reached);
const isForm = (value: unknown): value is CustomerForm =>
  isObject(value) && Object.entries(emptyForm).every(([key, empty]) => typeof value[key] === typeof empty);
const isAttempt = (value: unknown): value is Attempt =>
  isObject(value) &&
  typeof value.key === 'string' &&
  typeof value.body === 'string' &&
  typeof value.made_of === 'string' &&
  typeof value.at === 'number';
const isOrder = (value: unknown): value is OpenOrder =>
  isObject(value) && typeof value.secret === 'string' && typeof value.made_of === 'string';
const isDone = (value: unknown): value is Done =>
  isObject(value) && typeof value.secret === 'string' && (value.uid === null || typeof value.uid === 'string');
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const readProductUid = (): string | null => readValue(KEYS.purchaseProduct, isText);
export const writeProductUid = (uid: string | null): void => writeValue(KEYS.purchaseProduct, uid);

const choiceKey = (uid: string | null): string => (uid === null ? CART_CHOICE : CHOICE);

/** `null` when nothing was chosen for this product yet. What this tab has chosen comes before what another one has. */
export function readChoice(uid: string | null): Choice | null {
  const own = readSession(choiceKey(uid), isChoice);
  if (own?.uid === uid) return own;
  const choice = readValue(choiceKey(uid), isChoice);
  return choice?.uid === uid ? choice : null;
}
export function writeChoice(choice: Choice): void {
  writeSession(choiceKey(choice.uid), choice);
  writeValue(choiceKey(choice.uid), choice);
}
export function dropChoice(uid: string | null): void {
  writeSession(choiceKey(uid), null);
  writeValue(choiceKey(uid), null);
}

export const readForm = (): CustomerForm | null => readSession(BUYER_KEYS.form, isForm);
export const writeForm = (form: CustomerForm): void => writeSession(BUYER_KEYS.form, form);
export const readAttempt = (): Attempt | null => readSession(BUYER_KEYS.attempt, isAttempt);
export const writeAttempt = (attempt: Attempt | null): void => writeSession(BUYER_KEYS.attempt, attempt);
export const readOpenOrder = (): OpenOrder | null => readSession(BUYER_KEYS.order, isOrder);
export const writeOpenOrder = (order: OpenOrder | null): void => writeSession(BUYER_KEYS.order, order);
export const readDone = (): Done | null => readSession(BUYER_KEYS.done, isDone);
export const writeDone = (done: Done | null): void => writeSession(BUYER_KEYS.done, done);

function readSession<T>(key: string, isValid: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
}

function writeSession(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the page still works until it is reloaded.
  }
}
