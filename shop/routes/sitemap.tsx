import type { MetaDescriptor } from 'react-router';
import { categoryPath } from '#domain/text/links.ts';
import { listCollections } from '#server/catalogue/collections/collections.ts';
import { listPartsVehicles } from '#server/catalogue/parts/vehicles.ts';
import { getPosts } from '#server/content/blog/blogs.ts';
import { listContentPages } from '#server/stores/content-pages.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Link } from '#ui/link.tsx';
import { contextOf } from '~/context.ts';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/sitemap.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const [collections, pages, makes, blog] = await Promise.all([
    listCollections(ctx),
    listContentPages(ctx),
    listPartsVehicles(ctx),
    getPosts(ctx, { page: 1, page_size: 96 }),
  ]);
  return {
    head: headOf(ctx.store, {
      title: 'מפת האתר',
      description: 'כל הקטגוריות, דפי המידע ודפי השירות במקום אחד.',
      path: '/sitemap',
    }),
    categories: collections.map(({ id, name, slug, parent_id }) => ({ id, name, slug: slug.name, parent: parent_id })),
    pages,
    spareParts: makes.length > 0,
    tradeIn: ctx.store.settings.purchase?.trade_in ?? false,
    posts: blog.items.map(({ title, slug }) => ({ title, slug: slug.name })),
  };
}

const line = 'inline-flex min-h-11 items-center';
const link = `${line} py-1 leading-snug hover:underline`;

export default function SitemapPage({
  loaderData: { categories, pages, spareParts, tradeIn, posts },
}: Route.ComponentProps) {
  const childrenOf = (parent: string) => categories.filter((category) => category.parent === parent);
  const roots = categories.filter((category) => category.parent === null);
  const childlessRoots = roots.filter(({ id }) => childrenOf(id).length === 0);
  return (
    <div className="page py-4 pb-20">
      <Breadcrumbs items={[{ name: 'מפת האתר' }]} />
      <h1 className="mt-6 mb-10 text-4xl font-black">מפת האתר</h1>
      <div className="-mb-10 gap-x-10 *:mb-10 *:break-inside-avoid sm:columns-2 lg:columns-3">
        {roots
          .filter((root) => !childlessRoots.includes(root))
          .map((root) => (
            <section key={root.id}>
              <h2 className="mb-2 text-xl">
                <Link to={categoryPath(root.slug)} className={link}>
                  {root.name}
                </Link>
              </h2>
              <Categories categories={childrenOf(root.id)} />
            </section>
          ))}
        {childlessRoots.length > 0 && (
          <section>
            <h2 className="mb-2 text-xl">
              <span className={line}>{childlessRoots.length < roots.length ? 'עוד בחנות' : 'החנות'}</span>
            </h2>
            <Categories categories={childlessRoots} />
          </section>
        )}
        <section>
          <h2 className="mb-2 text-xl">
            <span className={line}>מידע ושירות</span>
          </h2>
          <ul>
            {pages.map((page) => (
              <li key={page.slug}>
                <Link to={`/page/${encodeURIComponent(page.slug)}`} className={link}>
                  {page.title}
                </Link>
              </li>
            ))}
            {spareParts && (
              <li>
                <Link to="/spare-parts" className={link}>
                  חלקי חילוף לפי דגם ותרשים
                </Link>
              </li>
            )}
            {tradeIn && (
              <li>
                <Link to="/trade-in" className={link}>
                  טרייד־אין: כמה שווה הרכב שלכם?
                </Link>
              </li>
            )}
            <li>
              <Link to="/contact" className={link}>
                יצירת קשר
              </Link>
            </li>
            <li>
              <Link to="/distributors" className={link}>
                סניפים ושעות פתיחה
              </Link>
            </li>
            <li>
              <Link to="/order" className={link}>
                איפה ההזמנה שלי?
              </Link>
            </li>
            <li>
              <Link to="/cancellation" className={link}>
                ביטול עסקה
              </Link>
            </li>
          </ul>
        </section>
        {posts.length > 0 && (
          <section>
            <h2 className="mb-2 text-xl">
              <Link to="/blog" className={link}>
                המגזין
              </Link>
            </h2>
            <ul>
              {posts.map((post) => (
                <li key={post.slug}>
                  <Link to={`/blog/${encodeURIComponent(post.slug)}`} className={link}>
                    {post.title}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

const Categories = ({ categories }: { categories: { id: string; name: string; slug: string }[] }) => (
  <ul>
    {categories.map(({ id, name, slug }) => (
      <li key={id}>
        <Link to={categoryPath(slug)} className={link}>
          {name}
        </Link>
      </li>
    ))}
  </ul>
);
