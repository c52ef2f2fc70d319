import { z } from 'zod';
import { document, productsMakeAmount } from './documents.ts';
import {
  beneficiary,
  creditType,
  customFields,
  filledFields,
  flag,
  jValidateType,
  outcome,
  passwordOnlyForRefund,
  payments,
  said,
  shekels,
  successHas,
  sum,
  terminal,
  text,
  whole,
  withPassword,
  yesOrNo,
} from './fields.ts';

const expiry = /^(0[1-9]|1[0-2])\d{2}$/;

const cardOwner = z.strictObject({
  Phone: text,
  FullName: text,
  IdentityNumber: text,
  CardOwnerEmail: text,
  AvsZip: text,
  AvsAddress: text,
  AvsCity: text,
});

const advanced = z
  .strictObject({
    ApiPassword: text,
    IsRefund: flag,
    JValidateType: jValidateType,
    CreditType: creditType,
    /** Captures a J5. */
    ApprovalNumber: text,
    FirstPayment: shekels.optional(),
    ConstPayment: shekels.optional(),
    IsCreateToken: flag,
    SendNote: flag,
    MTI: z.int32().optional(),
    SapakMutav: beneficiary,
  })
  .refine((it) => passwordOnlyForRefund(it.IsRefund, it.ApiPassword), 'ApiPassword if and only if IsRefund');

export const transactionRequest = z
  .strictObject({
    ...terminal,
    Amount: shekels,
    /** CardNumber, the other choice, is left out: the vendor does not allow raw card numbers to web sites. */
    Token: z.guid(),
    CardExpirationMMYY: z.string().regex(expiry).optional(),
    CVV2: text,
    NumOfPayments: payments,
    ISOCoinId: z.int32().optional(),
    ExternalUniqTranId: text,
    ExternalUniqUniqTranIdResponse: flag,
    CardOwnerInformation: cardOwner.optional(),
    CustomFields: customFields,
    Advanced: advanced.optional(),
    Document: document.optional(),
  })
  .refine(productsMakeAmount, 'the Products total must equal Amount');

const brand = z.enum([
  'PrivateCard',
  'MasterCard',
  'Visa',
  'Maestro',
  'AmericanExpress',
  'Isracard',
  'JBC',
  'Discover',
  'Diners',
]);
const paymentType = z.enum([
  'Unknown',
  'Standard',
  'SpecialCredits',
  'ImmediateCharge',
  'CreditClub',
  'SuperCredit',
  'InstallmentCredit',
  'Payments',
  'ClubPatments',
]);
const dealType = z.enum([
  'Information',
  'Debit',
  'Discharge',
  'ForcedCharge',
  'CashBack',
  'CashTransaction',
  'Recurring',
  'BalanceQuery',
  'Cancel',
  'Refund',
  'Recharge',
]);

export const transactionInfo = z
  .looseObject({
    ...outcome,
    TranzactionId: whole,
    /** Seen missing on the live terminal 1000. */
    TerminalNumber: whole,
    Amount: sum,
    CoinId: whole,
    CouponNumber: said,
    CreateDate: z.iso.datetime({ local: true, offset: true }).nullish(),
    Last4CardDigits: whole,
    Last4CardDigitsString: said,
    FirstCardDigits: whole,
    JParameter: said,
    CardMonth: z.int().min(0).max(12).nullish(),
    CardYear: z.int().min(0).max(99).nullish(),
    ApprovalNumber: said,
    FirstPaymentAmount: sum,
    ConstPaymentAmount: sum,
    NumberOfPayments: whole,
    CardInfo: said,
    CardOwnerName: said,
    CardOwnerPhone: said,
    CardOwnerEmail: said,
    CardOwnerIdentityNumber: said,
    Token: z.guid().nullish(),
    CardName: said,
    SapakMutav: said,
    Uid: said,
    ConcentrationNumber: said,
    DocumentNumber: whole,
    DocumentType: said,
    Rrn: said,
    Brand: brand.nullish(),
    Acquire: said,
    Issuer: said,
    PaymentType: paymentType.nullish(),
    CardNumberEntryMode: said,
    DealType: dealType.nullish(),
    IsRefund: yesOrNo,
    DocumentUrl: said,
    CustomFields: filledFields,
    IsAbroadCard: yesOrNo,
    IssuerAuthCodeDescription: said,
  })
  .refine(successHas('TranzactionId', 'Amount', 'CoinId', 'IsRefund'), 'a success tells what was charged');

export const externalIdRequest = z.strictObject({ ...terminal, ExternalUniqTranId: z.string().min(1) });

/** It has no TerminalNumber, and the credit document is not part of it. */
export const refundRequest = z.strictObject({
  ...withPassword,
  TransactionId: z.int(),
  PartialSum: shekels.optional(),
  CancelOnly: flag,
  AllowMultipleRefunds: flag,
  SapakMutav: text,
  ExternalDealId: text,
  ExternalMerchantId: text,
  CustomFields: customFields,
});

export const refundResponse = z
  .looseObject({ ...outcome, NewTranzactionId: whole })
  .refine(successHas('NewTranzactionId'), 'a success names the refund');

/** A real day as DDMMYYYY. */
const day = z
  .string()
  .regex(/^\d{8}$/)
  .refine((it) => z.iso.date().safeParse(`${it.slice(4)}-${it.slice(2, 4)}-${it.slice(0, 2)}`).success, 'no such day');

export const listRequest = z.strictObject({
  ...withPassword,
  FromDate: day,
  ToDate: day,
  TranStatus: z.enum(['Success', 'All', 'Failure']).optional(),
  Page: z.int32().min(1),
  Page_size: z.int32().min(10).max(2000),
});

export const listResponse = z.looseObject({
  ...outcome,
  Tranzactions: z.array(transactionInfo).nullish(),
  Page: whole,
  Page_size: whole,
});
