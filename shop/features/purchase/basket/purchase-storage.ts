import type { CreateOrderBody, PaymentMethod } from '#contract/checkout/orders.ts';
import type { Wallet } from '#domain/money/wallets.ts';
import { BUYER_KEYS, isObject, readValue, writeValue } from '../../../browser-storage.ts';
import type { Contents } from '../../cart/basket.ts';
import { readCart, readProductUid, writeProductUid } from '../../cart/cart-store.ts';
import { readTradeIn } from '../../finance/chosen-trade-in.ts';
import type { RequestedTerms } from '../../finance/offer.ts';

/** What has been chosen so far. Kept on the device, so that 'continue purchase' works tomorrow, too. */
export type Choice = {
  /** Product of the purchase; `null` for the cart's own checkout. */
  uid: string | null;
  variant: string | null;
  quantity: number;
  /** As the shopper last saw it, in shekels; choices of older visits have none. */
  price?: number | null | undefined;
  upsells: { id: string; quantity: number; price?: number | null | undefined }[];
  coupons: string[];
  delivery: string | null;
  branch: string | null;
  /** `null`: none was chosen yet (`methodOf`). */
  method: PaymentMethod | null;
  payments: number;
  /** Instead of a card; choices of older visits have none. */
  wallet?: Wallet | null;
  /** What was asked of the finance calculator; choices of older visits have none. */
  funding?: RequestedTerms;
  /** The furthest step that has been reached. */
  reached: number;
};

export const emptyChoice = (uid: string | null): Choice => ({
  uid,
  variant: null,
  quantity: 1,
  upsells: [],
  coupons: [],
  delivery: null,
  branch: null,
  method: null,
  payments: 1,
  reached: uid === null ? 3 : 1,
});

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

/**
 * A click on 'order' that has not been answered, `at` (ms): the same key and body are sent again, also after a reload.
 */
export type Attempt = MadeOf & {
  key: string;
  body: string;
  at: number;
  /** The shopper went back to the details, and the order that it may have led to could not be given up yet. */
  given_up: boolean;
};

/** An order that waits since `at` (ms) for a proof of the buyer's phone; `shown`: what the page showed of it. */
export type Proof = { body: CreateOrderBody; shown: string; at: number };

/** The order that a purchase of this device has become, `at` (ms). */
export type Done = { secret: string; uid: string | null; at: number };

/** Until the tab is closed. */
const TAB = 'sessionStorage';
const CHOICE = 'purchase_choice';
const CART_CHOICE = 'cart_choice';

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
const isProof = (value: unknown): value is Proof =>
  isObject(value) && isObject(value.body) && typeof value.shown === 'string' && typeof value.at === 'number';
const isUid = (uid: unknown): uid is string | null => uid === null || typeof uid === 'string';
const isDone = (value: unknown): value is Done =>
  isObject(value) && typeof value.secret === 'string' && typeof value.at === 'number' && isUid(value.uid);

const choiceKey = (uid: string | null): string => (uid === null ? CART_CHOICE : CHOICE);

/** `null` when nothing was chosen for this product yet. What this tab has chosen comes before what another one has. */
export const readChoice = (uid: string | null): Choice | null => storedChoice(uid, TAB) ?? storedChoice(uid);

function storedChoice(uid: string | null, storage?: typeof TAB): Choice | null {
  const isIts = (value: unknown): value is Choice => isChoice(value) && value.uid === uid;
  return readValue(choiceKey(uid), isIts, storage);
}
/** What is chosen of a purchase from now on; all else stays as it was. */
export function writeChoice(patch: Partial<Choice> & Pick<Choice, 'uid'>): void {
  const choice = { ...(readChoice(patch.uid) ?? emptyChoice(patch.uid)), ...patch };
  writeValue(choiceKey(choice.uid), choice, TAB);
  writeValue(choiceKey(choice.uid), choice);
}

/** A product's basket as it is kept: the first line is the product's, the others are its extras. */
export const choiceOf = ({ lines: [main, ...upsells], coupons, deliveryTypeId }: Contents) => ({
  ...(main && { variant: main.id, quantity: main.quantity, price: main.price }),
  upsells: upsells.map(({ id, quantity, price }) => ({ id, quantity, price })),
  coupons,
  delivery: deliveryTypeId,
});
export const contentsOf = (
  { variant, quantity, price, upsells, coupons, delivery }: Choice,
  configuration: string | null,
): Omit<Contents, 'place'> => ({
  lines: variant === null ? [] : [{ id: variant, quantity, configuration, price }, ...upsells],
  coupons,
  deliveryTypeId: delivery,
});

/** Forgets a purchase and what was chosen in it. Another one that is in process stays. */
export function forgetPurchase(uid: string | null): void {
  for (const storage of [TAB, undefined] as const)
    if (storedChoice(uid, storage)) writeValue(choiceKey(uid), null, storage);
  if (uid !== null && readProductUid() === uid) writeProductUid(null);
}

/** The key of a click that has not been answered, for other tabs: this one may be closed before it is. */
export type Click = { key: string; uid: string | null; at: number };
const isClick = (value: unknown): value is Click =>
  isObject(value) && typeof value.key === 'string' && typeof value.at === 'number' && isUid(value.uid);
export const readClick = (): Click | null => readValue(BUYER_KEYS.click, isClick);
/** Once its order is known. */
export const forgetClick = (): void => writeValue(BUYER_KEYS.click, null);

/**
 * What is chosen as it stands on the device, whatever the server has of it: to tell whether an unanswered click is
 * still wanted.
 */
export function madeOf(uid: string | null): MadeOf {
  // A price that is shown is no choice.
  const { reached: _, price: __, upsells, ...choice } = readChoice(uid) ?? {};
  const extras = upsells?.map(({ id, quantity }) => [id, quantity]);
  const cart = uid === null ? readCart() : null;
  const lines = cart?.items.map(({ id, quantity, configuration }) => [id, quantity, configuration]);
  const coupons = cart?.coupons.map(({ code }) => code);
  return {
    uid,
    made_of: JSON.stringify([choice, extras, lines, coupons, cart?.deliveryTypeId, readTradeIn()?.secret]),
  };
}

export const readForm = (): CustomerForm | null => readValue(BUYER_KEYS.form, isForm, TAB);
export const writeForm = (form: CustomerForm): void => writeValue(BUYER_KEYS.form, form, TAB);
export const readProof = (): Proof | null => readValue(BUYER_KEYS.proof, isProof, TAB);
export const writeProof = (proof: Proof | null): void => writeValue(BUYER_KEYS.proof, proof, TAB);
export const readAttempt = (): Attempt | null => readValue(BUYER_KEYS.attempt, isAttempt, TAB);
export function writeAttempt(attempt: Attempt | null): void {
  const before = attempt ?? readAttempt();
  writeValue(BUYER_KEYS.attempt, attempt, TAB);
  if (attempt) writeValue(BUYER_KEYS.click, { key: attempt.key, uid: attempt.uid, at: attempt.at });
  else if (readClick()?.key === before?.key) writeValue(BUYER_KEYS.click, null);
}
export const readDone = (): Done | null => readValue(BUYER_KEYS.done, isDone, TAB);
/** Other tabs hear of it, too; what one of them takes note of is its own. */
export function writeDone(done: Done | null, device = true): void {
  writeValue(BUYER_KEYS.done, done, TAB);
  if (done && device) writeValue(BUYER_KEYS.done, done);
}
/** What was bought on this device last, in whichever tab. */
export const readDeviceDone = (): Done | null => readValue(BUYER_KEYS.done, isDone);
