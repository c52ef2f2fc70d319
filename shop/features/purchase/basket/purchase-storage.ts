import { BUYER_KEYS, readDevice, readTab, writeDevice, writeTab } from '../../../buyer-storage.ts';
import { KEYS, readCart, readValue, writeValue } from '../../cart/cart-storage.ts';
import type { Wish } from '../../finance/offer.ts';

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

/** What an order is made of: whose purchase (`null`: the cart's), and what was chosen (`madeOf`). */
export type MadeOf = { uid: string | null; made_of: string };

/** A click on 'order' that has not been answered, `at` (ms): the same key and body are sent again, also after a reload. */
export type Attempt = MadeOf & {
  key: string;
  body: string;
  at: number;
  /** The shopper went back to the details, and the order that it may have led to could not be let go yet. */
  given_up: boolean;
};

/** The order that a purchase of this device has become, `at` (ms). */
export type Done = { secret: string; uid: string | null; at: number };

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
const isUid = (uid: unknown): uid is string | null => uid === null || typeof uid === 'string';
const isDone = (value: unknown): value is Done =>
  isObject(value) && typeof value.secret === 'string' && typeof value.at === 'number' && isUid(value.uid);
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
  writeTab(choiceKey(choice.uid), choice);
  writeValue(choiceKey(choice.uid), choice);
}
export function dropChoice(uid: string | null): void {
  writeTab(choiceKey(uid), null);
  writeValue(choiceKey(uid), null);
}

/** The key of a click that has not been answered, for other tabs: this one may be closed before it is. */
export type Click = { key: string; uid: string | null; at: number };
const isClick = (value: unknown): value is Click =>
  isObject(value) && typeof value.key === 'string' && typeof value.at === 'number' && isUid(value.uid);
export function readClick(): Click | null {
  const click = readDevice(BUYER_KEYS.click);
  return isClick(click) ? click : null;
}
/** Once its order is known. */
export const forgetClick = (): void => writeDevice(BUYER_KEYS.click, null);

/** What is chosen as it stands on the device, whatever the server has of it: to tell whether an unanswered click is still wanted. */
export function madeOf(uid: string | null): MadeOf {
  const { reached: _, ...choice } = readChoice(uid) ?? {};
  const cart = uid === null ? readCart() : null;
  const lines = cart?.items.map(({ id, quantity, configuration }) => [id, quantity, configuration]);
  const coupons = cart?.coupons.map(({ code }) => code);
  return { uid, made_of: JSON.stringify([choice, lines, coupons, cart?.deliveryTypeId]) };
}

export const readForm = (): CustomerForm | null => readSession(BUYER_KEYS.form, isForm);
export const writeForm = (form: CustomerForm): void => writeTab(BUYER_KEYS.form, form);
export const readAttempt = (): Attempt | null => readSession(BUYER_KEYS.attempt, isAttempt);
export function writeAttempt(attempt: Attempt | null): void {
  const before = attempt ?? readAttempt();
  writeTab(BUYER_KEYS.attempt, attempt);
  if (attempt) writeDevice(BUYER_KEYS.click, { key: attempt.key, uid: attempt.uid, at: attempt.at });
  else if (readClick()?.key === before?.key) writeDevice(BUYER_KEYS.click, null);
}
export const readDone = (): Done | null => readSession(BUYER_KEYS.done, isDone);
/** Other tabs hear of it, too; what one of them takes note of is its own. */
export function writeDone(done: Done | null, device = true): void {
  writeTab(BUYER_KEYS.done, done);
  if (done && device) writeDevice(BUYER_KEYS.done, done);
}
/** What was bought on this device last, in whichever tab. */
export function readDeviceDone(): Done | null {
  const done = readDevice(BUYER_KEYS.done);
  return isDone(done) ? done : null;
}

function readSession<T>(key: string, isValid: (value: unknown) => value is T): T | null {
  const value = readTab(key);
  return isValid(value) ? value : null;
}
