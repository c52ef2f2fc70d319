import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { CACHE_CHANNEL, catalogueTag } from '#db/cache-tags.ts';
import { collections, contentPages } from '#db/schema/index.ts';
import { and, eq, inArray, sql } from '#db/sql.ts';
import { kindNames, type ProductKind } from '#domain/catalogue/kind-names.ts';
import { refreshDerived } from '../../catalogue/derived/refresh.ts';
import { readMenus } from '../../export/content.ts';
import { checkContent } from '../../import/checks/content.ts';
import { slug } from '../../import/schemas/cells.ts';
import { menusFile } from '../../import/schemas/content.ts';
import { writeContent } from '../../import/write/content.ts';
import { refuseField } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { neededText } from '../products/cells.ts';
import { inCatalogue } from '../products/change-product.ts';
import { editedStore, folderOf, writeParts } from '../store-files/folder.ts';
import { parseFile } from '../store-files/problems.ts';
import { editStore, readStore, rowsOf } from '../store-files/store-file.ts';
import { fillBlanks } from './legal/facts.ts';
import { legalSlugs } from './legal/pages.ts';

// Two steps of the guide that opens a new store.

const write = { permission: 'settings.edit', kind: 'write', entity: 'store' } as const;

/** The store's first category, by the kind of its products. The home page shows it, and the menu leads to it. */
export const createFirstCategory = officeCall(
  {
    ...write,
    name: 'stores.first-category',
    input: z.object({
      store: z.uuid(),
      name: neededText(60, 'כתבו את שם הקטגוריה'),
      slug: z
        .string('כתבו כתובת')
        .trim()
        .refine((typed) => slug.safeParse(typed).success, 'אותיות קטנות וספרות, עם מקפים ביניהן: city-bikes'),
      kind: z.enum(Object.keys(kindNames) as [ProductKind, ...ProductKind[]], 'בחרו סוג'),
    }),
  },
  (ctx, typed) =>
    inCatalogue(ctx, async (db, client) => {
      const store = await editedStore(db, typed.store);
      const [existingCategory] = await db
        .select({ name: collections.name })
        .from(collections)
        .where(eq(collections.storeUid, store.uuid))
        .limit(1);
      if (existingCategory) throw refuseField('name', `לחנות יש כבר קטגוריה: ${existingCategory.name}`);
      await db.insert(collections).values({
        uuid: randomUUID(),
        storeUid: store.uuid,
        slug: typed.slug,
        name: typed.name,
        rule: { kind: typed.kind },
      });
      const { home } = (await readStore(db, store.uuid)) as { home?: { categories?: string[] } };
      const shown = { home: { ...home, categories: [...(home?.categories ?? []), typed.slug] } };
      await editStore(db, ctx, { store: store.uuid, names: ['home'], was: { home }, now: shown });
      const currentMenus = (await readMenus(rowsOf(db), store.uuid)) ?? {};
      const link = { name: typed.name, entity_type: 'COLLECTION', slug: typed.slug };
      const menus = parseFile(menusFile, {
        ...currentMenus,
        TOP_MENU: [link, ...((currentMenus as { TOP_MENU?: unknown[] }).TOP_MENU ?? [])],
      });
      const folder = folderOf(store, { menus });
      await writeParts(db, { deps: ctx, store, folder, checks: [checkContent] }, [writeContent]);
      await refreshDerived(client, store.companyUid);
      // Menus, settings and text pages tell the caches by triggers (db/triggers/cache-tags.sql); categories have none.
      await db.execute(sql`select pg_notify(${CACHE_CHANNEL}, ${catalogueTag(store.uuid)})`);
      return { message: `הקטגוריה ${typed.name} נוצרה, ומופיעה בתפריט ובדף הבית` };
    }),
);

/** What only the shopkeeper knows, in place of the blanks of the text pages. */
export const fillPages = officeCall(
  {
    ...write,
    name: 'stores.fill-pages',
    input: z.object({
      store: z.uuid(),
      blanks: z
        .array(z.object({ what: z.string().max(160), text: z.string().trim().max(600, 'עד 600 תווים').default('') }))
        .max(40),
    }),
  },
  (ctx, { store, blanks }) =>
    ctx.db.transaction(async (tx) => {
      const typed = new Map(blanks.filter(({ text }) => text).map(({ what, text }) => [what, text]));
      if (typed.size === 0) throw refuseField('blanks.0.text', 'כתבו לפחות פרט אחד');
      const pages = await tx
        .select({ uuid: contentPages.uuid, body: contentPages.body })
        .from(contentPages)
        .where(and(eq(contentPages.storeUid, store), inArray(contentPages.slug, [...legalSlugs])))
        .for('update');
      for (const { uuid, body } of pages) {
        const filled = fillBlanks(body, typed);
        if (filled !== body)
          await tx.update(contentPages).set({ body: filled, updatedAt: ctx.now() }).where(eq(contentPages.uuid, uuid));
      }
      return { message: 'הפרטים נכתבו בדפים' };
    }),
);
