import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { redirectMisses, redirects, stores } from '#db/schema/index.ts';
import { and, containing, containingWords, eq, type SQL, sql } from '#db/sql.ts';
import { withFinals } from '#domain/search/search-terms.ts';
import { decodedPath, searchAddress } from '#domain/text/legacy-url.ts';
import { addressOf } from '../../export/content.ts';
import { checkRedirects } from '../../import/checks/redirects.ts';
import { type RedirectRow, redirectRow } from '../../import/schemas/catalogue.ts';
import { writeRedirects } from '../../import/write/write.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { listFields } from '../list.ts';
import { type FileColumn, format, type ListFile, listFile, momentText } from '../list-file.ts';
import { editedStore, folderOf, writeParts } from '../store-files/folder.ts';
import { parseFile } from '../store-files/problems.ts';
import { articlePlace } from './pages.ts';
import { suggestTargets } from './suggest-targets.ts';

const SHOWN = 200;

const ofStore = { permission: 'content.read', entity: 'store' } as const;

export type Miss = { path: string; count: number; lastSeen: Date; suggestion: string | null };
/** `words` as they are shown; `path` is what it is stored under. */
export type SearchMiss = { path: string; words: string; count: number; lastSeen: Date };

const SEARCH = '/category?search=';
const isSearch = sql`${redirectMisses.path} like ${`${SEARCH}%`}`;

/** A store's redirects, and the addresses and searches that found nothing, the most wanted first. */
export const readRedirects = officeCall(
  {
    name: 'content.redirects',
    ...ofStore,
    input: z.object({ store: z.uuid(), q: listFields.q }),
    kind: 'read',
  },
  async (ctx, { store, q }) => {
    const [rows, [{ total } = { total: 0 }], misses, searches, place] = await Promise.all([
      ctx.db
        .select({ source: redirects.source, target: redirects.target })
        .from(redirects)
        .where(matching(store, q))
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

/** Of a store's redirects, those in which it is a part of what is shown. */
function matching(store: string, q = ''): SQL {
  const like = containing(q.toLowerCase());
  // Targets are stored as a Location header has them, with spaces of a search as `+`, and shown decoded.
  const likeTarget = containingWords(
    q
      .split(/[\s+]+/)
      .map(encodeURI)
      .join(' '),
  );
  return sql`(${redirects.storeUid} = ${store}
    and (${redirects.source} like ${like} or lower(${redirects.target}) like any(array[${like}, ${likeTarget}])))`;
}

type Redirect = { source: string; target: string };
const redirectColumns: FileColumn<Redirect>[] = [
  ['מהכתובת', ({ source }) => source],
  ['לדף', ({ target }) => decodedPath(target)],
];

/** A store's redirects as they are searched, as a table for spreadsheets. */
export const exportRedirects = officeCall(
  {
    name: 'content.export-redirects',
    ...ofStore,
    input: z.object({ store: z.uuid(), q: listFields.q, format }),
    kind: 'write',
  },
  async (ctx, { store, q, format: kind }): Promise<ListFile> => {
    const query = sql`select source, target from redirects where ${matching(store, q)} order by source`;
    const options = { name: 'redirects', format: kind, columns: redirectColumns, query };
    const { file, rows } = await listFile<Redirect>(ctx.db, options);
    await noteOperation(ctx.db, { rows, store, ...(q && { q }) });
    return file;
  },
);

type MissRow = { path: string; count: number; last_seen: Date };
const missColumns = (of: 'addresses' | 'searches'): FileColumn<MissRow>[] => [
  of === 'searches' ? ['חיפוש', ({ path }) => shownWords(path)] : ['כתובת', ({ path }) => path],
  ['פעמים', ({ count }) => count],
  ['לאחרונה', (row) => momentText(row.last_seen)],
];

/** What was asked for and not found, the most wanted first, as a table for spreadsheets. */
export const exportMisses = officeCall(
  {
    name: 'content.export-misses',
    ...ofStore,
    input: z.object({ store: z.uuid(), of: z.enum(['addresses', 'searches']), format }),
    kind: 'write',
  },
  async (ctx, { store, of, format: kind }): Promise<ListFile> => {
    const query = sql`
      select path, count, last_seen from redirect_misses
      where store_uid = ${store} and ${of === 'searches' ? isSearch : sql`not ${isSearch}`} order by count desc, last_seen desc, path`;
    const options = { name: of === 'searches' ? 'searches' : 'misses', format: kind, columns: missColumns(of), query };
    const { file, rows } = await listFile<MissRow>(ctx.db, options);
    await noteOperation(ctx.db, { rows, store, of });
    return file;
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
    const deletedRows = await ctx.db
      .delete(redirects)
      .where(and(eq(redirects.storeUid, store), eq(redirects.source, source)))
      .returning({ source: redirects.source });
    if (deletedRows.length === 0) throw refuse('NOT_FOUND');
    return { message: 'ההפניה הוסרה' };
  },
);

/** Drops an address from the list of misses, as it needs no redirect: robots guess many. */
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
