import { type MetaDescriptor, redirect } from 'react-router';
import { withFilms } from '#domain/catalogue/video.ts';
import { getPost } from '#server/content/blog/blogs.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { contextOf } from '~/context.ts';
import { PostCard } from '~/features/blog/post-card.tsx';
import { PostMeta, postPath } from '~/features/blog/post-meta.tsx';
import { SideBanners } from '~/features/blog/side-banners.tsx';
import { TextParts } from '~/features/blog/text-parts.tsx';
import { headOf } from '~/features/seo/head.ts';
import { breadcrumbData, postData } from '~/features/seo/structured.ts';
import { notFoundOr } from '~/not-found.ts';
import type { Route } from './+types/post.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const { body, ...post } = await getPost(ctx, params.slug).catch(notFoundOr);
  const path = postPath(post.slug.name);
  if (post.slug.name !== params.slug) throw redirect(path + url.search, 301);
  const head = headOf(ctx.store, {
    title: post.title,
    description: post.description,
    path,
    image: post.image?.image_url,
    type: 'article',
    data: [
      ...postData(ctx.store, post),
      ...breadcrumbData(ctx.store, [
        { name: 'המגזין', path: '/blog' },
        { name: post.title, path },
      ]),
    ],
  });
  return { post, parts: withFilms(body, ctx.store.settings.frame_hosts ?? []), head };
}

export default function PostPage({ loaderData: { post, parts } }: Route.ComponentProps) {
  const category = `/blog?category=${encodeURIComponent(post.category.slug.name)}`;
  return (
    <div className="page pt-3 pb-20 md:pt-6 md:pb-28">
      <Breadcrumbs
        className="max-sm:[&_li:last-child]:hidden max-sm:[&_li:nth-last-child(2)>svg]:hidden"
        items={[{ name: 'המגזין', to: '/blog' }, { name: post.category.name, to: category }, { name: post.title }]}
      />
      <div className="mt-4 grid gap-12 lg:grid-cols-[minmax(0,1fr)_19rem] xl:gap-20">
        <article>
          <header>
            <h1 className={classNames('text-4xl font-black text-balance', post.title.length <= 32 && 'md:text-5xl')}>
              {post.title}
            </h1>
            <p className="mt-4 mb-5 max-w-3xl text-xl text-ink-2">{post.description}</p>
            <p className="font-semibold">{post.author}</p>
            <PostMeta post={post} />
          </header>
          {post.image && (
            <div className="my-8 grid place-items-center rounded-xl bg-ground-2 p-4 text-lg max-[90rem]:max-w-[70ch] md:my-10 md:p-8">
              <Picture
                image={post.image}
                priority
                sizes="(min-width: 1024px) 60vw, 92vw"
                className="max-h-[30rem] w-full object-contain"
              />
            </div>
          )}
          <TextParts parts={parts} name={post.title} poster={post.image} className="text-lg" />
          {post.tags.length > 0 && (
            <ul aria-label="נושאים" className="mt-10 flex flex-wrap gap-2">
              {post.tags.map((tag) => (
                <li key={tag}>
                  <Link
                    to={`/blog?tag=${encodeURIComponent(tag)}`}
                    className="inline-flex min-h-11 items-center rounded-full bg-ground-2 px-4 text-sm hover:bg-ground-3"
                  >
                    {tag}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </article>
        <SideBanners products={post.products} />
      </div>
      {post.related.length > 0 && (
        <section aria-labelledby="related" className="mt-16 md:mt-24">
          <h2 id="related" className="mb-8 text-3xl font-extrabold">
            עוד לקריאה
          </h2>
          <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 xl:grid-cols-3">
            {post.related.map((related) => (
              <li key={related.id}>
                <PostCard post={related} heading="h3" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
