import type { Db } from '#db/client.ts';
import { type OrderRow, type PaymentRow, payments } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import type { GatewayDocument } from '../../providers/payment/provider.ts';
import { issueDocument } from '../documents/issue.ts';
import { askAgainAt } from './due-checks.ts';
import type { Tools } from './settle.ts';

/** A gateway's own document as `issueDocument` expects it. */
export const documentOf = (payment: PaymentRow, document: GatewayDocument | null) =>
  document && { ...document, provider: payment.provider };

/**
 * Issues the document of a charge, or has the job ask for it where the gateway writes it later. Call it last, as
 * `issueDocument`.
 */
export async function issuePaymentDocument(
  tools: Tools,
  tx: Db,
  order: OrderRow,
  payment: PaymentRow,
  document: GatewayDocument | null,
  of?: 'difference',
): Promise<void> {
  const gateway = documentOf(payment, document);
  if (gateway || !tools.payment[payment.provider]?.findDocument)
    return issueDocument(tools, tx, order, payment, gateway, of);
  await tx
    .update(payments)
    .set({ checks: 0, nextCheckAt: askAgainAt(tools, 0) })
    .where(eq(payments.uuid, payment.uuid));
}
