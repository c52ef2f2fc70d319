import { Search } from 'lucide-react';
import { Form, type MetaDescriptor } from 'react-router';
import { getCustomerOrders } from '#server/customers/account/orders.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { PageLinks } from '#ui/page-links.tsx';
import { OrderRow } from '~/features/account/orders/order-row.tsx';
import { personalContext, privateHeaders } from '~/features/account/private-page.ts';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/orders.ts';

const PATH = '/personal-area/orders/accessories';
const PAGE_SIZE = 10;

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = personalContext({ context, request });
  const query = new URL(request.url).searchParams;
  const search = (query.get('search') ?? '').trim().slice(0, 100);
  const page = Math.min(Math.max(Math.trunc(Number(query.get('page'))) || 1, 1), 10_000);
  return {
    search,
    orders: await getCustomerOrders(ctx, { page, page_size: PAGE_SIZE, search }),
    head: headOf(ctx.store, { title: 'הזמנות', path: PATH, noindex: true }),
  };
}

export default function OrdersPage({ loaderData: { search, orders } }: Route.ComponentProps) {
  const none = orders.total === 0;
  return (
    <>
      <h1 className="text-3xl font-black">הזמנות</h1>
      {(!none || search !== '') && (
        <Form role="search" className="mt-6 flex gap-2" key={search}>
          <label className="relative grow sm:max-w-md">
            <span className="sr-only">חיפוש בהזמנות</span>
            <Search
              aria-hidden
              className="pointer-events-none absolute start-4 top-1/2 size-5 -translate-y-1/2 text-ink-3"
            />
            <input
              type="search"
              name="search"
              defaultValue={search}
              maxLength={100}
              enterKeyHint="search"
              placeholder="הזמנה או מוצר"
              className="h-12 w-full rounded-md border border-line-strong bg-ground ps-12 pe-4 text-base placeholder:text-ink-3"
            />
          </label>
          <Button type="submit" variant="secondary">
            חיפוש
          </Button>
        </Form>
      )}
      <p role="status" className="mt-4 text-sm text-ink-2">
        {search !== '' && !none && (orders.total === 1 ? 'נמצאה הזמנה אחת' : `נמצאו ${orders.total} הזמנות`)}
      </p>
      {none && search !== '' && (
        <Empty drawing="search" title="לא נמצאו הזמנות" action={<ButtonLink to={PATH}>לכל ההזמנות</ButtonLink>}>
          אין הזמנה שמתאימה לחיפוש ״<bdi>{search}</bdi>״.
        </Empty>
      )}
      {none && search === '' && (
        <Empty drawing="parcel" title="עוד אין הזמנות" action={<ButtonLink to="/category">לכל הדגמים</ButtonLink>}>
          כל הזמנה שתבצעו תופיע כאן, עם מצבה בכל רגע.
        </Empty>
      )}
      <ul className="grid gap-4">
        {orders.items.map((order) => (
          <li key={order.uuid}>
            <OrderRow order={order} />
          </li>
        ))}
      </ul>
      <PageLinks
        label="דפי ההזמנות"
        page={orders.page}
        pages={Math.ceil(orders.total / PAGE_SIZE)}
        to={(page) => `${PATH}?${new URLSearchParams({ ...(search && { search }), page: String(page) })}`}
        className="mt-10"
      />
    </>
  );
}
