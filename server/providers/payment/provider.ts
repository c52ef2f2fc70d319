import type { Wallet } from '#domain/money/wallets.ts';

/** Content of a tax document that the gateway writes. */
export type Receipt = {
  customer: { name: string; phone: string; email: string };
  /** Add up to the sum. */
  lines: CheckoutLine[];
  /** The business buyer that the document is made out to. */
  business: { name: string; number: string } | null;
  /** Of a part of the price that reserves a vehicle there is a receipt; the invoice comes with the rest. */
  isDeposit: boolean;
};

/** A payment page to be created. Sums are agorot. `providerRef` is the gateway's id of a page. */
export type CheckoutRequest = Receipt & {
  /** Our payment's uuid; the gateway returns it as the reference. */
  paymentId: string;
  amountAgorot: number;
  currency: 'ILS';
  /** Exact number of payments to charge: the shopper has chosen it. */
  instalments: number;
  /** `hold` only reserves the sum on the card (J5), to be captured later. */
  capture: 'sale' | 'hold';
  /** Wallets that the page may take beside cards, and the one that the shopper has chosen. */
  wallets: Wallet[];
  wallet: Wallet | null;
  title: string;
  /**
   * Where the frame goes after payment, where it goes from a page that was left by its own way back, and where the
   * gateway reports to.
   */
  returnUrl: string;
  cancelUrl: string;
  webhookUrl: string;
};

/** `walletMissed`: the page was asked to open on a wallet, and opens on cards. */
type CheckoutPage = { providerRef: string; url: string; walletMissed?: boolean };

/** Of a gateway that never says that a page has ended: as long as a shopper can extend the hold. */
export const PAGE_MINUTES = 300;

export type CheckoutLine = { description: string; quantity: number; totalAgorot: number };

/** A tax document that the gateway wrote with a charge or a refund. */
export type GatewayDocument = {
  type: string;
  number: string;
  link: string | null;
  allocationNumber: string | null;
  /** When the gateway took the money and wrote it, ISO 8601; `null` or absent where it doesn't say. */
  writtenAt?: string | null;
};

export type PaymentResult = {
  /**
   * `declined` and `cancelled` are final unless `reopenable`: that page accepts no more money. `mismatch`: money may
   * have come, but the reply contradicts the page (`doubt` says how); a person decides.
   */
  state: 'pending' | 'approved' | 'held' | 'declined' | 'cancelled' | 'mismatch';
  doubt?: string;
  /** Of a `mismatch`: the sum was only held on the card. */
  onlyHeld?: boolean;
  /** The card was refused, and the page accepts another one. */
  reopenable?: boolean;
  /** The gateway's own data of the payment; the caller compares each with its own rows. */
  paymentId: string;
  amountAgorot: number;
  currency: string;
  transactionId: string | null;
  paymentsCount: number;
  /** The wallet that paid; `null`: a card. */
  wallet: Wallet | null;
  last4: string | null;
  cardBrand: string | null;
  approvalNumber: string | null;
  document: GatewayDocument | null;
};

/** A page on which no money has come. */
export const unpaid = (paymentId: string) => ({
  paymentId,
  amountAgorot: 0,
  currency: 'ILS',
  transactionId: null,
  paymentsCount: 1,
  wallet: null,
  last4: null,
  cardBrand: null,
  approvalNumber: null,
  document: null,
});

export type CaptureRequest = {
  providerRef: string;
  transactionId: string;
  amountAgorot: number;
  /** A repeat with the same key returns the first result and charges nothing more. */
  idempotencyKey: string;
  receipt: Receipt;
};

export type RefundRequest = {
  transactionId: string;
  amountAgorot: number;
  /** The sum charged, and how much of it was refunded before. */
  chargedAgorot: number;
  refundedAgorot: number;
  /** Document of the charge, where the gateway wrote one. */
  document: GatewayDocument | null;
  idempotencyKey: string;
};

/**
 * Interface of a payment gateway. A call that moves money fails in one of three ways: `GatewayRefused` when the
 * gateway declined, `GatewayUnreachable` when nothing was sent, anything else when the outcome is unknown and a
 * person has to decide.
 */
export type PaymentProvider = {
  name: string;
  /** Origin of the hosted page, for the frame and the CSP. */
  frameOrigin: string;
  /** Wallets that a page can be opened on. Others are chosen on the page. */
  opensOn: readonly Wallet[];
  /** After how long a page that nobody paid on counts as left, where the gateway never says so. Minutes. */
  pageMinutes?: number;
  createCheckout: (request: CheckoutRequest) => Promise<CheckoutPage>;
  /**
   * Page id of a webhook, or `null` when it isn't the gateway's. A webhook never proves a payment: it only triggers
   * `fetchResult`.
   */
  parseNotification: (rawBody: string, headers: Record<string, string | undefined>) => { providerRef: string } | null;
  /** Server to server. `null`: the gateway doesn't know the page. @throws when it is unreachable */
  fetchResult: (providerRef: string) => Promise<PaymentResult | null>;
  /** The tax document of a charge, where the gateway writes it after it has answered; `null`: not yet. */
  findDocument?: (charge: { transactionId: string }) => Promise<GatewayDocument | null>;
  /** Captures a held sum. */
  capture: (request: CaptureRequest) => Promise<{ transactionId: string; document: GatewayDocument | null }>;
  /** Closes an unpaid page, as far as the gateway can. What was held or charged on it a moment before stays. */
  closePage: (providerRef: string) => Promise<void>;
  /** Releases the sum that was held on a page, as far as the gateway can. */
  releaseHold: (providerRef: string) => Promise<void>;
  /** Whether it writes the tax documents of what is charged, and not another system. */
  writesDocuments: boolean;
  /** A call that moves nothing. @returns a description of the account @throws when the credentials are refused */
  check: () => Promise<string>;
  refund: (request: RefundRequest) => Promise<{ reference: string | null; document: GatewayDocument | null }>;
};

export type PaymentProviders = Record<string, PaymentProvider>;
