import { z } from 'zod';

// Only what is used, and no more strictly than it is used: the vendor adds keys, and leaves out what it has no value for.
const text = z.string().nullish();
const number = z.number().nullish();
const code = z.object({ ResponseCode: z.number(), Description: text });

export const created = code.extend({ LowProfileId: text, Url: text });

/** `Tranzaction` is the vendor's spelling, in the results alone. */
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
  DocumentNumber: number,
  DocumentType: text,
  DocumentUrl: text,
});

export const pageResult = code.extend({
  TerminalNumber: number,
  LowProfileId: text,
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
