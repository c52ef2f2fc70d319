import { israelClock } from '../clock.ts';
import type { Books, Deal, FakePage, Json } from './books.ts';

export type FakeAccount = { terminal: number; apiName: string; apiPassword: string };
export type Answer = { status: number; body: Json };

const ok = (body: Json = {}): Answer => ({ status: 200, body: { ResponseCode: 0, Description: 'OK', ...body } });
const no = (code: number, description: string): Answer => ({
  status: 200,
  body: { ResponseCode: code, Description: description },
});
const bad = (code: number, description: string, status = 400): Answer => ({
  status,
  body: { ResponseCode: code, Description: description },
});

const REQUIRED: Record<string, string[]> = {
  'LowProfile/Create': ['TerminalNumber', 'Amount', 'SuccessRedirectUrl', 'FailedRedirectUrl', 'WebHookUrl'],
  'LowProfile/GetLpResult': ['TerminalNumber', 'LowProfileId'],
  'Transactions/Transaction': ['TerminalNumber', 'Amount'],
  'Transactions/GetTransactionByExternalUniqTran': ['TerminalNumber', 'ExternalUniqTranId'],
  'Transactions/RefundByTransactionId': ['ApiPassword', 'TransactionId'],
  'Documents/CancelDoc': ['ApiPassword', 'DocumentNumber', 'DocumentType'],
  'Documents/CreateDocumentUrl': ['ApiPassword', 'DocumentNumber', 'DocumentType'],
};

/** One call as the vendor documents it: missing fields are 400, wrong credentials 401, the rest is 200 with a code. */
export function answer(books: Books, account: FakeAccount, path: string, body: Json, pending: 'code' | 'null'): Answer {
  const required = REQUIRED[path];
  if (!required) return bad(9999, 'no such call', 404);
  for (const field of ['ApiName', ...required])
    if (body[field] === undefined || body[field] === '')
      return bad(field === 'FailedRedirectUrl' ? 5093 : 9999, `${field} is missing`);
  if (body.ApiName !== account.apiName) return bad(505, 'unknown ApiName', 401);
  if ('ApiPassword' in body && body.ApiPassword !== account.apiPassword) return bad(506, 'wrong password', 401);
  if ('TerminalNumber' in body && body.TerminalNumber !== account.terminal) return bad(504, 'unknown terminal', 401);
  return calls[path]?.(books, account, body, pending) ?? bad(9999, 'no such call', 404);
}

type Call = (books: Books, account: FakeAccount, body: Json, pending: 'code' | 'null') => Answer;

const calls: Record<string, Call> = {
  'LowProfile/Create': (books, account, body) => {
    const products = (body.Document as { Products?: Json[] } | undefined)?.Products ?? [];
    const total = products.reduce(
      (sum, line) => sum + Number(line.TotalLineCost ?? Number(line.UnitCost) * Number(line.Quantity ?? 1)),
      0,
    );
    if (products.length > 0 && Math.abs(total - Number(body.Amount)) > 1e-6) return no(5017, 'products do not add up');
    const page = books.open(body);
    const url = `https://secure.cardcom.solutions/EA/LPC6/${account.terminal}/${page.guid}?t=24`;
    return ok({ LowProfileId: page.guid, Url: url, UrlToPayPal: null, UrlToBit: null });
  },
  'LowProfile/GetLpResult': (books, account, body, pending) => {
    const page = books.pages.get(String(body.LowProfileId).toLowerCase());
    if (!page) return no(5001, 'no such page');
    if (!page.deal && !page.token && pending === 'code') return no(5119, 'העסקה טרם הושלמה');
    return { status: 200, body: lowProfileResult(account, page) };
  },
  'Transactions/Transaction': (books, _account, body) => {
    const key = String(body.ExternalUniqTranId ?? '');
    const known = books.byExternalId.get(key);
    if (known)
      return body.ExternalUniqUniqTranIdResponse ? ok(dealInfo(known)) : no(608, 'duplicate ExternalUniqTranId');
    const page = [...books.pages.values()].find((one) => one.token === body.Token);
    if (!page || Number(body.Amount) > (page.deal?.amount ?? Number(page.body.Amount))) return no(4, 'refused');
    const deal = books.charge(Number(body.Amount), { documentWanted: body.Document });
    if (key) books.byExternalId.set(key, deal);
    return ok(dealInfo(deal));
  },
  'Transactions/GetTransactionByExternalUniqTran': (books, _account, body) => {
    const deal = books.byExternalId.get(String(body.ExternalUniqTranId));
    return deal ? ok(dealInfo(deal)) : no(9998, 'not found');
  },
  'Transactions/RefundByTransactionId': (books, _account, body) => {
    const id = books.refund(
      Number(body.TransactionId),
      body.PartialSum as number | undefined,
      body.AllowMultipleRefunds === true,
    );
    return id ? ok({ NewTranzactionId: id }) : no(5062, 'the deal cannot be refunded');
  },
  'Documents/CancelDoc': (books, _account, body) => {
    const deal = books.dealOfDocument(Number(body.DocumentNumber));
    if (!deal?.document || body.DocumentType !== 1) return no(9997, 'no such document');
    if (!books.refund(deal.id, undefined, false)) return no(5062, 'the deal cannot be refunded');
    return ok({ NewDocumentNumber: deal.document.number + 500_000, NewDocumentType: 2, AccountID: 1 });
  },
  'Documents/CreateDocumentUrl': (_books, _account, body) =>
    // Of another list than the results name documents by.
    ['SiteCustomerOrder', 'SiteCustomerOrderRefund', 'Error', 'Auto'].includes(String(body.DocumentType))
      ? bad(9999, 'DocumentType is no DocumentToCreate')
      : ok({ DocUrl: `https://secure.cardcom.solutions/docs/${body.DocumentType}/${body.DocumentNumber}` }),
};

