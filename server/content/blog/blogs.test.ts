import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post, PostPreview } from '#contract/content/blogs.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { headOf } from '../../../tests/support/crawl.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

const get = (path: string, store = 'raam') => site.call({ host: `${store}.localhost`, path });
const slugs = (posts: PostPreview[]) => posts.map(({ slug }) => slug.name);
type List = { items: PostPreview[]; total: number };

/** More posts than fit on a page, ascending by date. */
async function write(count: number, store: string): Promise<void> {
  await site.connection.pool.query(
    `insert into posts (store_uid, category_uid, slug, title, description, body, author, picture, picture_alt, picture_width,
       picture_height, tags, products, minutes, featured, published_at)
     select p.store_uid, p.category_uid, 'more-' || n, 'עוד ' || n, p.description, p.body, p.author, p.picture, p.picture_alt,
       p.picture_width, p.picture_height, '{סדרה}', '{}', 1, false, '2025-01-01'::timestamptz + n * interval '1 day'
     from generate_series(1, $1) n, lateral (
       select p.* from posts p join stores s on s.uuid = p.store_uid where s.key = $2 order by p.slug limit 1) p`,
    [count, store],
  );
}

test('the calls give categories, the featured post, posts of a category and a post with what goes with it', async () => {
  const blog = (await get('/api/blogs/get-categories-and-posts-by-blog-key')).json<{
    categories: { slug: { name: string }; posts_count: number }[];
    featured: PostPreview;
    posts: PostPreview[];
  }>();
  expect(blog.featured.slug.name).toBe('choose-first-bike');
  expect(blog.categories.map(({ slug, posts_count }) => [slug.name, posts_count])).toEqual([
    ['guides', 2],
    ['routes', 1],
  ]);
  expect(slugs(blog.posts)).toEqual(['choose-first-bike', 'a1-licence-guide', 'weekend-galilee']);
  const guides = (await get('/api/blogs/get-category-posts?category=guides')).json<List>();
  expect(slugs(guides.items)).toEqual(['choose-first-bike', 'a1-licence-guide']);
  const post = (await get('/api/blogs/get-post?slug=a1-licence-guide')).json<Post>();
  expect(post.products.map(({ slug }) => slug.name)).toEqual(['raam-barak-500', 'raam-sufa-400rr', 'raam-masa-450']);
  expect(slugs(post.related)).toEqual(['choose-first-bike', 'weekend-galilee']);
  expect(post.minutes).toBeGreaterThan(1);
});

test('another store’s post is not there, and neither is one whose day has not come', async () => {
  expect((await get('/api/blogs/get-post?slug=a1-licence-guide', 'zik')).status).toBe(404);
  expect((await get('/blog/a1-licence-guide', 'zik')).status).toBe(404);
  await site.connection.pool.query(
    `update posts set published_at = now() + interval '1 hour' where slug = 'battery-care'`,
  );
  expect((await get('/blog/battery-care', 'noam')).status).toBe(404);
  for (const path of ['/blog', '/feed.xml', '/sitemaps/posts-1.xml', '/api/blogs/get-posts'])
    expect((await get(path, 'noam')).text, path).not.toContain('battery-care');
  expect((await get('/api/blogs/get-category-posts', 'noam')).status).toBe(400);
});

test('pages of posts have addresses of their own, and one beyond the last leads to the last', async () => {
  await write(14, 'gal');
  const first = headOf((await get('/blog', 'gal')).text);
  expect(first).toMatchObject({ canonical: 'https://www.gal.co.il/blog', noindex: false });
  const second = (await get('/blog?page=2', 'gal')).text;
  expect(headOf(second)).toMatchObject({ canonical: 'https://www.gal.co.il/blog?page=2', headings: 1 });
  expect(second).toContain('/blog/more-1"');
  expect(second).toContain('rel="prev"');
  expect((await get('/blog?page=9', 'gal')).headers.location).toBe('/blog?page=2');
  expect((await get('/blog?page=nonsense', 'gal')).status).toBe(200);
  const tagged = await get(`/blog?tag=${encodeURIComponent('סדרה')}&page=2`, 'gal');
  expect(headOf(tagged.text)).toMatchObject({ noindex: true, headings: 1 });
  const some = (await get('/api/blogs/get-posts?page=3&page_size=5', 'gal')).json<List>();
  expect([some.total, some.items.length]).toEqual([17, 5]);
  expect((await get('/api/blogs/get-posts?page_size=97', 'gal')).status).toBe(400);
});

test('the feed has each post whole, with addresses that hold elsewhere', async () => {
  const { status, headers, text } = await get('/feed.xml', 'zik');
  expect([status, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8']);
  expect(text.match(/<item>/g)).toHaveLength(3);
  expect(text.match(/<link>https:\/\/www\.zik\.co\.il\/blog\//g)).toHaveLength(3);
  // Markup inside is text here, so that it can't end the feed's own elements.
  expect(text).not.toMatch(/<(?:p|img|script|h2)\b/);
  expect(text).not.toMatch(/=&#34;\//);
  expect(text).toMatch(/src=&#34;https:\/\/www\.zik\.co\.il\/media\//);
});
