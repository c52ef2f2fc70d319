import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { postCategories, posts, slugHistory } from '#db/schema/index.ts';
import { and, asc, eq, sql } from '#db/sql.ts';
import { israelMoment } from '#domain/calendar/israel-moment.ts';
import { sanitizeRichText } from '../../content/rich-text.ts';
import { withPaths } from '../../export/media.ts';
import { checkPosts } from '../../import/checks/content.ts';
import { checkFormerSlugs } from '../../import/checks/former-slugs.ts';
import type { Problem } from '../../import/problems.ts';
import { slug as slugCell } from '../../import/schemas/cells.ts';
import { postHead } from '../../import/schemas/posts.ts';
import { writePosts } from '../../import/write/posts.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { afterPosition, all, type ListPage, listFields, sortedPage } from '../list.ts';
import { type FileColumn, format, type ListFile, listFile, momentText } from '../list-file.ts';
import { edited } from '../store-files/edited-input.ts';
import { editedStore, folderOf, writeParts } from '../store-files/folder.ts';
import { mergeEdited } from '../store-files/merge.ts';
import { filePath } from '../store-files/pictures.ts';
import { BODY_LINK, parseFile } from '../store-files/problems.ts';
import { articleAt, articleConditions, refuseTaken, shownBody, write } from './articles.ts';
import { refuseLedTo } from './led-to.ts';
import { articlePlace } from './pages.ts';

export type PostRow = {
  uuid: string;
  store: string;
  slug: string;
  title: string;
  category: string;
  author: string;
  featured: boolean;
  published_at: Date;
  /** Its time has not come. */
  waits: boolean;
};

const filters = z.object({
  q: listFields.q,
  store: listFields.store,
  waits: z.literal('yes').optional(),
  after: afterPosition,
});

function sortedPosts(ctx: Allowed, { waits, ...more }: z.output<typeof filters>) {
  const isWaiting = sql`p.published_at > ${ctx.now().toISOString()}::timestamptz`;
  return {
    columns: sql`p.uuid, s.name as store, p.slug, p.title, c.name as category, p.author, p.featured, p.published_at, ${isWaiting} as waits`,
    from: sql`posts p join stores s on s.uuid = p.store_uid join post_categories c on c.uuid = p.category_uid`,
    where: all([...articleConditions(ctx, more), waits && isWaiting]),
    sortOrder: sql`p.published_at desc, p.slug, p.uuid`,
  };
}

export const listPosts = officeCall(
  { name: 'content.posts', permission: 'content.read', input: filters, kind: 'read' },
  (ctx, input): Promise<ListPage<PostRow>> => sortedPage(ctx.db, { ...sortedPosts(ctx, input), after: input.after }),
);

const fileColumns: FileColumn<PostRow>[] = [
  ['כותרת', (row) => row.title],
  ['כתובת', (row) => row.slug],
  ['קטגוריה', (row) => row.category],
  ['מאת', (row) => row.author],
  ['חנות', (row) => row.store],
  ['מועד הפרסום', (row) => momentText(row.published_at)],
  ['מתוזמנת', (row) => (row.waits ? 'כן' : '')],
  ['ראשית', (row) => (row.featured ? 'כן' : '')],
];

/** The list as it is filtered, as a table for spreadsheets. */
export const exportPosts = officeCall(
  { name: 'content.export-posts', permission: 'content.read', input: filters.extend({ format }), kind: 'write' },
  async (ctx, { format: kind, ...input }): Promise<ListFile> => {
    const { columns, from, where, sortOrder } = sortedPosts(ctx, input);
    const query = sql`select ${columns} from ${from} where ${where} order by ${sortOrder}`;
    const options = { name: 'posts', format: kind, columns: fileColumns, query };
    const { file, rows } = await listFile<PostRow>(ctx.db, options);
    const { after: _, ...others } = input;
    await noteOperation(ctx.db, { rows, ...others });
    return file;
  },
);

const names = z.array(z.string().trim()).max(40).default([]);
/** The post as the editor has it; its values become the cells of the importer's own file. */
const postFile = z.strictObject({
  slug: slugCell,
  title: z.string().trim(),
  description: z.string().trim(),
  category: z.string(),
  author: z.string().trim(),
  /** `2026-11-01 08:30`, in Israel. */
  published: z.string(),
  picture: z.string().nullish(),
  picture_alt: z.string().trim().nullish(),
  tags: names,
  products: names,
  featured: z.boolean().default(false),
  body: z.string().max(500_000).default(''),
});
export type PostFile = z.output<typeof postFile>;

export const readPost = officeCall(
  {
    name: 'content.read-post',
    permission: 'content.read',
    input: z.object({ post: z.uuid() }),
    kind: 'read',
    entity: 'post',
  },
  async (ctx, { post }) => {
    const row = await postRow(ctx.db, post);
    return {
      post: await fileOf(row),
      published: row.post.publishedAt <= ctx.now(),
      ...(await postChoices(ctx, row.post.storeUid)),
    };
  },
);

