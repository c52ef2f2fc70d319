/** For a gateway that writes the tax document. */
export type Receipt = {
  customer: { name: string; phone: string; email: string };
  /** They add up to the sum. */
  lines: CheckoutLine[];
  /** Whom the document is for, when a company buys. */
  business: { name: string; number: string } | null;
};

/** What the shop needs of a payment gateway. Sums are agorot. `providerRef` is the gateway's name for a page. */
export type CheckoutRequest = Receipt & {
  /** Our payment's uuid: the gateway gives it back as the reference. */
  paymentId: string;
  amountAgorot: number;
  currency: 'ILS';
  /** In so many payments it is charged, no fewer and no more: the shopper has chosen. */
  instalments: number;
  /** `hold` only reserves the sum on the card (J5), to be captured later. */
  capture: 'sale' | 'hold';
  title: string;
  /** Where the frame goes after payment, and where the gateway reports. */
  returnUrl: string;
  webhookUrl: string;
};

export type CheckoutLine = { description: string; quantity: number; totalAgorot: number };

/** A tax document that the gateway wrote with a charge or a refund. */
export type GatewayDocument = { type: string; number: string; link: string | null; allocationNumber: string | null };

export type PaymentResult = {
  /**
   * `declined` and `cancelled` are final, unless `reopenable`: that page takes no money any more. `mismatch`: money may
   * have come, but the answer does not fit the page (`doubt` says how); a person decides.
   */
  state: 'pending' | 'approved' | 'held' | 'declined' | 'cancelled' | 'mismatch';
  doubt?: string;
  /** Of a `mismatch`: the sum was only held on the card. */
  onlyHeld?: boolean;
  /** The card was refused, and the gateway would take another one on the same page. */
  reopenable?: boolean;
  /** What the gateway says it was for; the caller compares each with its own books. */
  paymentId: string;
  amountAgorot: number;
  currency: string;
  transactionId: string | null;
  paymentsCount: number;
  last4: string | null;
  cardBrand: string | null;
  approvalNumber: string | null;
  document: GatewayDocument | null;
};

export type CaptureRequest = {
  providerRef: string;
  transactionId: string;
  amountAgorot: number;
  /** A repeat with the same key answers as the first did, and takes nothing more. */
  idempotencyKey: string;
  receipt: Receipt;
};

export type RefundRequest = {
  transactionId: string;
  amountAgorot: number;
  /** What was charged, and how much of it went back before. */
  chargedAgorot: number;
  refundedAgorot: number;
  /** The document of the charge, where the gateway wrote one. */
  document: GatewayDocument | null;
  idempotencyKey: string;
};

/**
 * A call that moves money ends in one of three ways besides success. It throws `GatewayRefused` when the gateway said no,
 * `GatewayUnreachable` when nothing was sent, and anything else when nobody knows: that is for a person.
 */
export type PaymentProvider = {
  name: string;
  /** Origin of the hosted page, for the frame and the CSP. */
  frameOrigin: string;
  createCheckout: (request: CheckoutRequest) => Promise<{ providerRef: string; url: string }>;
  /** The page a webhook speaks of, or `null` when it is not from the gateway. A webhook never says 'paid': it only says 'ask'. */
  parseNotification: (rawBody: string, headers: Record<string, string | undefined>) => { providerRef: string } | null;
  /** Server to server. `null`: the gateway doesn't know the page. @throws when it can't be reached. */
  fetchResult: (providerRef: string) => Promise<PaymentResult | null>;
  /** Takes what was held. */
  capture: (request: CaptureRequest) => Promise<{ transactionId: string; document: GatewayDocument | null }>;
  /** Closes a page that nobody has paid, or gives a held sum back to the card, as far as the gateway can. */
  cancel: (request: { providerRef: string }) => Promise<void>;
  /** A call that moves nothing. @returns what the gateway is, in words. @throws when it does not take our credentials */
  check: () => Promise<string>;
  refund: (request: RefundRequest) => Promise<{ reference: string | null; document: GatewayDocument | null }>;
};

export type PaymentProviders = Record<string, PaymentProvider>;
