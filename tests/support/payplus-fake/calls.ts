import { randomUUID } from 'node:crypto';
import { israelClock } from '../clock.ts';

type Json = Record<string, unknown>;
type Answer = { status: number; body: Json | string };
export type FakeTransaction = {
  uid: string;
  type: string;
  code: string;
  amount: number;
  currency: string;
  method: string;
  moreInfo: string;
  payments: number;
  refunded: number;
  /** Of a hold: it was charged, or released. */
  over: boolean;
  /** The charge has an invoice coming. */
  invoiced: boolean;
  at: Date;
};
export type FakePage = { ref: string; body: Json; transactions: FakeTransaction[]; disabled: boolean };

const inAgorot = (sum: number): number => Math.round(sum * 100);

/** What the fake gateway knows. Money can't go back that has not come, and a hold is charged once. */
export class PayplusBooks {
  readonly pages = new Map<string, FakePage>();
  readonly transactions = new Map<string, FakeTransaction & { ref: string }>();
  /** The gateway's own clock. */
  now = (): Date => new Date();
  #invoices = false;

  open(body: Json): FakePage {
    const page = { ref: randomUUID(), body, transactions: [], disabled: false };
    this.pages.set(page.ref, page);
    return page;
  }

  write(
    page: FakePage,
    given: Omit<FakeTransaction, 'uid' | 'refunded' | 'over' | 'invoiced' | 'at'>,
  ): FakeTransaction {
    const invoiced = page.body.initial_invoice === true;
    const one = { ...given, uid: randomUUID(), refunded: 0, over: false, invoiced, at: this.now() };
    page.transactions.push(one);
    this.transactions.set(one.uid, { ...one, ref: page.ref });
    return one;
  }

  /** From now on the invoices that were asked for are there, or are not there yet. */
  writeInvoices(written = true): void {
    this.#invoices = written;
  }
  get hasInvoices(): boolean {
    return this.#invoices;
  }

  /** All that was charged less all that went back, in agorot. */
  balance(): number {
    const charges = [...this.transactions.values()].filter(({ type, code }) => type === 'Charge' && code === '000');
    return charges.reduce((sum, { amount, refunded }) => sum + inAgorot(amount) - inAgorot(refunded), 0);
  }
}

const done = (data: Json): Answer => ({ status: 200, body: { results: { status: 'success', code: 0 }, data } });
const refused = (description: string): Answer => ({
  status: 200,
  body: { results: { status: 'error', code: 1, description }, data: {} },
});
const moved = ({ uid, amount }: { uid: string; amount: number }): Answer =>
  done({ transaction: { uid, number: '2', status_code: '000', amount, approval_number: '12345' } });

const REQUIRED: Record<string, string[]> = {
  'PaymentPages/generateLink': ['payment_page_uid', 'amount', 'currency_code', 'sendEmailApproval', 'sendEmailFailure'],
  'Transactions/ChargeByTransactionUID': ['transaction_uid', 'amount'],
  'Transactions/RefundByTransactionUID': ['transaction_uid', 'amount'],
  'Transactions/Cancel': ['transaction_uid'],
};

type Call = (books: PayplusBooks, body: Json, pageUid: string) => Answer;

const calls: Record<string, Call> = {
  'PaymentPages/generateLink': (books, body, pageUid) => {
    if (body.payment_page_uid !== pageUid) return { status: 422, body: 'can-not-find-payment-page' };
    const items = body.items as { price: number; quantity: number }[];
    const total = items.reduce((sum, { price, quantity }) => sum + inAgorot(price) * quantity, 0);
    if (total !== inAgorot(Number(body.amount))) return refused('items do not add up');
    const { ref } = books.open(body);
    return done({ page_request_uid: ref, payment_page_link: `https://payments.payplus.co.il/${ref}` });
  },
  'Transactions/ChargeByTransactionUID': (books, body) => {
    const held = books.transactions.get(String(body.transaction_uid));
    const page = books.pages.get(held?.ref ?? '');
    const amount = Number(body.amount);
    if (held?.type !== 'Approval' || held.over || !page || inAgorot(amount) > inAgorot(held.amount))
      return refused('approval-can-not-be-charged');
    held.over = true;
    const moreInfo = String(body.more_info ?? held.moreInfo);
    return moved(books.write({ ...page, transactions: [], body }, { ...held, type: 'Charge', amount, moreInfo }));
  },
  'Transactions/Cancel': (books, body) => {
    const held = books.transactions.get(String(body.transaction_uid));
    if (held?.type !== 'Approval' || held.over) return refused('can-not-cancel');
    held.over = true;
    return moved(held);
  },
  'Transactions/RefundByTransactionUID': (books, body) => {
    const charged = books.transactions.get(String(body.transaction_uid));
    const amount = Number(body.amount);
    if (charged?.type !== 'Charge' || inAgorot(charged.refunded + amount) > inAgorot(charged.amount))
      return refused('can-not-refund');
    charged.refunded += amount;
    return moved({ uid: randomUUID(), amount });
  },
};

/** One call as the vendor documents it. */
export function answer(
  books: PayplusBooks,
  pageUid: string,
  path: string,
  body: Json,
  pending: 'code' | 'null',
): Answer {
  const missing = (REQUIRED[path] ?? []).find((field) => body[field] === undefined);
  if (missing) return { status: 422, body: `missing-${missing}` };
  if (path === 'PaymentPages/ipn' || path === 'PaymentPages/ipn-full') return ipn(books, body, pending);
  const page = /^PaymentPages\/Disable\/(.+)$/.exec(path)?.[1];
  if (page) return disable(books, page);
  return calls[path]?.(books, body, pageUid) ?? { status: 404, body: 'not-found' };
}

function disable(books: PayplusBooks, ref: string): Answer {
  const page = books.pages.get(ref);
  if (!page) return { status: 404, body: 'not-found' };
  page.disabled = true;
  return done({});
}

/** The last transaction of a page, or the one asked for, in the flat shape. */
function ipn(books: PayplusBooks, body: Json, pending: 'code' | 'null'): Answer {
  const all = [...books.transactions.values()];
  const ref = String(body.payment_request_uid ?? '');
  const one =
    ref !== ''
      ? books.transactions.get(books.pages.get(ref)?.transactions.at(-1)?.uid ?? '')
      : all.findLast(({ uid, moreInfo }) => uid === body.transaction_uid || moreInfo === body.more_info);
  if (!one) return pending === 'code' ? { status: 422, body: 'can-not-find-transaction' } : refused('no transaction');
  const invoice = one.invoiced && books.hasInvoices;
  return {
    status: 200,
    body: {
      results: { status: one.code === '000' ? 'success' : 'rejected', code: 0, description: '' },
      data: {
        transaction_uid: one.uid,
        page_request_uid: one.ref,
        type: one.type,
        date: israelClock(one.at, ' '),
        method: one.method,
        status: one.code === '000' ? 'approved' : 'rejected',
        status_code: one.code,
        amount: one.amount,
        currency: one.currency,
        number_of_payments: one.payments,
        approval_num: '12345',
        more_info: one.moreInfo,
        four_digits: one.method === 'bit' ? '' : '9844',
        brand_name: one.method === 'bit' ? '' : 'mastercard',
        ...(invoice && { invoice_uuid: one.uid, invoice_original_url: `https://invoices.payplus.co.il/${one.uid}` }),
      },
    },
  };
}
