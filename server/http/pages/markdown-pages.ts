import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { categoryMarkdown } from '../../content/markdown/category.ts';
import { productMarkdown } from '../../content/markdown/product.ts';
import { contentPageMarkdown, postMarkdown } from '../../content/markdown/texts.ts';
import type { MarkdownPage } from '../../content/markdown/write-markdown.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';

/** Pages that exist as Markdown too, by the first part of their path. */
const kinds: Record<string, (ctx: RequestContext, slug: string, page: number) => Promise<MarkdownPage>> = {
  product: productMarkdown,
  category: categoryMarkdown,
  page: contentPageMarkdown,
  blog: postMarkdown,
};

const LAST_PAGE = 1_000;

/**
 * `/product/masa-750.md`, or the page's own address by who accepts Markdown and not HTML. The page for people stays the
 * canonical one.
 */
export function markdownPages(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const page = request.ctxOrNull && wantedPage(request);
    if (page) return answer(request.ctxOrNull as RequestContext, page, reply);
  });
}

type Wanted = { kind: string; slug: string; page: number };

function wantedPage({ method, url, headers }: FastifyRequest): Wanted | null {
  if (method !== 'GET' && method !== 'HEAD') return null;
  const [, kind = '', part = '', query = ''] = /^\/([a-z]+)\/([^/?#]+)(?:\?(.*))?$/.exec(url) ?? [];
  if (!Object.hasOwn(kinds, kind)) return null;
  const named = part.endsWith('.md');
  if (!named && !prefersMarkdown(headers.accept)) return null;
  const page = Number(new URLSearchParams(query).get('page') ?? 1);
  return { kind, slug: named ? part.slice(0, -'.md'.length) : part, page };
}

/** Browsers name HTML; who names Markdown before it, or without it, reads Markdown. */
function prefersMarkdown(accept = ''): boolean {
  const at = (type: string) => accept.indexOf(type);
  return at('text/markdown') >= 0 && (at('text/html') < 0 || at('text/markdown') < at('text/html'));
}

async function answer(ctx: RequestContext, { kind, slug, page }: Wanted, reply: FastifyReply): Promise<FastifyReply> {
  if (!Number.isInteger(page) || page < 1 || page > LAST_PAGE) throw refuse('NOT_FOUND');
  const { path, origin, body } = await (kinds[kind] as (typeof kinds)[string])(ctx, decoded(slug), page);
  return reply
    .type('text/markdown; charset=utf-8')
    .header('vary', 'Accept, Accept-Encoding')
    .header('cache-control', 'public, max-age=300')
    .header('link', `<${origin}${path}>; rel="canonical"`)
    .header('x-robots-tag', 'noindex')
    .send(body);
}

function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    throw refuse('NOT_FOUND');
  }
}
