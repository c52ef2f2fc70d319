import { z } from 'zod';

// Only fields in use, no stricter than their use: the vendor adds keys and omits empty values.
const text = z.string().nullish();
const number = z.number().nullish();
const code = z.object({ ResponseCode: z.number(), Description: text });

export const created = code.extend({ LowProfileId: text, Url: text, UrlToBit: text });

/** `Tranzaction` is the vendor's spelling, in results only. */
export const transaction = code.extend({
  TranzactionId: number,
  TerminalNumber: number,
  Amount: number,
  CoinId: number,
  IsRefund: z.boolean().nullish(),
  ApprovalNumber: text,
  NumberOfPayments: number,
  Last4CardDigits: number,
  Last4CardDigitsString: text,
  Brand: text,
  CreateDate: text.catch(null),
  DocumentNumber: number,
  DocumentType: text,
  DocumentUrl: text,
});

export const pageResult = code.extend({
  TerminalNumber: number,
  LowProfileId: text,
  ExternalPaymentVector: z.union([z.string(), z.number()]).nullish(),
  ReturnValue: text,
  TranzactionInfo: transaction.nullish(),
  TokenInfo: z.object({ Token: text, CardYear: number, CardMonth: number, TokenApprovalNumber: text }).nullish(),
  DocumentInfo: z
    .object({ ResponseCode: number, DocumentType: text, DocumentNumber: number, DocumentUrl: text })
    .nullish(),
});

export const refunded = code.extend({ NewTranzactionId: number });
export const documentCancelled = code.extend({ NewDocumentNumber: number, NewDocumentType: z.unknown() });
export const documentLink = code.extend({ DocUrl: text });

export type Transaction = z.infer<typeof transaction>;
export type PageReply = z.infer<typeof pageResult>;
