import { isBeingHandled, type OrderStatus } from '#domain/orders/states.ts';
import type { OrderPage } from '#server/office/orders/read-order.ts';
import { Panel } from '../../../components/panel.tsx';
import { QuoteFacts } from '../../../components/shown-values.tsx';

/** Of an order that a lender pays for: the terms that its buyer saw, and how the request stands. */
export function FinancingPanel({ page: { order } }: { page: OrderPage }) {
  const quote = order.financeQuote;
  return (
    <Panel title="בקשת המימון">
      <p className={order.status === 'payment' ? 'text-warning' : 'text-ink-2'}>{stateOf(order.status)}</p>
      {quote ? <QuoteFacts quote={quote} /> : <p className="text-ink-3">הלקוח לא בחר תנאים באתר: מסכמים אותם בשיחה.</p>}
    </Panel>
  );
}

function stateOf(status: OrderStatus): string {
  if (status === 'payment')
    return 'הלקוח מחכה לשיחה עם תנאי ההצעה. המימון עוד לא אושר: אחרי האישור מקדמים את ההזמנה ל״התקבלה״.';
  if (isBeingHandled(status) || status === 'provided')
    return 'המימון אושר, וההזמנה התקבלה. התשלום של הגוף המממן לא נרשם כאן.';
  return 'ההזמנה הסתיימה, והבקשה אינה בתוקף.';
}
