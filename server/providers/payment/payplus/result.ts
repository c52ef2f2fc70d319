import { z } from 'zod';
import { nearestAgorot } from '#domain/money/money.ts';
import { WALLETS, type Wallet } from '#domain/money/wallets.ts';
import { gatewayTime } from '../gateway-time.ts';
import { type GatewayDocument, type PaymentResult, unpaid } from '../provider.ts';
import { httpsOnly } from '../receipt-lines.ts';
import { METHODS } from './page.ts';
import { post, type Terminal } from './wire.ts';

// Only fields in use, no stricter than their use: the vendor adds keys, omits empty values and writes numbers as text.
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null ? '' : String(value)));
const amount = z.coerce.number().nullish().catch(null);

const paid = z.object({
  transaction_uid: text,
  page_request_uid: text,
  type: text,
  date: text.catch(''),
  method: text,
  alternative_method_name: text,
  status_code: text,
  amount,
  currency: text,
  number_of_payments: amount,
  approval_num: text,
  four_digits: text,
  brand_name: text,
  /** Our reference of the payment. */
  more_info: text,
  invoice_uuid: text,
  invoice_docu_number: text,
  invoice_original_url: text,
});
type Paid = z.output<typeof paid>;

const OK = '000';

/** What became of a page, or of a transaction by its number or its `more_info`. `null`: nothing yet. */
export async function ask(
  terminal: Terminal,
  of: { payment_request_uid: string } | { transaction_uid: string } | { more_info: string },
): Promise<{ status: string; paid: Paid } | null> {
  // The full form also names the document.
  const path = terminal.documents ? 'PaymentPages/ipn-full' : 'PaymentPages/ipn';
  const { results, data } = await post(terminal, path, { ...of, related_transaction: false }, paid);
  return data?.transaction_uid || data?.status_code ? { status: results.status, paid: data } : null;
}

/**
 * State of a page. No transaction: pending. A refused one: declined, and the page accepts another card until it ends.
 * Paid requires every condition; the caller compares sum, currency and reference with its own rows.
 */
export function judge(providerRef: string, reply: Awaited<ReturnType<typeof ask>>): PaymentResult {
  const data = reply?.paid;
  const unpaidResult = unpaid(data?.more_info ?? '');
  if (!reply || !data) return { ...unpaidResult, state: 'pending' };
  // Both say no. Where only one does, that is a doubt.
  if (data.status_code !== OK && reply.status !== 'success')
    return { ...unpaidResult, state: 'declined', reopenable: true };
  const held = data.type === 'Approval';
  const doubt = doubtOf(providerRef, reply.status, data);
  return {
    ...unpaidResult,
    ...(doubt ? { state: 'mismatch', doubt, onlyHeld: held } : { state: held ? 'held' : 'approved' }),
    amountAgorot: nearestAgorot(data.amount ?? 0),
    currency: data.currency,
    transactionId: data.transaction_uid || null,
    paymentsCount: data.number_of_payments || 1,
    wallet: walletOf(data),
    last4: data.four_digits || null,
    cardBrand: data.brand_name.replace(/^[a-z]/, (letter) => letter.toUpperCase()) || null,
    approvalNumber: data.approval_num || null,
    document: documentIn(data),
  };
}

/** What contradicts a reply that reports a payment. */
function doubtOf(providerRef: string, status: string, data: Paid): string | null {
  if (data.status_code !== OK || status !== 'success')
    return `the code is ${data.status_code}, but the answer ${status}`;
  if (data.page_request_uid.toLowerCase() !== providerRef) return 'the gateway answered for another page';
  if (data.type !== 'Charge' && data.type !== 'Approval') return `the transaction is a ${data.type}`;
  if (!data.transaction_uid) return 'the transaction has no number';
  return null;
}

/** Wallets are named in `method`, or by name beside it. */
function walletOf({ method, alternative_method_name: name }: Paid): Wallet | null {
  const named = [method, name].map((one) => one.toLowerCase().replace(/[ _]/g, '-'));
  return WALLETS.find((wallet) => named.includes(METHODS[wallet])) ?? null;
}

/** The document is written some seconds after the charge, whose time is the only one that the reply has. */
export function documentIn(paid: Paid): GatewayDocument | null {
  const { invoice_uuid: uuid, invoice_docu_number: number, invoice_original_url: url, date } = paid;
  if (!uuid && !number) return null;
  return {
    type: 'TaxInvoiceAndReceipt',
    number: number || uuid,
    link: httpsOnly(url),
    allocationNumber: null,
    writtenAt: gatewayTime(date),
  };
}
