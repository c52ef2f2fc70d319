import { Heart, Package } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MetaDescriptor } from 'react-router';
import { getCustomerOrders } from '#server/customers/account/orders.ts';
import { getFavorites } from '#server/customers/favorites/favorites.ts';
import { toCustomer } from '#server/customers/profile.ts';
import { ownBookings } from '#server/leads/bookings/own-bookings.ts';
import { ownTradeIns } from '#server/leads/trade-ins/read.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { greetingName } from '~/features/account/customer.ts';
import { OrderRow } from '~/features/account/orders/order-row.tsx';
import { OwnBookings } from '~/features/account/own-bookings.tsx';
import { OwnTradeIns } from '~/features/account/own-trade-ins.tsx';
import { personalContext, privateHeaders } from '~/features/account/private-page.ts';
import { ProductCard } from '~/features/product/card/product-card.tsx';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/dashboard.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = personalContext({ context, request });
  const { customer } = ctx;
  const [orders, favorites, bookings, tradeIns] = await Promise.all([
    getCustomerOrders(ctx, { page: 1, page_size: 1, search: '' }),
    getFavorites(ctx, { page: 1, page_size: 4 }),
    ownBookings(ctx),
    ownTradeIns(ctx),
  ]);
  return {
    customer: toCustomer(customer),
    orders,
    favorites,
    bookings,
    tradeIns,
    head: headOf(ctx.store, { title: 'אזור אישי', path: '/personal-area', noindex: true }),
  };
}

export default function Dashboard({
  loaderData: { customer, orders, favorites, bookings, tradeIns },
}: Route.ComponentProps) {
  const [last] = orders.items;
  return (
    <div className="grid gap-12 lg:gap-16">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-3xl font-black">
            שלום, <bdi>{greetingName(customer)}</bdi>
          </h1>
          <p className="mt-2 flex flex-wrap gap-x-4 text-ink-2">
            {customer.phone && <bdi dir="ltr">{customer.phone}</bdi>}
            {customer.email && (
              <bdi dir="ltr" className="min-w-0 wrap-anywhere">
                {customer.email}
              </bdi>
            )}
          </p>
        </div>
        <ButtonLink to="/personal-area/edit-details/general" variant="secondary">
          עריכת הפרטים
        </ButtonLink>
      </header>
      {bookings.length > 0 && (
        <Section title="התורים שלכם" all={null} label="">
          <OwnBookings bookings={bookings} />
        </Section>
      )}
      {tradeIns.length > 0 && (
        <Section title="הטרייד־אין שלכם" all={null} label="">
          <OwnTradeIns tradeIns={tradeIns} />
        </Section>
      )}
      <Section
        title="ההזמנה האחרונה"
        all={orders.total > 1 ? '/personal-area/orders/accessories' : null}
        label="כל ההזמנות"
      >
        {last ? (
          <OrderRow order={last} heading="h3" />
        ) : (
          <Nothing
            icon={<Package />}
            text="עוד לא הזמנתם כאן. כל הזמנה תופיע כאן עם מצבה בכל רגע."
            action="לכל הדגמים"
          />
        )}
      </Section>
      <Section
        title="רשימת המשאלות שלי"
        all={favorites.total > 0 ? '/personal-area/favorites' : null}
        label={`לכל הרשימה (${favorites.total})`}
      >
        {favorites.items.length > 0 ? (
          <ul className="grid grid-cols-2 max-sm:has-[>:only-child]:grid-cols-1 gap-x-3 gap-y-8 sm:gap-x-5 roomy:grid-cols-4">
            {favorites.items.map((product) => (
              <li key={product.id} className="min-w-0">
                <ProductCard product={product} sizes="(min-width: 1200px) 260px, 46vw" />
              </li>
            ))}
          </ul>
        ) : (
          <Nothing icon={<Heart />} text="סמנו לב ליד דגם, והוא יחכה לכם כאן בכל מכשיר." action="לבחירת דגם" />
        )}
      </Section>
    </div>
  );
}

function Section({
  title,
  all,
  label,
  children,
}: {
  title: string;
  all: string | null;
  label: string;
  children: ReactNode;
}) {
  return (
    <section>
      <div className="mb-5 flex items-center justify-between gap-4">
        <h2 className="text-xl">{title}</h2>
        {all && (
          <Link
            to={all}
            className="inline-flex min-h-11 items-center font-semibold text-action-ink underline-offset-4 hover:underline"
          >
            {label}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

function Nothing({ icon, text, action }: { icon: ReactNode; text: string; action: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-lg bg-ground-2 p-6 sm:p-8">
      <span aria-hidden className="text-ink-3 [&>svg]:size-8 [&>svg]:stroke-[1.5]">
        {icon}
      </span>
      <p className="min-w-56 grow basis-0 text-ink-2">{text}</p>
      <ButtonLink to="/category" variant="secondary">
        {action}
      </ButtonLink>
    </div>
  );
}
