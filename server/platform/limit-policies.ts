import { formatWait } from '#domain/calendar/wait.ts';

/**
 * What a count is of: the phone, mailbox or account (`subject`), the network address, the store. None: all together.
 */
type Key = 'subject' | 'ip' | 'store';

export type Rule = {
  by: Key[];
  /** How many in the window; a function of how many SMS visitors may cause in a day (`CODES_PER_DAY`). */
  most: number | ((smsADay: number) => number);
  /** The window, which slides. Seconds. */
  window: number;
  /**
   * A caller is known when its device has proved the subject before, or is signed in as it. Rules by address hold for
   * unknown callers only. By the other rules an unknown caller is refused once all callers together have reached the
   * limit, a known one once known callers alone have: whatever unknown callers do, the owner isn't locked out. `known`:
   * the rule holds for known callers only; `unknown`: for unknown ones only; `all`: all callers count for a known one,
   * too.
   */
  for?: 'known' | 'unknown' | 'all';
  /** What is told as the waiting time, where the operator may raise the limit meanwhile. Seconds. */
  retry?: number;
  /** In Hebrew, fit to show; without it `tooOften`. */
  says?: (wait: number) => string;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds between two codes to one phone. */
export const RESEND_SECONDS = 60;
/** Tries that a code has; the last of them are for the caller that requested it. */
export const CODE_TRIES = 5;
export const CODE_TRIES_KEPT = 2;

const sendAgain = (wait: number) => `אפשר לבקש קוד נוסף בעוד ${wait} שניות`;
const tooManyForms = (wait: number) => `נשלחו מכאן פניות רבות. אפשר לשלוח שוב בעוד ${formatWait(wait)}`;
export const tooOften = (wait: number) => `ניסיתם יותר מדי פעמים. אפשר לנסות שוב בעוד ${formatWait(wait)}`;

/**
 * Every limit that is counted in the database, over all processes; docs/limits.md tells them in words and says why. To
 * one phone five codes an hour: of unknown callers, and as many of devices that have proved it.
 */
export const POLICIES = {
  /** One-time codes, by the phone that they go to. */
  code: [
    { by: ['subject', 'store'], most: 1, window: RESEND_SECONDS, says: sendAgain },
    { by: ['subject'], most: 5, window: HOUR },
    // With five tries a code, 50 guesses of a million in a day, from however many addresses.
    { by: ['subject'], most: 10, window: DAY },
    // Leaves part of the phone's quota for other addresses.
    { by: ['subject', 'ip'], most: 4, window: HOUR },
    { by: ['subject', 'ip'], most: 6, window: DAY },
    { by: ['ip'], most: 20, window: HOUR },
    // What a flood may cost before someone looks.
    { by: [], most: (smsADay) => Math.max(60, smsADay / 50), window: MINUTE },
  ],
  /**
   * SMS that a booking, its cancellation, a notice of cancellation or a vehicle offered in exchange causes, by the
   * phone that they go to.
   */
  form_sms: [
    // Three bookings and their cancellations.
    { by: ['subject'], most: 6, window: DAY },
    // A flood of bookings must not keep people from signing in.
    { by: [], most: (smsADay) => smsADay / 2, window: DAY, retry: HOUR },
  ],
  /**
   * Mails that the same cause, by the mailbox: anybody's can be typed. More than SMS, as a phone's owner hears of what
   * is beyond those by mail.
   */
  form_mail: [{ by: ['subject'], most: 10, window: DAY }],
  /** All SMS of codes and forms together. A tenth is kept for devices that are known. */
  sms: [
    { by: [], most: (smsADay) => smsADay * 0.9, window: DAY, retry: HOUR, for: 'unknown' },
    { by: [], most: (smsADay) => smsADay, window: DAY, retry: HOUR, for: 'all' },
  ],
  /**
   * Codes that are typed in. Guesses at one phone are bounded by its codes and their tries; this is for who goes
   * through many.
   */
  code_try: [
    { by: ['ip'], most: 100, window: HOUR },
    { by: ['subject'], most: 60, window: HOUR, for: 'known' },
  ],
  /** Sign-ins by password, by the mailbox or the account. */
  password: [
    { by: ['subject'], most: 10, window: 15 * MINUTE },
    { by: ['subject', 'ip'], most: 5, window: 15 * MINUTE },
    { by: ['ip'], most: 30, window: 15 * MINUTE },
  ],
  /** Mails that prove an e-mail, by the account: any mailbox can be named. */
  proof: [{ by: ['subject'], most: 5, window: HOUR }],
  /** Changes of an account's phone: each is told to the former number. */
  phone_change: [{ by: ['subject'], most: 5, window: DAY }],
  /**
   * Mails with a link that chooses a new password or proves an e-mail, by the mailbox: what an unknown caller requests
   * arrives there too.
   */
  reset: [
    { by: ['subject'], most: 3, window: HOUR },
    { by: ['ip'], most: 10, window: HOUR },
  ],
  /** Sign-ins by Google or Facebook. */
  social: [{ by: ['ip'], most: 60, window: HOUR }],
  /**
   * Inquiries, bookings, newsletter, back-in-stock alerts, questions, used vehicles: by the phone or mailbox where
   * there is one.
   */
  form: [
    { by: ['ip'], most: 20, window: HOUR, says: tooManyForms },
    { by: ['subject', 'ip'], most: 10, window: HOUR, says: tooManyForms },
    { by: ['subject'], most: 20, window: HOUR, for: 'known', says: tooManyForms },
  ],
  /** What the buyers of an order write and upload, by the order. */
  review: [
    { by: ['subject'], most: 60, window: HOUR },
    { by: ['ip'], most: 120, window: HOUR },
  ],
  /** What the buyer of an order sends before the handover, by the order: papers, signatures, dates. */
  paper: [
    { by: ['subject'], most: 60, window: HOUR },
    { by: ['ip'], most: 120, window: HOUR },
  ],
  /** What customers write of their vehicles, and of the messages that they ask for, by the account. */
  garage: [
    { by: ['subject'], most: 120, window: HOUR },
    { by: ['ip'], most: 300, window: HOUR },
  ],
  /** Plates that are looked up: for a trade-in, parts or the garage. */
  plate: [{ by: ['ip'], most: 20, window: HOUR }],
  /** Those of them that the registry is asked about: it is the state's, and free. Beyond it, details are typed. */
  registry: [{ by: [], most: 1_000, window: HOUR }],
  /** What is done with an offer for a used vehicle, photos included, by the offer. */
  trade_in: [
    { by: ['subject'], most: 60, window: HOUR },
    { by: ['ip'], most: 120, window: HOUR },
  ],
  /** Codes typed at the gate of a store under construction. */
  gate: [{ by: ['ip'], most: 20, window: HOUR }],
  /**
   * Passwords of staff, by the mailbox, the right ones taken back: of unknown callers, and as many of devices that have
   * been in.
   */
  staff_password: [
    { by: ['subject'], most: 20, window: 15 * MINUTE },
    { by: ['subject', 'ip'], most: 5, window: 15 * MINUTE },
    { by: ['ip'], most: 30, window: 15 * MINUTE },
  ],
  /** Second factors of staff, by the account: only who knows the password comes as far. */
  staff_code: [
    { by: ['subject'], most: 10, window: 15 * MINUTE },
    { by: ['subject'], most: 50, window: DAY },
    { by: ['ip'], most: 60, window: 15 * MINUTE },
  ],
  /** Passkeys of staff and links of invitations, which nobody guesses: a bound on what a flood costs. */
  staff_passkey: [{ by: ['ip'], most: 120, window: 15 * MINUTE }],
  /** Financing quotes that are kept. */
  quote: [{ by: ['ip'], most: 300, window: HOUR }],
  /** Configurations that are kept, as their links are shared. */
  configuration: [{ by: ['ip'], most: 300, window: HOUR }],
} satisfies Record<string, Rule[]>;

export type PolicyName = keyof typeof POLICIES;

/** What may be open at one time, counted where it is kept. */
export const AT_ONE_TIME = {
  /**
   * Unpaid orders that hold goods, of a customer, of a guest's known device, or of a guest's phone from one address.
   */
  openOrders: 5,
  /** Those of all guests of one address: phones of a mobile network share addresses. */
  openOrdersOfAddress: 25,
  /** Vehicles that a proved phone holds in a store while nothing is paid for them online. */
  unpaidVehicles: 1,
  /** Pieces of anything else that it holds so. */
  unpaidPieces: 10,
  /** Visits ahead that are booked with one phone, from one address or from known devices. */
  bookingsAhead: 3,
  /** Variants that one mailbox or phone may wait for in a store. */
  stockAlerts: 30,
};

/**
 * Requests a minute from one address: what a shopper in a hurry stays far below, behind a shared address of an office,
 * too.
 */
export const REQUESTS_A_MINUTE = 1_200;
/** Calls a minute with one API key of the office, from wherever. */
export const CALLS_OF_A_KEY_A_MINUTE = 300;
/** Calls that cost more than they look like, or leave something behind; many have limits of their own besides. */
export const CALLS_A_MINUTE: Record<string, number> = {
  'GET /products.xml': 4,
  // Made at the first request.
  'GET /media/:name/plain.jpg': 240,
  'GET /media/:name/share.jpg': 240,
  'POST /api/orders/create': 30,
  'POST /api/sales/calc-cart': 300,
  'POST /api/finance/quote': 300,
  'POST /api/variants/configure': 300,
  'POST /api/variants/subscribe-to-stock': 60,
  'POST /api/contacts': 60,
  'POST /api/mailing/subscribe': 60,
  'POST /api/reviews/ask-question': 60,
  'POST /api/reviews/add-photo': 20,
  'POST /api/orders/add-paper': 20,
  'POST /api/bookings/create': 60,
  'POST /api/trade-ins/find-vehicle': 60,
  'POST /api/trade-ins/create': 30,
  'POST /api/trade-ins/add-photo': 20,
  'POST /api/receipts/pay': 30,
  'POST /api/receipts/pay-by-payment-link': 30,
  'POST /api/receipts/get-payment-link': 30,
  // Each may ask the gateway. A page that waits for its payment asks 15 times a minute, and shoppers share addresses.
  'POST /api/orders/check-payment': 120,
  'POST /api/receipts/check-payment-link': 120,
  // Reports of all payments of a gateway come from few addresses; those of CardCom bear no signature.
  'GET /api/receipts/webhook/:provider': 300,
  'POST /api/receipts/webhook/:provider': 300,
  'POST /api/customers/create-customer': 30,
  'POST /api/customers/login': 60,
  'POST /api/customers/login-whit-social': 30,
  'POST /customer/media/upload-customer-image': 20,
  'GET /customer/customers/download-my-data': 20,
  'GET /api/products/search-suggestions': 600,
  'GET /api/products/get-specification': 60,
};
