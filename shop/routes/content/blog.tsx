import { type MetaDescriptor, redirect } from 'react-router';
import { getFeaturedPost, getPosts, listPostCategories } from '#server/content/blog/blogs.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { MessagePage } from '#ui/message-page.tsx';
import { contextOf } from '~/context.ts';
import { FeaturedPost } from '~/features/blog/featured-post.tsx';
import { PostCard } from '~/features/blog/post-card.tsx';
import { headOf } from '~/features/seo/head.ts';
import { breadcrumbData } from '~/features/seo/structured.ts';
import type { Route } from './+types/blog.ts';

const PAGE_SIZE = 12;

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const search = new URL(request.url).searchParams;
  const tag = search.get('tag')?.slice(0, 80) || undefined;
  const requestedPage = Math.min(10_000, Math.max(1, Math.floor(Number(search.get('page')) || 1)));
  const categories = await listPostCategories(ctx);
  const category = categories.find(({ slug }) => slug.name === search.get('category'));
  const isUnfiltered = !category && !tag;
  const featured = isUnfiltered ? await getFeaturedPost(ctx) : null;
  const filter = { category: category?.slug.name, tag, without: featured?.id, page_size: PAGE_SIZE };
  const posts = await getPosts(ctx, { ...filter, page: requestedPage });
  const pages = Math.max(1, Math.ceil(posts.total / PAGE_SIZE));
  if (requestedPage > pages) throw redirect(`/blog${queryOf({ category: category?.slug.name, tag, page: pages })}`);
  const title = category?.name ?? (tag ? `כתבות בנושא ${tag}` : 'המגזין');
  const path = `/blog${queryOf({ category: category?.slug.name, tag, page: requestedPage })}`;
  const head = headOf(ctx.store, {
    title: requestedPage > 1 ? `${title} – דף ${requestedPage}` : title,
    description: category?.text || 'מדריכים, מסלולים וטיפים מהצוות: איך בוחרים, איך מתחזקים ולאן נוסעים.',
    path,
    image: (featured ?? posts.items[0])?.image?.image_url,
    noindex: tag !== undefined,
    data: breadcrumbData(ctx.store, [{ name: 'המגזין', path: '/blog' }, ...(category ? [{ name: title, path }] : [])]),
  });
  return {
    head,
    title,
    text: category?.text ?? '',
    categories,
    chosen: category?.slug.name,
    tag,
    page: requestedPage,
    pages,
    featured,
    posts: posts.items,
  };
}

type Query = { category?: string | undefined; tag?: string | undefined; page?: number };

function queryOf({ category, tag, page = 1 }: Query): string {
  const entries = Object.entries({ category, tag, page: page > 1 ? String(page) : undefined });
  const query = new URLSearchParams(entries.flatMap(([name, value]) => (value ? [[name, value]] : []))).toString();
  return query && `?${query}`;
}

export default function Blog({ loaderData }: Route.ComponentProps) {
  const { title, text, categories, chosen, tag, page, pages, featured, posts } = loaderData;
  if (posts.length === 0 && !featured)
    return (
      <MessagePage
        drawing="signpost"
        heading="אין כאן כתבות עדיין"
        action={<ButtonLink to="/category">לכל הקטלוג</ButtonLink>}
      >
        כתבות חדשות בדרך. בינתיים אפשר להציץ בקטלוג.
      </MessagePage>
    );
  const root = !chosen && !tag;
  return (
    <div className="page pt-3 pb-20 md:pt-6 md:pb-28">
      <Breadcrumbs items={root ? [{ name: title }] : [{ name: 'המגזין', to: '/blog' }, { name: title }]} />
      <h1 className="mt-4 text-4xl font-black md:text-5xl">{title}</h1>
      {text && <p className="mt-3 max-w-prose text-lg text-ink-2">{text}</p>}
      <nav aria-label="נושאים" className="mt-6 mb-8 flex flex-wrap gap-2 md:mb-12">
        <Chip to="/blog" current={root}>
          הכול
        </Chip>
        {categories.map((category) => (
          <Chip
            key={category.id}
            to={`/blog${queryOf({ category: category.slug.name })}`}
            current={chosen === category.slug.name}
          >
            {category.name}
          </Chip>
        ))}
      </nav>
      {featured && page === 1 && <FeaturedPost post={featured} />}
      {posts.length > 0 && (
        <ul
          className={classNames(
            'mt-10 grid gap-x-8 gap-y-12 sm:grid-cols-2 md:mt-14',
            // Two share the row.
            posts.length !== 2 && 'xl:grid-cols-3',
          )}
        >
          {posts.map((post) => (
            <li key={post.id}>
              <PostCard post={post} wide={posts.length <= 2} />
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav aria-label="דפים" className="mt-14 flex justify-center gap-3">
          {page > 1 && (
            <ButtonLink
              variant="secondary"
              rel="prev"
              to={`/blog${queryOf({ category: chosen, tag, page: page - 1 })}`}
            >
              לכתבות חדשות יותר
            </ButtonLink>
          )}
          {page < pages && (
            <ButtonLink
              variant="secondary"
              rel="next"
              to={`/blog${queryOf({ category: chosen, tag, page: page + 1 })}`}
            >
              לכתבות קודמות
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  );
}

const Chip = ({ to, current, children }: { to: string; current: boolean; children: string }) => (
  <Link
    to={to}
    aria-current={current ? 'page' : undefined}
    className={classNames(
      'inline-flex min-h-11 items-center rounded-full px-4 font-semibold sm:px-5 transition-colors',
      current ? 'bg-ink text-ground' : 'bg-ground-2 hover:bg-ground-3',
    )}
  >
    {children}
  </Link>
);
