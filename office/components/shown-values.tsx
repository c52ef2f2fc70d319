import type { ReactNode } from 'react';
import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import { toShekels } from '#domain/money/money.ts';
import { type OrderStatus, type PaymentStatus, paymentStateNames } from '#domain/orders/states.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { formatDate, formatExactPrice, formatTime } from '#domain/text/format.ts';
import { Badge, Facts, type Tone } from './panel.tsx';

/** Money of the database: agorot. */
export const Money = ({ agorot }: { agorot: number }) => <bdi>{formatExactPrice(toShekels(agorot))}</bdi>;

/** What a person may do alone; once it is more, that it will wait. */
export const LimitHint = ({ waits, children }: { waits: boolean; children: ReactNode }) => (
  <p role="status" className={`text-sm ${waits ? 'rounded-sm bg-warning-wash p-3 text-warning' : 'text-ink-3'}`}>
    {children}
    {waits && '. הבקשה תישלח לאישור'}
  </p>
);

/** A day and an hour in Israel. */
export function Moment({ at }: { at: Date | string }) {
  return (
    <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap">
      <bdi>
        {formatDate(at)} {formatTime(at)}
      </bdi>
    </time>
  );
}

/** What is typed into a program or a terminal. */
export const Code = ({ children }: { children: string }) => (
  <code dir="ltr" className="font-mono text-sm break-words [unicode-bidi:isolate]">
    {children}
  </code>
);

export const Phone = ({ e164 }: { e164: string }) => (
  <bdi dir="ltr" className="whitespace-nowrap">
    {formatPhone(e164)}
  </bdi>
);

/** Whom a message is for: a phone as people write it, a mailbox, the address of a program. */
export const Recipient = ({ channel, recipient }: { channel: string; recipient: string }) =>
  channel === 'sms' && recipient ? (
    <Phone e164={recipient} />
  ) : (
    <bdi dir="ltr" className="break-all">
      {recipient || '–'}
    </bdi>
  );

/** Beside the state of an order that is only offered. */
export const QuoteBadge = () => <Badge tone="info">הצעת מחיר</Badge>;

/** Beside the state of an order that a lender pays for. */
export const FinancingBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone="info">{status === 'payment' ? 'בקשת מימון' : 'מימון'}</Badge>
);

export const orderTones: Record<OrderStatus, Tone> = {
  payment: 'wait',
  accepted: 'info',
  in_process: 'info',
  delivery_in_process: 'info',
  provided: 'good',
  cancelled: 'neutral',
  refunded: 'neutral',
};

export const paymentTones: Record<PaymentStatus, Tone> = {
  pending: 'wait',
  authorised: 'info',
  paid: 'good',
  failed: 'bad',
  cancelled: 'neutral',
  partly_refunded: 'wait',
  refunded: 'neutral',
};

type PaymentProps = { state: PaymentStatus; rest: number; financed?: boolean };

/**
 * Where an order's payment stands. `rest`: agorot that are missing of one that was accepted. `financed`: a lender pays,
 * so that none is seen here.
 */
export const PaymentBadges = ({ state, rest, financed = false }: PaymentProps) => (
  <span className="flex flex-wrap gap-1">
    {financed && state === 'pending' ? (
      <Badge>מול הגוף המממן</Badge>
    ) : (
      (rest === 0 || state !== 'paid') && <Badge tone={paymentTones[state]}>{paymentStateNames[state]}</Badge>
    )}
    {rest > 0 && (
      <Badge tone="wait">
        יתרה לתשלום:&nbsp;
        <Money agorot={rest} />
      </Badge>
    )}
  </span>
);

const Sum = ({ shekels }: { shekels: number }) => <bdi dir="ltr">{formatExactPrice(shekels)}</bdi>;

/** The terms of a financing, as the shopper saw them. */
export function QuoteFacts({ quote }: { quote: FinanceQuote }) {
  const { plan, price, down, trade_in: tradeIn = 0, principal, months, monthly, balloon, fee } = quote;
  return (
    <Facts
      facts={[
        ['תוכנית', <bdi key="plan">{`${plan.name} (${plan.lender})`}</bdi>],
        ['מחיר', <Sum key="price" shekels={price} />],
        ['מקדמה במימון', <Sum key="down" shekels={down} />],
        ['מתוכה טרייד־אין', tradeIn > 0 && <Sum key="trade-in" shekels={tradeIn} />],
        ['סכום למימון', <Sum key="principal" shekels={principal} />],
        ['תשלומים', <bdi key="months">{months}</bdi>],
        ['החזר חודשי', <Sum key="monthly" shekels={monthly} />],
        ['בלון', balloon > 0 && <Sum key="balloon" shekels={balloon} />],
        ['דמי פתיחת תיק', fee > 0 && <Sum key="fee" shekels={fee} />],
        ['ריבית שנתית אפקטיבית', <bdi key="rate" dir="ltr">{`${quote.effective_rate.toFixed(2)}%`}</bdi>],
      ]}
    />
  );
}
