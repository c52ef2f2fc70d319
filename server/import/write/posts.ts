import { sync, type Values } from '#server/catalogue/derived/sync.ts';
import { htmlPath } from '../pictures/references.ts';
import type { Post } from '../posts.ts';
import { picturesOf } from './rich-text.ts';
import { renameArticles, writeFormerArticles } from './slug-history.ts';
import { uuidsBy, type Writer } from './writer.ts';

const WORDS_A_MINUTE = 180;

/** The blog's categories and posts. */
export async function writePosts(writer: Writer): Promise<void> {
  const stores = writer.folder.stores.filter(({ key }) => writer.stores.has(key));
  const uidOf = (key: string): string => writer.stores.get(key) as string;
  await sync(
    writer,
    { table: 'post_categories', key: ['store_uid', 'slug'] },
    stores.flatMap(({ key, postCategories }) =>
      (postCategories ?? []).map(({ data }, at) => ({
        store_uid: uidOf(key),
        slug: data.slug,
        name: data.name,
        text: data.text ?? '',
        position: data.position ?? at,
      })),
    ),
  );
  const categories = await uuidsBy(
    writer,
    `select s.key || '/' || c.slug as key, c.uuid from post_categories c
     join stores s on s.uuid = c.store_uid where s.company_uid = $1`,
  );
  const rows = stores.flatMap(({ key, posts }) =>
    posts.map((post) => ({
      store_uid: uidOf(key),
      category_uid: categories.get(`${key}/${post.head.category}`),
      ...postValues(writer, key, post),
    })),
  );
  const articles = stores.map(({ key, posts }) => ({
    uid: uidOf(key),
    posts: posts.map(({ slug, head }) => ({ slug, former_slugs: head.former_slugs })),
  }));
  for (const { uid, posts } of articles) await renameArticles(writer, 'POST', uid, posts);
  await sync(writer, { table: 'posts', key: ['store_uid', 'slug'], touch: 'updated_at' }, rows);
  for (const { uid, posts } of articles) await writeFormerArticles(writer, 'POST', uid, posts);
}

function postValues(writer: Writer, key: string, { slug, head, html }: Post): Values {
  const picture = head.picture ? writer.pictures.byPath.get(htmlPath(key, head.picture)) : undefined;
  const body = html.render(picturesOf(writer, key));
  return {
    slug,
    title: head.title,
    description: head.description,
    body,
    author: head.author,
    picture: picture?.media ?? null,
    picture_alt: head.picture_alt ?? '',
    picture_width: picture?.width ?? 0,
    picture_height: picture?.height ?? 0,
    tags: head.tags ?? [],
    products: head.products ?? [],
    minutes: readingMinutes(body),
    featured: head.featured === 'yes',
    published_at: head.published,
  };
}

const readingMinutes = (html: string): number =>
  Math.max(1, Math.round((html.replace(/<[^>]*>/g, ' ').match(/\S+/g)?.length ?? 0) / WORDS_A_MINUTE));
