import { toShekels } from '#domain/money/money.ts';
import type { CheckoutRequest, Receipt } from '../provider.ts';
import { cut, inPieces } from '../receipt-lines.ts';
import type { Terminal } from './wire.ts';

const ILS = 1;
/** Limit of names and e-mails in UTF-16 units, as the vendor counts; longer text is refused, not truncated. */
const NAME_LENGTH = 50;
const DESCRIPTION_LENGTH = 250;

/** Body of LowProfile/Create. A deposit is held by a token with J5; instalments belong to AdvancedDefinition. */
export function pageBody(terminal: Terminal, request: CheckoutRequest): Record<string, unknown> {
  const { name, phone, email } = request.customer;
  const hold = request.capture === 'hold';
  return {
    TerminalNumber: terminal.number,
    Operation: hold ? 'CreateTokenOnly' : 'ChargeOnly',
    ReturnValue: request.paymentId,
    Amount: toShekels(request.amountAgorot),
    ISOCoinId: ILS,
    Language: 'he',
    ProductName: cut(request.title, NAME_LENGTH),
    SuccessRedirectUrl: request.returnUrl,
    FailedRedirectUrl: request.returnUrl,
    CancelRedirectUrl: request.cancelUrl,
    WebHookUrl: request.webhookUrl,
    UIDefinition: {
      CardOwnerNameValue: cut(name, NAME_LENGTH),
      CardOwnerPhoneValue: phone.replace(/^\+972/, '0'),
      // 3-D Secure contacts the bank by phone number.
      IsCardOwnerPhoneRequired: true,
      ...(fits(email) && { CardOwnerEmailValue: email }),
    },
    AdvancedDefinition: {
      MinNumOfPayments: request.instalments,
      MaxNumOfPayments: request.instalments,
      SelectedNumOfPayments: request.instalments,
      ThreeDSecureState: 'Auto',
      ...(hold && { JValidateType: 5 }),
    },
    // A held sum has no document; capturing it makes one.
    ...(terminal.documents && !hold && { Document: documentOf(request) }),
  };
}

/** The tax document; its products add up to the sum to the agora. */
export function documentOf({ customer, business, lines, isDeposit }: Receipt): Record<string, unknown> {
  return {
    DocumentTypeToCreate: isDeposit ? 'Receipt' : 'Auto',
    Name: cut(business?.name || customer.name, NAME_LENGTH),
    ...(business && { TaxId: business.number }),
    // A longer e-mail makes the vendor refuse the whole page. Our own mail links to the document.
    ...(fits(customer.email) ? { Email: customer.email, IsSendByEmail: true } : { IsSendByEmail: false }),
    Mobile: customer.phone.replace(/^\+972/, '0'),
    Products: lines.map((line) => {
      const { description, pieces, pieceAgorot } = inPieces(line);
      return {
        Description: cut(description, DESCRIPTION_LENGTH),
        Quantity: pieces,
        UnitCost: toShekels(pieceAgorot),
        TotalLineCost: toShekels(line.totalAgorot),
      };
    }),
  };
}

const fits = (email: string): boolean => email.length <= NAME_LENGTH;
