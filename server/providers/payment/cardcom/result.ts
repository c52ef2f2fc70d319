import { nearestAgorot } from '#domain/money/money.ts';
import type { Wallet } from '#domain/money/wallets.ts';
import { gatewayTime } from '../gateway-time.ts';
import { type GatewayDocument, type PaymentResult, unpaid } from '../provider.ts';
import { httpsOnly } from '../receipt-lines.ts';
import type { PageReply, Transaction } from './replies.ts';
import type { Terminal } from './wire.ts';

const COINS: Record<number, string> = { 1: 'ILS', 2: 'USD' };
/** `ExternalPaymentVector`: what paid instead of a card that was typed. */
const WALLETS_BY_VECTOR: Record<string, Wallet> = {
  ...{ ApplePay: 'apple_pay', '11': 'apple_pay', GooglePay: 'google_pay', '15': 'google_pay' },
  ...{ Bit: 'bit', '104': 'bit', uPayBit: 'bit', '12': 'bit', PayMeBit: 'bit', '14': 'bit' },
};
/** Success of a card check, and of a hold. */
const CHECKED = 700;
const HELD = 701;

/**
 * State of a GetLpResult reply. No transaction: pending. A refused one: declined, and the page accepts another card.
 * Paid requires every condition; the caller compares sum, currency and reference with its own rows.
 */
export function judge(terminal: Terminal, providerRef: string, reply: PageReply): PaymentResult {
  const paid = reply.TranzactionInfo;
  const unpaidResult = unpaid(reply.ReturnValue ?? '');
  // A page that only holds a sum may leave a token without a transaction: some sum was authorised, unknown how much.
  if (!paid && reply.ResponseCode === 0 && reply.TokenInfo?.Token)
    return { ...unpaidResult, state: 'mismatch', doubt: 'the page has a token but no transaction', onlyHeld: true };
  if (!paid) return { ...unpaidResult, state: 'pending' };
  if (![0, CHECKED, HELD].includes(paid.ResponseCode)) return { ...unpaidResult, state: 'declined', reopenable: true };
  const doubt = doubtOf(terminal, providerRef, reply, paid);
  return {
    ...unpaidResult,
    ...(doubt
      ? { state: 'mismatch', doubt, onlyHeld: paid.ResponseCode === HELD }
      : { state: paid.ResponseCode === HELD ? 'held' : 'approved' }),
    amountAgorot: nearestAgorot(paid.Amount ?? 0),
    currency: COINS[paid.CoinId ?? 0] ?? `coin ${paid.CoinId}`,
    transactionId: paid.TranzactionId ? String(paid.TranzactionId) : null,
    paymentsCount: paid.NumberOfPayments || 1,
    wallet: WALLETS_BY_VECTOR[reply.ExternalPaymentVector ?? ''] ?? null,
    // A wallet names none. As a number, digits lose their zeros.
    last4: paid.Last4CardDigitsString || (paid.Last4CardDigits ? String(paid.Last4CardDigits).padStart(4, '0') : null),
    cardBrand: paid.Brand ?? null,
    approvalNumber: paid.ApprovalNumber ?? null,
    document: documentIn(reply, paid),
  };
}

/** What contradicts a reply that reports a payment. */
function doubtOf(terminal: Terminal, providerRef: string, reply: PageReply, paid: Transaction): string | null {
  if (reply.ResponseCode !== 0) return `the transaction succeeded, but the page's code is ${reply.ResponseCode}`;
  if (reply.LowProfileId?.toLowerCase() !== providerRef) return 'the gateway answered for another page';
  if (reply.TerminalNumber !== terminal.number) return `the terminal is ${reply.TerminalNumber}`;
  if ((paid.TerminalNumber ?? terminal.number) !== terminal.number) return `the terminal is ${paid.TerminalNumber}`;
  if (paid.IsRefund !== false) return 'the transaction may be a refund';
  if (paid.ResponseCode === CHECKED) return 'the card was only checked';
  if (!paid.TranzactionId) return 'the transaction has no number';
  return null;
}

/** The number is in one of two places, and the link in either. */
function documentIn({ DocumentInfo: info }: PageReply, paid: Transaction): GatewayDocument | null {
  const documentInfo = info?.DocumentNumber && info.ResponseCode === 0 ? info : paid;
  if (!documentInfo.DocumentNumber) return null;
  return {
    type: documentInfo.DocumentType ?? '',
    number: String(documentInfo.DocumentNumber),
    link: httpsOnly(info?.DocumentUrl ?? paid.DocumentUrl),
    allocationNumber: null,
    // Written with the charge.
    writtenAt: gatewayTime(paid.CreateDate),
  };
}
