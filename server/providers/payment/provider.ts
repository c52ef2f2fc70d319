/** What the shop needs of a payment gateway. Sums are agorot. `providerRef` is the gateway's name for a page. */
export type CheckoutRequest = {
  /** Our payment's uuid: the gateway gives it back as the reference. */
  paymentId: string;
  amountAgorot: number;
  currency: 'ILS';
  maxPayments: number;
  /** `hold` only reserves the sum on the card (J5), to be captured later. */
  capture: 'sale' | 'hold';
  title: string;
  customer: { name: string; phone: string; email: string };
  /** Where the frame goes after payment, and where the gateway reports. */
  returnUrl: string;
  webhookUrl: string;
};

export type PaymentResult = {
  /** `declined` and `cancelled` are final: that page takes no money any more. */
  state: 'pending' | 'approved' | 'held' | 'declined' | 'cancelled';
  /** What the gateway says it was for; the caller compares each with its own books. */
  paymentId: string;
  amountAgorot: number;
  currency: string;
  transactionId: string | null;
  paymentsCount: number;
  last4: string | null;
  cardBrand: string | null;
  approvalNumber: string | null;
};

export type PaymentProvider = {
  name: string;
  /** Origin of the hosted page, for the frame and the CSP. */
  frameOrigin: string;
  createCheckout: (request: CheckoutRequest) => Promise<{ providerRef: string; url: string }>;
  /** The page a webhook speaks of, or `null` when it is not from the gateway. A webhook never says 'paid': it only says 'ask'. */
  parseNotification: (rawBody: string, headers: Record<string, string | undefined>) => { providerRef: string } | null;
  /** Server to server. `null`: the gateway doesn't know the page. @throws when it can't be reached. */
  fetchResult: (providerRef: string) => Promise<PaymentResult | null>;
  capture: (input: { transactionId: string; amountAgorot: number; idempotencyKey: string }) => Promise<void>;
  cancel: (input: { providerRef: string }) => Promise<void>;
  refund: (input: { transactionId: string; amountAgorot: number; idempotencyKey: string }) => Promise<void>;
};

export type PaymentProviders = Record<string, PaymentProvider>;
