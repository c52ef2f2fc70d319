import type { Wallet } from './wallets.ts';

/** Tax documents as stored and printed. Sums are agorot, VAT included. Rules: docs/rules/vat.md. */
export type DocumentKind = 'tax_invoice_receipt' | 'receipt' | 'credit_invoice' | 'credit_receipt';

export const documentTitle: Record<DocumentKind, string> = {
  tax_invoice_receipt: 'חשבונית מס/קבלה',
  receipt: 'קבלה',
  credit_invoice: 'חשבונית מס זיכוי',
  credit_receipt: 'קבלה על החזר תשלום',
};

/** Kinds that state VAT; the others only state money that came or went. */
export const INVOICES: DocumentKind[] = ['tax_invoice_receipt', 'credit_invoice'];
export const isCredit = (kind: DocumentKind): boolean => kind === 'credit_invoice' || kind === 'credit_receipt';

/** What a credit states is money that went back: below zero beside other documents. */
export const documentSum = (kind: DocumentKind, agorot: number): number => (isCredit(kind) ? -agorot : agorot);

export const creditOf = (kind: DocumentKind): DocumentKind =>
  kind === 'tax_invoice_receipt' ? 'credit_invoice' : 'credit_receipt';

type DocumentLine = {
  name: string;
  sku: string;
  /** Colour, size … as chosen. */
  details: string;
  quantity: number;
  priceAgorot: number;
};

/** Everything a document states, stored when it was issued: later changes of store or order don't alter it. */
export type DocumentContent = {
  store: string;
  seller: { name: string; number: string; address: string };
  customer: { name: string; number: string | null; address: string | null; phone: string; email: string };
  order: string;
  lines: DocumentLine[];
  discounts: { name: string; agorot: number }[];
  delivery: { name: string; agorot: number } | null;
  /** Documents from before there were wallets name none. */
  payment: {
    wallet?: Wallet | null;
    brand: string | null;
    last4: string | null;
    count: number;
    approval: string | null;
  };
  /** The document that a credit cancels. */
  original: { title: string; number: string; issuedAt: string } | null;
};

/**
 * Above which sum before VAT a tax invoice to a business needs an allocation number, by first day
 * (docs/rules/vat.md).
 */
const THRESHOLDS = [
  { from: '2026-06-01', agorot: 500_000 },
  { from: '2026-01-01', agorot: 1_000_000 },
  { from: '2025-01-01', agorot: 2_000_000 },
  { from: '2024-05-05', agorot: 2_500_000 },
];

/** `day` is `2026-06-01`, in Israel. */
export function needsAllocationNumber(netAgorot: number, business: boolean, day: string): boolean {
  const threshold = THRESHOLDS.find(({ from }) => day >= from);
  return business && threshold !== undefined && netAgorot > threshold.agorot;
}
