import { z } from 'zod';
import { flag, outcome, said, shekels, successHas, text, text50, text250, whole, withPassword } from './fields.ts';

const typeName = z.enum([
  'Auto',
  'TaxInvoiceAndReceipt',
  'TaxInvoiceAndReceiptRefund',
  'Receipt',
  'ReceiptRefund',
  'Quote',
  'Order',
  'OrderConfirmation',
  'OrderConfirmationRefund',
  'DeliveryNote',
  'DeliveryNoteRefund',
  'ProformaInvoice',
  'ProformaInvoiceRefund',
  'DemandForPayment',
  'DemandForPaymentRefund',
  'ProformaDealInvoice',
  'ProformaDealInvoiceRefund',
  'TaxInvoice',
  'TaxInvoiceRefund',
  'ReceiptForTaxInvoice',
  'ReceiptForTaxInvoiceRefund',
  'DonationReceipt',
  'DonationReceiptRefund',
]);

const product = z.strictObject({
  ProductID: text50,
  Description: z.string().min(1).max(250),
  Quantity: z.number().min(-99_999.99).max(99_999.99).optional(),
  UnitCost: z.number().min(-9_999_999_999.99).max(9_999_999_999.99),
  TotalLineCost: shekels.optional(),
  IsVatFree: flag,
});

/** The name of the buyer stands in Name; the `To` of old samples is unknown to the specification. */
export const document = z.strictObject({
  DocumentTypeToCreate: typeName.optional(),
  Name: z.string().min(1).max(50),
  TaxId: text50,
  Email: text50,
  IsSendByEmail: flag,
  AddressLine1: text50,
  AddressLine2: text50,
  City: text50,
  Mobile: text50,
  Phone: text50,
  Comments: text250,
  IsVatFree: flag,
  ExternalId: text50,
  AdvancedDefinition: z
    .strictObject({
      IsAutoCreateUpdateAccount: z.enum(['auto', 'true', 'false']).optional(),
      AccountForeignKey: text50,
      SiteUniqueId: text50,
      AccountID: z.int32().optional(),
      IsLoadInfoFromAccountID: flag,
    })
    .optional(),
  Products: z.array(product).optional(),
});

/** Only a payment page can show the document and let the shopper edit it. */
export const documentOfPage = document.extend({ Language: text, IsAllowEditDocument: flag, IsShowOnlyDocument: flag });

/** Compared in agorot, because line totals are floating-point sums. */
export function productsMakeAmount(request: { Amount: number; Document?: z.infer<typeof document> }) {
  const lines = request.Document?.Products;
  if (!lines) return true;
  const total = lines.reduce((so, line) => so + (line.TotalLineCost ?? (line.Quantity ?? 1) * line.UnitCost), 0);
  return Math.round(total * 100) === Math.round(request.Amount * 100);
}

export const cancelDocumentRequest = z.strictObject({
  ...withPassword,
  DocumentNumber: z.int32(),
  DocumentType: z.int32(),
  IsCancelEmailSend: flag,
  IsSendSMS: flag,
  IsCreditCardCancelOnly: flag,
});

export const cancelDocumentResponse = z
  .looseObject({ ...outcome, NewDocumentNumber: whole, NewDocumentType: whole, AccountID: whole })
  .refine(successHas('NewDocumentNumber', 'NewDocumentType'), 'a success names the credit document');

export const documentUrlRequest = z.strictObject({
  ...withPassword,
  DocumentType: typeName.exclude(['Auto']),
  DocumentNumber: z.int32(),
});

export const documentUrlResponse = z
  .looseObject({ ...outcome, DocUrl: said })
  .refine(successHas('DocUrl'), 'a success has the link');
