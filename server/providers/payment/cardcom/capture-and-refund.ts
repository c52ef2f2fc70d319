import { GatewayRefused } from '#domain/money/gateway-errors.ts';
import { nearestAgorot, toShekels } from '#domain/money/money.ts';
import { gatewayTime } from '../gateway-time.ts';
import type { CaptureRequest, GatewayDocument, RefundRequest } from '../provider.ts';
import { httpsOnly } from '../receipt-lines.ts';
import { documentOf } from './page.ts';
import { documentCancelled, documentLink, type PageReply, refunded, type Transaction, transaction } from './replies.ts';
import { mustBeDone, post, type Terminal } from './wire.ts';

const DUPLICATE = 608;

/**
 * Charges the token of the page that held the sum. The key is sent as ExternalUniqTranId, so that a repeat returns
 * the first transaction. The token is fetched each time instead of being stored.
 */
export async function captureHeld(terminal: Terminal, authorised: PageReply, request: CaptureRequest) {
  const { Token, CardMonth, CardYear, TokenApprovalNumber } = authorised.TokenInfo ?? {};
  if (!Token || !CardMonth || !CardYear) throw new GatewayRefused('CardCom has no token for this page');
  const terminalNumber = { TerminalNumber: terminal.number };
  const two = (part: number) => String(part % 100).padStart(2, '0');
  let capture = await post(
    terminal,
    'Transactions/Transaction',
    {
      ...terminalNumber,
      Amount: toShekels(request.amountAgorot),
      Token,
      CardExpirationMMYY: `${two(CardMonth)}${two(CardYear)}`,
      NumOfPayments: 1,
      ISOCoinId: 1,
      ExternalUniqTranId: request.idempotencyKey,
      ExternalUniqUniqTranIdResponse: true,
      Advanced: { ...(TokenApprovalNumber && { ApprovalNumber: TokenApprovalNumber }) },
      ...(terminal.documents && { Document: documentOf(request.receipt) }),
    },
    transaction,
  );
  if (capture.ResponseCode === DUPLICATE) {
    const query = { ...terminalNumber, ExternalUniqTranId: request.idempotencyKey };
    capture = await post(terminal, 'Transactions/GetTransactionByExternalUniqTran', query, transaction);
  }
  mustBeDone('Transactions/Transaction', capture);
  const agorot = nearestAgorot(capture.Amount ?? 0);
  if (!capture.TranzactionId || agorot !== request.amountAgorot)
    throw new Error(`CardCom captured ${agorot} agorot instead of ${request.amountAgorot}`);
  return { transactionId: String(capture.TranzactionId), document: await linked(terminal, documentOn(capture)) };
}

function documentOn(capture: Transaction): GatewayDocument | null {
  const { DocumentNumber, DocumentType, DocumentUrl, CreateDate } = capture;
  if (!DocumentNumber) return null;
  return {
    type: DocumentType ?? '',
    number: String(DocumentNumber),
    link: httpsOnly(DocumentUrl),
    allocationNumber: null,
    // Of a repeat, when the first one charged.
    writtenAt: gatewayTime(CreateDate),
  };
}

/**
 * Numbers that CancelDoc expects for document types; the vendor publishes no others, so charges with other types are
 * refunded by transaction.
 */
const TYPE_NUMBERS: Record<string, number> = { TaxInvoiceAndReceipt: 1 };

/**
 * A whole charge with a document is cancelled with it, which creates the credit document. Anything else is refunded
 * by transaction; the gateway refuses a second one unless told that there are several.
 */
export async function refundCharge(terminal: Terminal, request: RefundRequest) {
  const secret = { ApiPassword: terminal.apiPassword };
  const { document } = request;
  const whole = request.amountAgorot === request.chargedAgorot && request.refundedAgorot === 0;
  const type = document && TYPE_NUMBERS[document.type];
  if (whole && document && type) {
    // The flag suppresses the mail with the credit document; false sends it to the buyer.
    const body = { ...secret, DocumentNumber: Number(document.number), DocumentType: type, IsCancelEmailSend: false };
    const cancelled = await post(terminal, 'Documents/CancelDoc', body, documentCancelled);
    mustBeDone('Documents/CancelDoc', cancelled);
    const number = cancelled.NewDocumentNumber;
    const credit = number
      ? { type: `${document.type}Refund`, number: String(number), link: null, allocationNumber: null }
      : null;
    return { reference: null, document: await linked(terminal, credit) };
  }
  const back = await post(
    terminal,
    'Transactions/RefundByTransactionId',
    {
      ...secret,
      TransactionId: Number(request.transactionId),
      ...(!whole && { PartialSum: toShekels(request.amountAgorot) }),
      AllowMultipleRefunds: request.refundedAgorot > 0,
    },
    refunded,
  );
  mustBeDone('Transactions/RefundByTransactionId', back);
  return { reference: back.NewTranzactionId ? String(back.NewTranzactionId) : null, document: null };
}

/**
 * A document with its link, which is fetched where the charge returned none. Without a link the number still counts.
 */
export async function linked(terminal: Terminal, document: GatewayDocument | null): Promise<GatewayDocument | null> {
  const type = document && urlType(document.type);
  if (!type || document.link) return document;
  const body = {
    ApiPassword: terminal.apiPassword,
    DocumentType: type,
    DocumentNumber: Number(document.number),
  };
  const reply = await post(terminal, 'Documents/CreateDocumentUrl', body, documentLink).catch(() => null);
  return { ...document, link: httpsOnly(reply?.DocUrl) };
}

/**
 * Results name documents by the vendor's `DocumentType`, CreateDocumentUrl by its `DocumentToCreate`: these two names
 * differ, and `Error` and `Auto` are no documents.
 */
const URL_TYPES: Record<string, string> = {
  SiteCustomerOrder: 'OrderConfirmation',
  SiteCustomerOrderRefund: 'OrderConfirmationRefund',
};

const urlType = (type: string): string | null =>
  type === '' || type === 'Error' || type === 'Auto' ? null : (URL_TYPES[type] ?? type);
