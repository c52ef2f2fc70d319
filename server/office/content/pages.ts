import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { contentPages, slugHistory } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { sanitizeRichText } from '../../content/rich-text.ts';
import { withPaths } from '../../export/media.ts';
import { checkContent } from '../../import/checks/content.ts';
import { checkFormerSlugs } from '../../import/checks/former-slugs.ts';
import type { Problem } from '../../import/problems.ts';
import { slug, text } from '../../import/schemas/cells.ts';
import { writeContent } from '../../import/write/content.ts';
import { refuse } from '../../platform/errors.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { afterPosition, all, type ListPage, listFields, sortedPage } from '../list.ts';
import { edited } from '../store-files/edited-input.ts';
import { editedStore, folderOf, writeParts } from '../store-files/folder.ts';
import { mergeEdited } from '../store-files/merge.ts';
import { filePath } from '../store-files/pictures.ts';
import { BODY_LINK, parseFile } from '../store-files/problems.ts';
import { articleAt, articleConditions, refuseTaken, shownBody, write } from './articles.ts';
import { refuseLedTo } from './led-to.ts';

export type PageRow = { uuid: string; store: string; slug: string; title: string; updated_at: Date };

export const listPages = officeCall(
  {
    name: 'content.pages',
    permission: 'content.read',
    input: z.object({ q: listFields.q, store: listFields.store, after: afterPosition }),
    kind: 'read',
  },
  (ctx, { after, ...filters }): Promise<ListPage<PageRow>> =>
    sortedPage(ctx.db, {
      columns: sql`p.uuid, s.name as store, p.slug, p.title, p.updated_at`,
      from: sql`content_pages p join stores s on s.uuid = p.store_uid`,
      where: all(articleConditions(ctx, filters)),
      sortOrder: sql`s.position, s.name, p.title, p.uuid`,
      after,
    }),
);

/** The page as the editor has it. */
const pageFile = z.strictObject({
  slug,
  title: text.max(120, 'is longer than 120 characters').min(1, 'is empty'),
  description: z.string().trim().max(300, 'is longer than 300 characters').default(''),
  body: z.string().max(500_000).default(''),
});
export type PageFile = z.input<typeof pageFile>;

export const readPage = officeCall(
  {
    name: 'content.read-page',
    permission: 'content.read',
    input: z.object({ page: z.uuid() }),
    kind: 'read',
    entity: 'page',
  },
  async (ctx, { page }) => {
    const [row] = await ctx.db.select().from(contentPages).where(eq(contentPages.uuid, page));
    if (!row) throw refuse('NOT_FOUND');
    const former = await ctx.db
      .select({ slug: slugHistory.slug })
      .from(slugHistory)
      .where(and(eq(slugHistory.entityUid, page), eq(slugHistory.entityType, 'CONTENT_PAGE')));
    return {
      page: await fileOf(row),
      former: former.map((one) => one.slug),
      updatedAt: row.updatedAt,
      ...(await articlePlace(ctx, row.storeUid)),
    };
  },
);

/** The store of an article, and what this person may do with it. */
export async function articlePlace(ctx: Allowed, storeUid: string) {
  const { rows } = await ctx.db.execute<{ key: string; name: string; public_domain: string | null }>(
    sql`select key, name, public_domain from stores where uuid = ${storeUid}`,
  );
  const [store] = rows;
  if (!store) throw refuse('NOT_FOUND');
  return {
    store: {
      uuid: storeUid,
      name: store.name,
      url: siteUrl(ctx.env, { key: store.key, publicDomain: store.public_domain }),
    },
    may: {
      edit: may(ctx.staff, 'content.edit', storeUid) && may(ctx.staff, 'content.publish', storeUid),
      /** For a draft that somebody else publishes. */
      prepare: may(ctx.staff, 'content.edit', storeUid),
    },
  };
}

const fileOf = async ({ slug, title, description, body }: typeof contentPages.$inferSelect): Promise<PageFile> => ({
  slug,
  title,
  description,
  body: await shownBody(body),
});

export const createPage = officeCall(
  { ...write, name: 'content.create-page', input: z.object({ store: z.uuid(), now: edited.now }), entity: 'store' },
  (ctx, { store, now }) =>
    ctx.db.transaction(async (tx) => {
      const file = parseFile(pageFile, now);
      await refuseTaken(tx, contentPages, store, file.slug);
      await savePage(tx, ctx, store, file, []);
      const uuid = await articleAt(tx, contentPages, store, file.slug);
      return { uuid: uuid ?? '', message: 'הדף נוצר ומוצג בחנות' };
    }),
);

/** A page whose slug changes keeps its old address, which leads to the new one. */
export const editPage = officeCall(
  { ...write, name: 'content.edit-page', input: z.object({ page: z.uuid(), ...edited }), entity: 'page' },
  (ctx, { page, was, now }) =>
    ctx.db.transaction(async (tx) => {
      const [row] = await tx.select().from(contentPages).where(eq(contentPages.uuid, page)).for('update');
      if (!row) throw refuse('NOT_FOUND');
      const file = parseFile(pageFile, mergeEdited(await fileOf(row), was, now));
      const renamed = file.slug !== row.slug;
      if (renamed) await refuseTaken(tx, contentPages, row.storeUid, file.slug);
      const currentFile = await fileOf(row);
      await savePage(tx, ctx, row.storeUid, file, renamed ? [row.slug] : [], file.body === currentFile.body);
    }),
);

async function savePage(
  tx: Db,
  ctx: Allowed,
  storeUid: string,
  { slug, title, description, body }: z.output<typeof pageFile>,
  former: string[],
  sameBody = false,
): Promise<void> {
  const store = await editedStore(tx, storeUid);
  const place = { file: `stores/${store.key}/pages/${slug}.html`, unit: `store:${store.key}` } as const;
  const html = sanitizeRichText(await withPaths(body, async (media) => filePath(media)));
  const page = { ...place, slug, former_slugs: former, title, description, html };
  const folder = folderOf(store, { pages: [page] });
  // The rename itself is what makes the former slug free.
  const checks = former.length > 0 ? [checkContent] : [checkContent, checkFormerSlugs];
  const isEdited = ({ column }: Problem) => !(sameBody && column === BODY_LINK);
  await writeParts(tx, { deps: ctx, store, folder, checks, isEdited }, [writeContent]);
  // Its own address again: whoever comes by it is at the page, and is not sent on.
  await tx
    .delete(slugHistory)
    .where(
      and(eq(slugHistory.ownerUid, storeUid), eq(slugHistory.entityType, 'CONTENT_PAGE'), eq(slugHistory.slug, slug)),
    );
}

export const removePage = officeCall(
  { ...write, name: 'content.remove-page', input: z.object({ page: z.uuid() }), entity: 'page' },
  (ctx, { page }) =>
    ctx.db.transaction(async (tx) => {
      const [row] = await tx.select().from(contentPages).where(eq(contentPages.uuid, page)).for('update');
      if (!row) throw refuse('NOT_FOUND');
      await refuseLedTo(tx, row.storeUid, 'page', row.slug);
      await tx.delete(contentPages).where(eq(contentPages.uuid, page));
      await tx.delete(slugHistory).where(eq(slugHistory.entityUid, page));
      return { message: 'הדף הוסר' };
    }),
);
