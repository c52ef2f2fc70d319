import { z } from 'zod';
import { documentOfPage, productsMakeAmount } from './documents.ts';
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
  terminal,
  text,
  text50,
  text250,
  whole,
  yesOrNo,
} from './fields.ts';
import { transactionInfo } from './transactions.ts';

/** The vendor refuses localhost and plain http. */
const publicUrl = z
  .url({ protocol: /^https$/, hostname: /^(?!.*\.localhost$)([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]+$/i })
  .max(500);

const operation = z.enum(['ChargeOnly', 'ChargeAndCreateToken', 'CreateTokenOnly', 'SuspendedDeal', 'Do3DSAndSubmit']);

const uiDefinition = z.strictObject({
  IsHideCardOwnerName: flag,
  CardOwnerNameValue: text50,
  CardOwnerIdValue: text,
  IsHideCardOwnerPhone: flag,
  CardOwnerPhoneValue: text50,
  IsCardOwnerPhoneRequired: flag,
  CardOwnerEmailValue: text50,
  IsHideCardOwnerEmail: flag,
  IsCardOwnerEmailRequired: flag,
  IsHideCardOwnerIdentityNumber: flag,
  IsHideCVV: flag,
  CSSUrl: text250,
  CustomFields: customFields,
  GooglePayBtnDesign: z
    .strictObject({ ButtonColor: text, ButtonType: text, ButtonLocale: text, ButtonWidth: text, ButtonHeight: text })
    .optional(),
});

const year = /^\d{4}$/;
const month = /^(0[1-9]|1[0-2])$/;

/** The instalments live here, not in UIDefinition. */
const advancedDefinition = z
  .strictObject({
    JValidateType: jValidateType,
    CreditType: creditType,
    IsRefundDeal: flag,
    ApiPassword: text,
    ISOCoinName: z.string().max(3).optional(),
    MinNumOfPayments: payments,
    MaxNumOfPayments: payments,
    SelectedNumOfPayments: z.int().optional(),
    FirstPayment: shekels.optional(),
    ConstPayment: shekels.optional(),
    Token: z.guid().optional(),
    CardExpirationYear: z.string().regex(year).optional(),
    CardExpirationMonth: z.string().regex(month).optional(),
    ThreeDSecureState: z.enum(['Auto', 'Enabled', 'Disabled']).optional(),
    IsAVSEnable: flag,
    SapakMutav: beneficiary,
    VirtualTerminal: z.strictObject({ IsEnable: flag, IsOpenSum: flag, ChargeOnSwipe: flag }).optional(),
  })
  .refine((it) => passwordOnlyForRefund(it.IsRefundDeal, it.ApiPassword), 'ApiPassword if and only if IsRefundDeal');

export const createRequest = z
  .strictObject({
    ...terminal,
    Operation: operation.optional(),
    ReturnValue: text250,
    Amount: shekels,
    SuccessRedirectUrl: publicUrl,
    FailedRedirectUrl: publicUrl,
    WebHookUrl: publicUrl,
    CancelRedirectUrl: text,
    ProductName: text250,
    Language: z.string().max(2).optional(),
    ISOCoinId: z.int32().optional(),
    UIDefinition: uiDefinition.optional(),
    AdvancedDefinition: advancedDefinition.optional(),
    Document: documentOfPage.optional(),
    UTM: z.strictObject({ Source: text, Medium: text, Campaign: text, Content: text, Term: text }).optional(),
  })
  .refine(productsMakeAmount, 'the Products total must equal Amount');

export const createResponse = z
  .looseObject({
    ...outcome,
    LowProfileId: z.guid().nullish(),
    Url: z.url().nullish(),
    UrlToPayPal: said,
    UrlToBit: said,
  })
  .refine(successHas('LowProfileId', 'Url'), 'a success has the page');

export const resultRequest = z.strictObject({ ...terminal, LowProfileId: z.guid() });

const uiValues = z.looseObject({
  CardOwnerEmail: said,
  CardOwnerName: said,
  CardOwnerPhone: said,
  CardOwnerIdentityNumber: said,
  NumOfPayments: whole,
  /** Four digits, unlike the year in TranzactionInfo. */
  CardYear: whole,
  CardMonth: whole,
  CustomFields: filledFields,
  IsAbroadCard: yesOrNo,
});

const documentInfo = z.looseObject({
  ...outcome,
  DocumentType: said,
  DocumentNumber: whole,
  AccountId: whole,
  ForeignAccountNumber: said,
  SiteUniqueId: said,
  DocumentUrl: said,
});

const tokenInfo = z.looseObject({
  Token: z.guid(),
  TokenExDate: z.string().regex(/^\d{8}$/),
  CardYear: whole,
  CardMonth: whole,
  TokenApprovalNumber: said,
  CardOwnerIdentityNumber: said,
});

/** Without TranzactionInfo the payment is pending, whether the code is 0 or, as observed, 5119. */
export const resultResponse = z
  .looseObject({
    ...outcome,
    TerminalNumber: whole,
    LowProfileId: z.guid().nullish(),
    TranzactionId: whole,
    ReturnValue: said,
    Operation: operation.nullish(),
    UIValues: uiValues.nullish(),
    DocumentInfo: documentInfo.nullish(),
    TokenInfo: tokenInfo.nullish(),
    SuspendedInfo: z.looseObject({ SuspendedDealId: z.int() }).nullish(),
    TranzactionInfo: transactionInfo.nullish(),
    ExternalPaymentVector: said,
    Country: said,
    UTM: z.looseObject({ Source: said, Medium: said, Campaign: said, Content: said, Term: said }).nullish(),
    IssuerAuthCodeDescription: said,
  })
  .refine(
    (it) => !it.TranzactionInfo || (it.LowProfileId && it.TerminalNumber != null),
    'a transaction comes with the page and the terminal that it belongs to',
  );

/** Old terminals send a form or a query, in which everything is text. */
const legacy = { terminalnumber: z.union([z.string(), z.number()]).optional(), Operation: z.unknown().optional() };

/** CardCom writes it, so that unknown keys pass. It is not signed: only the id is to be read. */
export const webhook = z.union([
  resultResponse.safeExtend({ LowProfileId: z.guid() }),
  z.looseObject({ ...legacy, LowProfileCode: z.guid() }),
  z.looseObject({ ...legacy, lowprofilecode: z.guid() }),
]);
