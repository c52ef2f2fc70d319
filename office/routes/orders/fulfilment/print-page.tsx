import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { isolate } from '#domain/text/format.ts';
import type { OrderPage } from '#server/office/orders/read-order.ts';
import { Button } from '#ui/button.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Moment, Phone } from '../../../components/shown-values.tsx';

type Props = { page: OrderPage; title: string; children: ReactNode };

/** A sheet of paper about an order; on the screen with a button that prints it. */
export function PrintPage({ page: { order, store, branch, addressLine }, title, children }: Props) {
  return (
    <div className="mx-auto max-w-3xl">
      <div className="print:hidden">
        <PageHead
          title={title}
          back={{ to: `/orders/${order.uuid}`, label: `הזמנה ${isolate(order.number)}` }}
          actions={
            <Button size="sm" onClick={() => window.print()}>
              <Printer aria-hidden className="size-4" />
              הדפסה
            </Button>
          }
        />
      </div>
      <article className="panel grid gap-5 p-8 print:border-0 print:p-0">
        <header className="flex flex-wrap items-start justify-between gap-4 border-b border-line pb-4">
          <div>
            <p className="text-sm text-ink-3">{store.name}</p>
            <p className="text-xl font-bold">
              {title} <bdi>{order.number}</bdi>
            </p>
            <p className="text-sm text-ink-3">
              הוזמן ב־
              <Moment at={order.createdAt} />
            </p>
          </div>
          <div className="text-end">
            <p className="font-semibold">
              <bdi>{`${order.firstName} ${order.lastName}`.trim()}</bdi>
            </p>
            {order.phone && (
              <p>
                <Phone e164={order.phone} />
              </p>
            )}
            <p className="text-sm text-ink-2">
              {[order.deliveryName, branch, addressLine].filter(Boolean).map((text) => (
                <bdi key={text} className="block">
                  {text}
                </bdi>
              ))}
            </p>
          </div>
        </header>
        {children}
      </article>
    </div>
  );
}
