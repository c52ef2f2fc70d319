import { CreditCard } from 'lucide-react';
import type { MetaDescriptor } from 'react-router';
import { paymentStatusLabel } from '#domain/orders/states.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import { getPayments, type PastPayment } from '#server/customers/account/payments.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/price.tsx';
import { EditTabs } from '~/features/account/details/edit-tabs.tsx';
import { orderPath } from '~/features/account/orders/order-row.tsx';
import { personalContext, privateHeaders } from '~/features/account/private-page.ts';
import { OrderDocuments } from '~/features/order/order-documents.tsx';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/payments.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = personalContext({ context, request });
  return {
    payments: await getPayments(ctx),
    head: headOf(ctx.store, { title: 'תשלומים', path: '/personal-area/edit-details/payments', noindex: true }),
  };
}

export default function PaymentsPage({ loaderData: { payments } }: Route.ComponentProps) {
  const { open, past, documents } = payments;
  return (
    <>
      <h1 className="text-3xl font-black">הפרטים שלי</h1>
      <EditTabs />
      {open.length + past.length + documents.length === 0 && (
        <Empty drawing="parcel" title="עוד אין תשלומים" action={<ButtonLink to="/category">לכל הדגמים</ButtonLink>}>
          תשלומים, חשבוניות וקבלות יופיעו כאן. פרטי כרטיס האשראי אינם נשמרים אצלנו.
        </Empty>
      )}
      <div className="mt-8 grid gap-12">
        {open.length > 0 && (
          <section aria-labelledby="open-title" className="grid gap-3">
            <h2 id="open-title" className="text-xl">
              מחכים לתשלום
            </h2>
            <ul className="grid gap-3">
              {open.map((one) => (
                <li
                  key={one.order_uid}
                  className="flex flex-wrap items-center justify-between gap-4 rounded-lg bg-warning-wash p-5"
                >
                  <div>
                    <OrderLink uuid={one.order_uid} number={one.order_number} />
                    {one.hold_until && (
                      <p className="text-sm text-ink-2">
                        הפריטים שמורים עד <bdi dir="ltr">{formatDate(one.hold_until)}</bdi>,{' '}
                        <bdi dir="ltr">{formatTime(one.hold_until)}</bdi>
                      </p>
                    )}
                  </div>
                  <div className="flex flex-wrap items-center gap-4">
                    <Price value={one.amount} className="text-xl font-black" />
                    <ButtonLink to={one.path}>לתשלום</ButtonLink>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        )}
        {past.length > 0 && (
          <section aria-labelledby="past-title" className="grid gap-3">
            <h2 id="past-title" className="text-xl">
              תשלומים קודמים
            </h2>
            <ul className="divide-y divide-line">
              {past.map((one) => (
                <PaymentRow key={one.uuid} payment={one} />
              ))}
            </ul>
          </section>
        )}
        <OrderDocuments documents={documents} />
      </div>
    </>
  );
}

const OrderLink = ({ uuid, number }: { uuid: string; number: string }) => (
  <Link
    to={orderPath(uuid)}
    className="inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:underline"
  >
    <span>
      הזמנה <bdi dir="ltr">{number}</bdi>
    </span>
  </Link>
);

function PaymentRow({ payment: { card, wallet, ...payment } }: { payment: PastPayment }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
      <CreditCard aria-hidden strokeWidth={1.75} className="size-6 shrink-0 text-ink-3" />
      <div className="min-w-40 grow">
        <OrderLink uuid={payment.order_uid} number={payment.order_number} />
        <p className="text-sm text-ink-2">
          <bdi dir="ltr">{formatDate(payment.at)}</bdi>
          {wallet && (
            <>
              {' · '}
              <bdi>{wallet}</bdi>
            </>
          )}
          {card && (
            <>
              {' · '}
              {card.brand && <bdi>{card.brand} </bdi>}
              <bdi dir="ltr">•••• {card.last4}</bdi>
            </>
          )}
          {payment.payments_count > 1 && ` · ${payment.payments_count} תשלומים`}
        </p>
      </div>
      <p className="text-sm text-ink-2">
        {paymentStatusLabel[payment.status]}
        {payment.refunded > 0 && (
          <>
            {' '}
            (<Price value={payment.refunded} />)
          </>
        )}
      </p>
      <Price value={payment.amount} className="font-semibold" />
    </li>
  );
}
