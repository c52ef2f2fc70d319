import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { getFeaturedPost, getPost, getPosts, listPostCategories } from './blogs.ts';

export function blogRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/blogs/get-categories-and-posts-by-blog-key', { cache: 'public', kept: true }, async (ctx) => {
    const [categories, featured, { items }] = await Promise.all([
      listPostCategories(ctx),
      getFeaturedPost(ctx),
      getPosts(ctx, { page: 1, page_size: 24 }),
    ]);
    return { categories, featured, posts: items };
  });
  serve(app, 'GET /api/blogs/get-post', { cache: 'public' }, (ctx, { query }) => getPost(ctx, query.slug));
  serve(app, 'GET /api/blogs/get-posts', { cache: 'public', kept: true }, (ctx, { query }) => getPosts(ctx, query));
  serve(app, 'GET /api/blogs/get-category-posts', { cache: 'public', kept: true }, (ctx, { query }) =>
    getPosts(ctx, query),
  );
}
