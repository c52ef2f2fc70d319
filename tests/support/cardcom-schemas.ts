/**
 * CardCom API v11 as our notes of the Israeli market, §1.2 "CardCom API v11 – exact", write it down: an oracle that
 * knows no adapter and no fake. Where that text ends in "…" or gives no type or length, the vendor's OpenAPI 11.0,
 * which the text names as its source, fills the gap. Requests refuse unknown keys; what CardCom sends may have more.
 * Exports: `cardcomCalls` (path under /api/v11/ → request and response), `cardcomWebhook` (their POST to us),
 * `cardcomError` (body of HTTP 400 and 401), `cardcomPageUrl` (the only page address to trust).
 */
import { z } from 'zod';
import {
  cancelDocumentRequest,
  cancelDocumentResponse,
  documentUrlRequest,
  documentUrlResponse,
} from './cardcom-schemas/documents.ts';
import { createRequest, createResponse, resultRequest, resultResponse, webhook } from './cardcom-schemas/pages.ts';
import {
  externalIdRequest,
  listRequest,
  listResponse,
  refundRequest,
  refundResponse,
  transactionInfo,
  transactionRequest,
} from './cardcom-schemas/transactions.ts';

/** Every call is a POST; a refusal by its rules arrives as HTTP 200 with a ResponseCode other than 0. */
export const cardcomCalls = {
  'LowProfile/Create': { request: createRequest, response: createResponse },
  'LowProfile/GetLpResult': { request: resultRequest, response: resultResponse },
  'Transactions/Transaction': { request: transactionRequest, response: transactionInfo },
  'Transactions/GetTransactionByExternalUniqTran': { request: externalIdRequest, response: transactionInfo },
  'Transactions/RefundByTransactionId': { request: refundRequest, response: refundResponse },
  'Transactions/ListTransactions': { request: listRequest, response: listResponse },
  'Documents/CancelDoc': { request: cancelDocumentRequest, response: cancelDocumentResponse },
  'Documents/CreateDocumentUrl': { request: documentUrlRequest, response: documentUrlResponse },
};

/** Any HTTP 200 takes it; the body of our reply is not read. */
export const cardcomWebhook = webhook;

export const cardcomError = z.looseObject({ ResponseCode: z.int32(), Description: z.string().nullish() });

/** Apart from the response of LowProfile/Create, so that a fake on another host can be held to that schema. */
export const cardcomPageUrl = z.url({ protocol: /^https$/, hostname: /^secure\.cardcom\.solutions$/ });
