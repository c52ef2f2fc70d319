import type { MetaDescriptor } from 'react-router';
import { categoryPath } from '#domain/links.ts';
import { getPosts } from '#server/areas/blogs/blogs.ts';
import { listCollections } from '#server/areas/collections/collections.ts';
import { listContentPages } from '#server/areas/content-pages/content-pages.ts';
import { listPartsVehicles } from '#server/areas/parts/vehicles.ts';
import { contextOf } from '~/context.ts';
import { headOf } from '~/features/seo/head.ts';
import { useStore } from '~/store.ts';
import { Breadcrumbs } from '~/ui/breadcrumbs.tsx';
import { Link } from '~/ui/link.tsx';
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
    posts: blog.items.map(({ title, slug }) => ({ title, slug: slug.name })),
  };
}

/** Without the store's name, which closes the titles of its legal pages: here all are its own. */
const shortTitle = (title: string, store: string): string => title.replace(` – ${store}`, '');

const line = 'inline-flex min-h-11 items-center';
const link = `${line} hover:underline`;

export default function SitemapPage({ loaderData: { categories, pages, spareParts, posts } }: Route.ComponentProps) {
  const store = useStore();
  const roots = categories.filter((category) => category.parent === null);
  return (
    <div className="page py-4 pb-20">
      <Breadcrumbs items={[{ name: 'מפת האתר' }]} />
      <h1 className="mt-6 mb-10 text-4xl font-black">מפת האתר</h1>
      <div className="-mb-10 gap-x-10 *:mb-10 *:break-inside-avoid sm:columns-2 lg:columns-3">
        {roots.map((root) => (
          <section key={root.id}>
            <h2 className="mb-2 text-xl">
              <Link to={categoryPath(root.slug)} className={link}>
                {root.name}
              </Link>
            </h2>
            <ul>
              {categories
                .filter((category) => category.parent === root.id)
                .map((category) => (
                  <li key={category.id}>
                    <Link to={categoryPath(category.slug)} className={link}>
                      {category.name}
                    </Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
        <section>
          <h2 className="mb-2 text-xl">
            <span className={line}>מידע ושירות</span>
          </h2>
          <ul>
            {pages.map((page) => (
              <li key={page.slug}>
                <Link to={`/page/${encodeURIComponent(page.slug)}`} className={link}>
                  {shortTitle(page.title, store.store.name)}
                </Link>
              </li>
            ))}
            {spareParts && (
              <li>
                <Link to="/spare-parts" className={link}>
                  חלקי חילוף לפי כלי ותרשים
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
