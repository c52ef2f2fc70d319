import type { MetaDescriptor } from 'react-router';
import type { ProductList } from '#contract/catalogue/products.ts';
import type { RequestContext } from '#server/context.ts';
import { receiveAlerts } from '#server/customers/favorites/alert-settings.ts';
import { getFavorites } from '#server/customers/favorites/favorites.ts';
import { getWays } from '#server/customers/requested-messages/request.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { PageLinks } from '#ui/page-links.tsx';
import { EmailProved } from '~/features/account/email-proved.tsx';
import { FavoriteGrid } from '~/features/account/favorite-grid.tsx';
import { personalContext, privateHeaders } from '~/features/account/private-page.ts';
import { AlertsForm } from '~/features/favorites/alerts-form.tsx';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/favorites.ts';

const PATH = '/personal-area/favorites';
const PAGE_SIZE = 24;

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = personalContext({ context, request });
  const page = Math.min(Math.max(Math.trunc(Number(new URL(request.url).searchParams.get('page'))) || 1, 1), 1_000);
  const [favorites, alerts] = await Promise.all([readPage(ctx, page), getWays(ctx, 'favorite_alerts')]);
  return {
    favorites,
    alerts,
    head: headOf(ctx.store, { title: 'רשימת המשאלות שלי', path: PATH, noindex: true }),
  };
}

/** Beyond the last page, which grows less as favourites are taken out, that one. */
async function readPage(ctx: RequestContext, page: number): Promise<ProductList> {
  const list = await getFavorites(ctx, { page, page_size: PAGE_SIZE });
  const last = Math.max(1, Math.ceil(list.total / PAGE_SIZE));
  return page > last ? getFavorites(ctx, { page: last, page_size: PAGE_SIZE }) : list;
}

/** Whether and how alerts are sent. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = personalContext({ context, request });
  return receiveAlerts(ctx, await request.formData());
}

export default function FavoritesPage({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { favorites, alerts } = loaderData;
  return (
    <>
      <h1 className="text-3xl font-black">רשימת המשאלות שלי</h1>
      <div className="mt-8">
        <FavoriteGrid
          products={favorites.items}
          total={favorites.total}
          empty={
            <Empty
              drawing="heart"
              title="רשימת המשאלות עוד ריקה"
              action={<ButtonLink to="/category">לכל הדגמים</ButtonLink>}
            >
              סמנו לב ליד דגם, והוא יחכה לכם כאן בכל מכשיר.
            </Empty>
          }
        />
      </div>
      <PageLinks
        label="דפי רשימת המשאלות"
        page={favorites.page}
        pages={Math.ceil(favorites.total / PAGE_SIZE)}
        to={(page) => `${PATH}?page=${page}`}
        className="mt-10"
      />
      <EmailProved />
      {(favorites.total > 0 || alerts.by_sms || alerts.by_email) && (
        <AlertsForm alerts={alerts} reply={reply?.refused} saved={Boolean(reply && !reply.refused)} />
      )}
    </>
  );
}
