import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { redirectMisses, redirects, stores } from '#db/schema/index.ts';
import { and, containing, eq, type SQL, sql } from '#db/sql.ts';
import { withFinals } from '#domain/search/search-terms.ts';
import { searchAddress } from '#domain/text/legacy-url.ts';
import { addressOf } from '../../export/content.ts';
import { checkRedirects } from '../../import/checks/redirects.ts';
import { type RedirectRow, redirectRow } from '../../import/schemas/catalogue.ts';
import { writeRedirects } from '../../import/write/write.ts';
import { refuse } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { listFields } from '../list.ts';
import { editedStore, folderOf, writeParts } from '../store-files/folder.ts';
import { parseFile } from '../store-files/problems.ts';
import { articlePlace } from './pages.ts';
import { suggestTargets } from './suggest-targets.ts';

const SHOWN = 200;

export type Miss = { path: string; count: number; lastSeen: Date; suggestion: string | null };
/** `words` as they are shown; `path` is what it is stored under. */
export type SearchMiss = { path: string; words: string; count: number; lastSeen: Date };

const SEARCH = '/category?search=';
const isSearch = sql`${redirectMisses.path} like ${`${SEARCH}%`}`;

/** A store's redirects, and the addresses and searches that found nothing, the most wanted first. */
export const readRedirects = officeCall(
  {
    name: 'content.redirects',
    permission: 'content.read',
    input: z.object({ store: z.uuid(), q: listFields.q }),
    kind: 'read',
    entity: 'store',
  },
  async (ctx, { store, q = '' }) => {
    const like = containing(q.toLowerCase());
    const [rows, [{ total } = { total: 0 }], misses, searches, place] = await Promise.all([
      ctx.db
        .select({ source: redirects.source, target: redirects.target })
        .from(redirects)
        .where(
          and(
            eq(redirects.storeUid, store),
            sql`(${redirects.source} like ${like} or ${redirects.target} like ${like})`,
          ),
        )
        .orderBy(redirects.source)
        .limit(SHOWN),
      ctx.db.select({ total: sql<number>`count(*)::int` }).from(redirects).where(eq(redirects.storeUid, store)),
      missesOf(ctx.db, store, sql`not ${isSearch}`),
      missesOf(ctx.db, store, isSearch),
      articlePlace(ctx, store),
    ]);
    const suggestions = await suggestTargets(
      ctx.db,
      store,
      misses.map(({ path }) => path),
    );
    return {
      redirects: rows,
      total,
      misses: misses.map((miss): Miss => ({ ...miss, suggestion: suggestions.get(miss.path) ?? null })),
      searches: searches.map((miss): SearchMiss => ({ ...miss, words: shownWords(miss.path) })),
      ...place,
    };
  },
);

const missesOf = (db: Db, store: string, which: SQL) =>
  db
    .select({ path: redirectMisses.path, count: redirectMisses.count, lastSeen: redirectMisses.lastSeen })
    .from(redirectMisses)
    .where(and(eq(redirectMisses.storeUid, store), which))
    .orderBy(sql`count desc, last_seen desc, path`)
    .limit(50);

const shownWords = (path: string): string => path.slice(SEARCH.length).split(' ').map(withFinals).join(' ');

const write = { permission: 'content.edit', also: 'content.publish', kind: 'write', entity: 'store' } as const;
const later = { ...write, draftable: true } as const;

export const addRedirect = officeCall(
  {
    ...later,
    name: 'content.add-redirect',
    input: z.object({ store: z.uuid(), from: z.string().max(500), to: z.string().max(500) }),
  },
  (ctx, { store, from, to }) => {
    const row = parseFile(redirectRow, { from: from.trim(), to: to.trim() });
    return ctx.db.transaction(async (tx) => {
      const rows = await rowsOfStore(tx, store);
      await writeAll(tx, ctx, store, [...rows, row], rows.length + 1);
      return { message: 'ההפניה נוספה' };
    });
  },
);

/** A search that found nothing leads to a page, or is made with other words. */
export const answerSearch = officeCall(
  {
    ...later,
    name: 'content.answer-search',
    input: z.object({
      store: z.uuid(),
      search: z.string().trim().min(1).max(200),
      to: z.string().trim().max(500).default(''),
      words: z.string().trim().max(100).default(''),
    }),
  },
  (ctx, { store, search, to, words }) => {
    if ((to === '') === (words === '')) {
      throw refuse('BAD_REQUEST', { fields: [{ path: 'to', message: 'בחרו דף, או כתבו מילים אחרות' }] });
    }
    const target = words ? `/category?${new URLSearchParams({ search: words })}` : to;
    const from = addressOf(searchAddress(search));
    return ctx.db.transaction(async (tx) => {
      const rows = await rowsOfStore(tx, store);
      const row = parseFile(redirectRow, { from, to: target });
      await writeAll(tx, ctx, store, [...rows, row], rows.length + 1);
      return { message: 'מעכשיו החיפוש מוביל לשם' };
    });
  },
);

export const removeRedirect = officeCall(
  { ...later, name: 'content.remove-redirect', input: z.object({ store: z.uuid(), source: z.string().max(600) }) },
  async (ctx, { store, source }) => {
    const gone = await ctx.db
      .delete(redirects)
      .where(and(eq(redirects.storeUid, store), eq(redirects.source, source)))
      .returning({ source: redirects.source });
    if (gone.length === 0) throw refuse('NOT_FOUND');
    return { message: 'ההפניה הוסרה' };
  },
);

/** An address that nobody has to be led from: robots guess many. */
export const forgetMiss = officeCall(
  { ...write, name: 'content.forget-miss', input: z.object({ store: z.uuid(), path: z.string().max(400) }) },
  async (ctx, { store, path }) => {
    await ctx.db.delete(redirectMisses).where(and(eq(redirectMisses.storeUid, store), eq(redirectMisses.path, path)));
    return { message: 'הכתובת הוסרה מהרשימה' };
  },
);

async function rowsOfStore(tx: Db, store: string): Promise<RedirectRow[]> {
  await tx.select({ uuid: stores.uuid }).from(stores).where(eq(stores.uuid, store)).for('update');
  const rows = await tx
    .select({ source: redirects.source, target: redirects.target })
    .from(redirects)
    .where(eq(redirects.storeUid, store));
  return rows.map(({ source, target }) => ({ from: addressOf(source), to: target }));
}

/** All of the store's redirects, since one may make a chain of another. `added`: the row whose problems count. */
async function writeAll(tx: Db, ctx: Allowed, storeUid: string, rows: RedirectRow[], added: number): Promise<void> {
  const store = await editedStore(tx, storeUid);
  const place = { file: 'redirects', unit: `store:${store.key}` } as const;
  const folder = folderOf(store, { redirects: rows.map((data, at) => ({ ...place, row: at + 1, data })) });
  await writeParts(
    tx,
    {
      deps: ctx,
      store,
      folder,
      checks: [checkRedirects],
      isEdited: ({ row, reason }) => row === added || reason.includes(`by row ${added}:`),
    },
    [writeRedirects],
  );
}
