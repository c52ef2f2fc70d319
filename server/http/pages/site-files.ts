import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { themeOf } from '#domain/catalogue/theme.ts';
import { productFeed } from '../../checkout/pricing/product-feed.ts';
import { llmsTxt } from '../../content/markdown/llms.ts';
import { blogFeed } from '../../content/seo/blog-feed.ts';
import { robotsTxt, sitemapIndex, sitemapPart } from '../../content/seo/sitemap.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { iconOf, plainPicture, sharePicture } from '../media/store-pictures.ts';

const FOR_AN_HOUR = 'public, max-age=3600';
const YEAR = 'public, max-age=31536000, immutable';
const ICONS = [32, 180, 192, 512];

/**
 * Files that machines ask a store for: crawlers, feed readers, browsers that keep an icon, and whoever shows a shared
 * link.
 */
export function siteFiles(app: FastifyInstance, deps: Deps): void {
  const options = { schema: { hide: true } };
  const text = (reply: FastifyReply, type: string, body: string) =>
    reply.type(`${type}; charset=utf-8`).header('cache-control', FOR_AN_HOUR).send(body);
  const xml = (reply: FastifyReply, body: string) => text(reply, 'application/xml', body);

  app.get('/robots.txt', options, async ({ ctx }, reply) => text(reply, 'text/plain', robotsTxt(ctx)));
  app.get('/sitemap.xml', options, async ({ ctx }, reply) => xml(reply, await sitemapIndex(ctx)));
  app.get<{ Params: { part: string } }>('/sitemaps/:part', options, async ({ ctx, params }, reply) => {
    const part = await sitemapPart(ctx, params.part);
    if (!part) throw refuse('NOT_FOUND');
    return xml(reply, part);
  });
  app.get('/feed.xml', options, async ({ ctx }, reply) => text(reply, 'application/rss+xml', await blogFeed(ctx)));
  app.get('/products.xml', options, async ({ ctx, method }, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', FOR_AN_HOUR)
      // Fastify answers a HEAD at once, but reads its stream to the end.
      .send(Readable.from(method === 'HEAD' ? [] : productFeed({ ...ctx, db: ctx.reader }))),
  );
  app.get('/llms.txt', options, async ({ ctx }, reply) => text(reply, 'text/markdown', await llmsTxt(ctx)));
  app.get('/manifest.webmanifest', options, async ({ ctx }, reply) =>
    text(reply, 'application/manifest+json', JSON.stringify(manifestOf(ctx))),
  );

  const icon = async (ctx: RequestContext, size: number, reply: FastifyReply, cache: string) => {
    const bytes = ICONS.includes(size) ? await iconOf(deps, ctx.store, size) : null;
    if (!bytes) throw refuse('NOT_FOUND');
    return reply.type('image/png').header('cache-control', cache).send(bytes);
  };
  app.get('/favicon.ico', options, async ({ ctx }, reply) => icon(ctx, 32, reply, FOR_AN_HOUR));
  app.get<{ Params: { size: string } }>('/icons/:size.png', options, async ({ ctx, params }, reply) =>
    icon(ctx, Number(params.size), reply, FOR_AN_HOUR),
  );
  const jpeg = (reply: FastifyReply, bytes: Buffer | null) => {
    if (!bytes) throw refuse('NOT_FOUND');
    return reply.type('image/jpeg').header('cache-control', YEAR).send(bytes);
  };
  app.get<{ Params: { name: string } }>('/media/:name/share.jpg', options, async ({ ctx, params }, reply) =>
    jpeg(reply, await sharePicture(deps, ctx.store, params.name)),
  );
  app.get<{ Params: { name: string } }>('/media/:name/plain.jpg', options, async ({ params }, reply) =>
    jpeg(reply, await plainPicture(deps, params.name)),
  );
}

const manifestOf = ({ store }: RequestContext) => ({
  name: store.seoTitle,
  short_name: store.name,
  description: store.seoDescription,
  lang: 'he',
  dir: 'rtl',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: 'white',
  theme_color: themeOf(store.theme)['--dark'],
  icons: [192, 512].map((size) => ({ src: `/icons/${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })),
});