/** For the editor of a new post. */
export const preparePost = officeCall(
  {
    name: 'content.prepare-post',
    permission: 'content.read',
    input: z.object({ store: z.uuid() }),
    kind: 'read',
    entity: 'store',
  },
  (ctx, { store }) => postChoices(ctx, store),
);

async function postChoices(ctx: Allowed, storeUid: string) {
  const categories = await ctx.db
    .select({ value: postCategories.slug, label: postCategories.name })
    .from(postCategories)
    .where(eq(postCategories.storeUid, storeUid))
    .orderBy(asc(postCategories.position));
  return { categories, ...(await articlePlace(ctx, storeUid)) };
}

async function postRow(db: Db, uuid: string) {
  const [row] = await db
    .select({ post: posts, category: postCategories.slug })
    .from(posts)
    .innerJoin(postCategories, eq(postCategories.uuid, posts.categoryUid))
    .where(eq(posts.uuid, uuid));
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

async function fileOf({ post, category }: Awaited<ReturnType<typeof postRow>>): Promise<PostFile> {
  const { slug, title, description, author, tags, products, featured } = post;
  return {
    ...{ slug, title, description, category, author, tags, products, featured },
    published: israelMoment(post.publishedAt),
    picture: post.picture ? filePath(post.picture) : '',
    picture_alt: post.pictureAlt,
    body: await shownBody(post.body),
  };
}

export const createPost = officeCall(
  { ...write, name: 'content.create-post', input: z.object({ store: z.uuid(), now: edited.now }), entity: 'store' },
  (ctx, { store, now }) =>
    ctx.db.transaction(async (tx) => {
      const file = parseFile(postFile, now);
      await refuseTaken(tx, posts, store, file.slug);
      await savePost(tx, ctx, store, file, []);
      const uuid = await articleAt(tx, posts, store, file.slug);
      return { uuid: uuid ?? '', message: 'הכתבה נשמרה' };
    }),
);

export const editPost = officeCall(
  { ...write, name: 'content.edit-post', input: z.object({ post: z.uuid(), ...edited }), entity: 'post' },
  (ctx, { post, was, now }) =>
    ctx.db.transaction(async (tx) => {
      await tx.select({ uuid: posts.uuid }).from(posts).where(eq(posts.uuid, post)).for('update');
      const row = await postRow(tx, post);
      const currentFile = await fileOf(row);
      const file = parseFile(postFile, mergeEdited(currentFile, was, now));
      const renamed = file.slug !== row.post.slug;
      if (renamed) await refuseTaken(tx, posts, row.post.storeUid, file.slug);
      await savePost(tx, ctx, row.post.storeUid, file, renamed ? [row.post.slug] : [], file.body === currentFile.body);
    }),
);

async function savePost(
  tx: Db,
  ctx: Allowed,
  storeUid: string,
  file: PostFile,
  former: string[],
  sameBody = false,
): Promise<void> {
  const { slug, body, tags, products, featured, picture, picture_alt, ...rest } = file;
  const head = parseFile(postHead, {
    ...rest,
    picture: picture || null,
    picture_alt: picture_alt || null,
    tags: tags.join('|') || null,
    products: products.join('|') || null,
    featured: featured ? 'yes' : null,
  });
  const store = await editedStore(tx, storeUid);
  const html = sanitizeRichText(await withPaths(body, async (media) => filePath(media)));
  const place = { file: `stores/${store.key}/posts/${slug}.html`, unit: `store:${store.key}` } as const;
  const folder = folderOf(store, { posts: [{ ...place, slug, head: { ...head, former_slugs: former }, html }] });
  const isEdited = ({ column }: Problem) => !(sameBody && column === BODY_LINK);
  const checks = former.length > 0 ? [checkPosts] : [checkPosts, checkFormerSlugs];
  await writeParts(tx, { deps: ctx, store, folder, checks, isEdited }, [writePosts]);
  await tx
    .delete(slugHistory)
    .where(and(eq(slugHistory.ownerUid, storeUid), eq(slugHistory.entityType, 'POST'), eq(slugHistory.slug, slug)));
}

export const removePost = officeCall(
  { ...write, name: 'content.remove-post', input: z.object({ post: z.uuid() }), entity: 'post' },
  (ctx, { post }) =>
    ctx.db.transaction(async (tx) => {
      const [row] = await tx.select().from(posts).where(eq(posts.uuid, post)).for('update');
      if (!row) throw refuse('NOT_FOUND');
      await refuseLedTo(tx, row.storeUid, 'post', row.slug);
      await tx.delete(posts).where(eq(posts.uuid, post));
      await tx.delete(slugHistory).where(eq(slugHistory.entityUid, post));
      return { message: 'הכתבה הוסרה' };
    }),
);
