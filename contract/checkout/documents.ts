import { z } from 'zod';
import { type CallSchema, money, uid } from '../common.ts';

/** An invoice, receipt or credit. `url` opens it: our own PDF, or the gateway's page. */
export const taxDocument = z.object({
  uuid: uid,
  kind: z.enum(['tax_invoice_receipt', 'receipt', 'credit_invoice', 'credit_receipt']),
  title: z.string(),
  number: z.string(),
  issued_at: z.string(),
  order_number: z.string(),
  /** What was paid, or refunded by a credit. */
  total: money,
  vat: money,
  allocation_number: z.string().nullable(),
  url: z.string(),
});

/** One order by its owner or its secret; with neither, all of the signed-in customer's. */
const whose = z.strictObject({ id: uid.optional(), secret: z.string().max(100).optional() });

export const calls = {
  'GET /api/receipts/get-invoices': {
    summary: 'Tax invoices and their credits, newest first: of one order, or of the signed-in customer',
    query: whose,
    response: z.array(taxDocument),
  },
  'POST /api/receipts/get-receipts': {
    summary: 'Receipts and what was given back, newest first: of one order, or of the signed-in customer',
    body: whose,
    response: z.array(taxDocument),
  },
} satisfies Record<string, CallSchema>;

export type TaxDocument = z.infer<typeof taxDocument>;
