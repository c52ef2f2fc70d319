import { type MetaDescriptor, redirect } from 'react-router';
import { withFilms } from '#domain/catalogue/video.ts';
import { faqsOf, withFaqAnchors } from '#domain/text/faqs.ts';
import { getContentPage } from '#server/stores/content-pages.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { contextOf } from '~/context.ts';
import { TextParts } from '~/features/blog/text-parts.tsx';
import { headOf } from '~/features/seo/head.ts';
import { breadcrumbData, faqData } from '~/features/seo/structured.ts';
import { notFoundOr } from '~/not-found.ts';
import type { Route } from './+types/page.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  if (!params.slug) throw redirect('/sitemap');
  const ctx = contextOf(context);
  const { body, ...page } = await getContentPage(ctx, { slug: params.slug }).catch(notFoundOr);
  const path = `/page/${encodeURIComponent(page.slug.name)}`;
  if (page.slug.name !== params.slug) throw redirect(path + url.search, 301);
  const head = headOf(ctx.store, {
    title: page.title,
    description: page.description,
    path,
    data: [...breadcrumbData(ctx.store, [{ name: page.title, path }]), ...faqData(ctx.store, faqsOf(body))],
  });
  return { page, parts: withFilms(withFaqAnchors(body), ctx.store.settings.frame_hosts ?? []), head };
}

export default function ContentPage({ loaderData: { page, parts } }: Route.ComponentProps) {
  return (
    <article className="page py-4 pb-20">
      <Breadcrumbs items={[{ name: page.title }]} />
      <header className="mt-6 mb-10 max-w-3xl">
        <h1 className="text-4xl font-black">{page.title}</h1>
        {page.description && <p className="mt-4 text-lg text-ink-2">{page.description}</p>}
      </header>
      <TextParts parts={parts} name={page.title} poster={null} className="wide-opening" />
    </article>
  );
}
