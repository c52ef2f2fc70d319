import { randomUUID } from 'node:crypto';
import { toShekels } from '#domain/money/money.ts';
import type { Wallet } from '#domain/money/wallets.ts';
import { type CheckoutRequest, PAGE_MINUTES, type Receipt } from '../provider.ts';
import { cut, inPieces } from '../receipt-lines.ts';
import type { Terminal } from './wire.ts';

export const METHODS: Record<Wallet, string> = { bit: 'bit', google_pay: 'google-pay', apple_pay: 'apple-pay' };

const CHARGE = 1;
const APPROVAL = 2;
const VAT_INCLUDED = 0;

/** Body of PaymentPages/generateLink. */
export function pageBody(terminal: Terminal, request: CheckoutRequest): Record<string, unknown> {
  const { returnUrl, cancelUrl, instalments, wallets, wallet } = request;
  const hold = request.capture === 'hold';
  const phone = request.customer.phone.replace(/^\+/, '');
  return {
    payment_page_uid: terminal.pageUid,
    charge_method: hold ? APPROVAL : CHARGE,
    amount: toShekels(request.amountAgorot),
    currency_code: request.currency,
    language_code: 'he',
    more_info: request.paymentId,
    // Without it the gateway may return an earlier page of the same request.
    unique_request_id: randomUUID(),
    expiry_datetime: String(PAGE_MINUTES),
    refURL_success: returnUrl,
    refURL_failure: returnUrl,
    refURL_cancel: cancelUrl,
    refURL_callback: request.webhookUrl,
    send_failure_callback: true,
    // Our own mails tell the buyer.
    sendEmailApproval: false,
    sendEmailFailure: false,
    // At most, and at first; with its field hidden, exactly so many.
    payments: instalments,
    payments_selected: instalments,
    payments_credit: false,
    hide_payments_field: true,
    allowed_charge_methods: ['credit-card', ...wallets.map((one) => METHODS[one])],
    // The vendor's list of what a page opens on has no other wallet.
    charge_default: wallet === 'bit' ? METHODS.bit : 'credit-card',
    // 3-D Secure contacts the bank by phone number.
    secure3d: { activate: true, phone },
    // A held sum has no document; capturing it makes one.
    initial_invoice: terminal.documents && !hold,
    ...documentOf(request, phone),
  };
}

/** For whom and for what the tax document is; its items add up to the sum to the agora. */
function documentOf({ customer, business, lines }: Receipt, phone: string) {
  return {
    customer: {
      customer_name: business?.name || customer.name,
      email: customer.email,
      phone,
      ...(business && { vat_number: business.number }),
    },
    ...(business && { custom_invoice_name: business.name }),
    items: lines.map((line) => {
      const { description, pieces, pieceAgorot } = inPieces(line);
      return {
        name: cut(description, 250),
        quantity: pieces,
        price: toShekels(pieceAgorot),
        vat_type: VAT_INCLUDED,
      };
    }),
  };
}