/** The vendor's own sample, with this deal's figures; the terminal is absent here, as seen live. */
function dealInfo(deal: Deal): Json {
  return {
    ResponseCode: deal.code,
    Description: deal.code === 0 || deal.code >= 700 ? 'העסקה בוצעה בהצלחה' : 'העסקה נדחתה',
    TranzactionId: deal.id,
    Amount: deal.amount,
    CoinId: 1,
    CouponNumber: '38038259',
    CreateDate: israelClock(deal.createdAt, 'T'),
    Last4CardDigits: 0,
    Last4CardDigitsString: '0000',
    FirstCardDigits: 458000,
    JParameter: deal.code === 701 ? '5' : '0',
    CardMonth: 10,
    CardYear: 27,
    ApprovalNumber: deal.approval,
    NumberOfPayments: deal.payments,
    CardInfo: 'Israeli',
    Brand: 'Visa',
    Acquire: 'Laumicard',
    Issuer: 'CAL',
    PaymentType: 'Standard',
    CardNumberEntryMode: 'Phone',
    DealType: 'Debit',
    IsRefund: deal.isRefund,
    CardName: 'ויזה רגיל',
    Uid: '21121517002429612920744',
    DocumentNumber: deal.document?.number ?? null,
    DocumentType: deal.document?.type ?? null,
    DocumentUrl: null,
  };
}

export function lowProfileResult(account: FakeAccount, page: FakePage): Json {
  const deal = page.deal;
  const good = deal !== null && (deal.code === 0 || deal.code >= 700);
  return {
    ResponseCode: deal && !good ? deal.code : 0,
    Description: 'OK',
    TerminalNumber: account.terminal,
    LowProfileId: page.guid,
    TranzactionId: deal?.id ?? 0,
    ReturnValue: page.body.ReturnValue ?? null,
    Operation: page.body.Operation ?? 'ChargeOnly',
    UIValues: null,
    DocumentInfo:
      good && deal.document
        ? {
            ResponseCode: 0,
            Description: 'OK',
            DocumentType: deal.document.type,
            DocumentNumber: deal.document.number,
            DocumentUrl: null,
          }
        : null,
    TokenInfo: page.token
      ? {
          Token: page.token,
          TokenExDate: '20271001',
          CardYear: 2027,
          CardMonth: 10,
          TokenApprovalNumber: deal?.approval ?? null,
          CardOwnerIdentityNumber: null,
        }
      : null,
    SuspendedInfo: null,
    TranzactionInfo: deal ? dealInfo(deal) : null,
    ExternalPaymentVector: 'NoneOrUnknown',
    Country: 'IL',
    UTM: null,
    IssuerAuthCodeDescription: null,
  };
}
