import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { sql } from '#db/sql.ts';
import { isolate } from '#domain/text/format.ts';
import { slugOfName } from '#domain/text/slug.ts';
import { promotionsOfCategories } from '../../checkout/pricing/promotions-of-categories.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { refuseLedTo } from '../content/led-to.ts';
import { neededText } from '../products/cells.ts';
import { versionOf } from '../products/change-product.ts';
import { edited, only } from '../store-files/edited-input.ts';
import { mergeEdited } from '../store-files/merge.ts';
import { treeVersion } from './read-categories.ts';
import { type Category, changeTree } from './tree.ts';

const MAX_CATEGORIES = 1_000;
const MAX_LISTED = 1_900;

const write = { permission: 'products.edit', kind: 'write', draftable: true } as const;
const findCategory = (tree: Category[], uuid: string): Category => {
  const category = tree.find((one) => one.uuid === uuid);
  if (!category) throw refuse('NOT_FOUND');
  return category;
};
export const createCategory = officeCall(
  {
    ...write,
    name: 'categories.create',
    input: z.object({
      store: z.uuid(),
      name: neededText(120, 'כתבו שם'),
      slug: z.string().trim().max(120).default(''),
      parent: z.uuid().optional(),
    }),
    entity: 'store',
  },
  (ctx, { store, name, slug, parent }) =>
    changeTree(ctx, store, async (_, tree) => {
      const newCategory: Category = {
        uuid: randomUUID(),
        slug: slug || slugOfName(name),
        parent: parent ? findCategory(tree, parent).slug : null,
        name,
        ...{ text: '', banner: '', products: [], rule_kind: '', rule_brand: '', rule_meta: [], filters: [] },
        position: Math.max(-1, ...tree.map(({ position }) => position)) + 1,
        former_slugs: [],
      };
      if (tree.some((one) => one.slug === newCategory.slug)) throw refuseField('slug', 'יש כבר קטגוריה בכתובת הזו');
      return {
        tree: [...tree, newCategory],
        edited: newCategory,
        result: { slug: newCategory.slug, message: 'הקטגוריה נוצרה. היא תוצג כשיהיו בה מוצרים' },
      };
    }),
);

const fields = ['name', 'slug', 'text', 'banner', 'rule_kind', 'rule_brand', 'rule_meta', 'filters'];
const file = z.object({
  name: z.string().trim().min(1, 'כתבו שם').max(120, 'עד 120 תווים'),
  slug: z.string().trim().min(1, 'כתבו כתובת'),
  text: z.string().default(''),
  banner: z.string().default(''),
  rule_kind: z.string().default(''),
  rule_brand: z.string().default(''),
  rule_meta: z.array(z.object({ key: z.string().trim(), value: z.string().trim() })).default([]),
  filters: z.array(z.string()).default([]),
});

/**
 * Its words, picture, rule and filters. A former address leads to the category. @throws CHANGED_MEANWHILE with the
 * conflicts
 */
export const editCategory = officeCall(
  { ...write, name: 'categories.edit', input: z.object({ category: z.uuid(), ...edited }), entity: 'category' },
  (ctx, { category: uuid, was, now }) =>
    changeTree(ctx, ctx.storeUid ?? '', async (tx, tree) => {
      const currentCategory = findCategory(tree, uuid);
      const parsed = file.safeParse(
        mergeEdited({ ...only(currentCategory, fields) }, only(was, fields), only(now, fields)),
      );
      if (!parsed.success)
        throw refuse('BAD_REQUEST', {
          fields: parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
        });
      const changed: Category = { ...currentCategory, ...parsed.data };
      if (changed.rule_meta.some(({ key, value }) => /[|=]/.test(key) || /\|/.test(value)))
        throw refuseField('rule_meta', 'בשם של מסנן ובערך אין | ובשם אין =');
      const renamed = changed.slug !== currentCategory.slug;
      if (renamed) {
        if (tree.some((one) => one.slug === changed.slug)) throw refuseField('slug', 'יש כבר קטגוריה בכתובת הזו');
        changed.former_slugs = [currentCategory.slug];
        // An address that is used again leads nowhere else.
        await tx.execute(
          sql`delete from slug_history where owner_uid = ${ctx.storeUid} and entity_type = 'COLLECTION' and slug = ${changed.slug}`,
        );
      }
      const next = tree.map((category) => {
        if (category === currentCategory) return changed;
        return renamed && category.parent === currentCategory.slug ? { ...category, parent: changed.slug } : category;
      });
      return { tree: next, edited: changed, result: { message: 'הקטגוריה נשמרה' } };
    }),
);

/**
 * The whole tree in a new sequence, each with its parent. @throws CHANGED_MEANWHILE where it isn't the one that the
 * form began with
 */
export const moveCategories = officeCall(
  {
    ...write,
    name: 'categories.move',
    input: z.object({
      store: z.uuid(),
      version: z.string().max(40),
      tree: z
        .string()
        .max(200_000)
        .transform((text, issues) => {
          const rows = z
            .array(z.tuple([z.uuid(), z.uuid().nullable()]))
            .max(MAX_CATEGORIES)
            .safeParse(json(text));
          if (rows.success) return rows.data;
          issues.addIssue({ code: 'custom', message: 'הטופס לא נשלח כראוי. טענו את הדף מחדש' });
          return z.NEVER;
        }),
    }),
    entity: 'store',
  },
  (ctx, { store, version, tree: rows }) =>
    changeTree(ctx, store, async (_, tree) => {
      if (treeVersion(tree) !== version) throw refuse('CHANGED_MEANWHILE');
      const uuids = new Set(rows.map(([uuid]) => uuid));
      if (uuids.size !== tree.length || rows.length !== tree.length) throw refuse('NOT_FOUND');
      const next = rows.map(([uuid, parent], position) => ({
        ...findCategory(tree, uuid),
        parent: parent === null ? null : findCategory(tree, parent).slug,
        position,
      }));
      return { tree: next, result: { message: 'הסדר נשמר' } };
    }),
);

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Products that stand first in the category, whatever its rule says, in this sequence. */
export const orderCategory = officeCall(
  {
    ...write,
    name: 'categories.order',
    input: z.object({
      category: z.uuid(),
      version: z.string().max(40),
      products: z.array(z.string().max(200)).max(MAX_LISTED, `עד ${MAX_LISTED} מוצרים בסדר ידני`).default([]),
    }),
    entity: 'category',
  },
  (ctx, { category: uuid, version, products }) =>
    changeTree(ctx, ctx.storeUid ?? '', async (_, tree) => {
      const currentCategory = findCategory(tree, uuid);
      if (versionOf(currentCategory.products) !== version) throw refuse('CHANGED_MEANWHILE');
      const changed = { ...currentCategory, products: [...new Set(products)] };
      return {
        tree: tree.map((one) => (one === currentCategory ? changed : one)),
        edited: changed,
        result: { message: 'הסדר נשמר' },
      };
    }),
);

/** What is below it moves to its parent. @throws NOT_POSSIBLE while something leads to it or a promotion is for it */
export const removeCategory = officeCall(
  { ...write, name: 'categories.remove', input: z.object({ category: z.uuid() }), entity: 'category' },
  (ctx, { category: uuid }) =>
    changeTree(ctx, ctx.storeUid ?? '', async (tx, tree) => {
      const removedCategory = findCategory(tree, uuid);
      await refuseLedTo(tx, ctx.storeUid ?? '', 'category', removedCategory.slug);
      const [promotion] = await promotionsOfCategories(tx, ctx.storeUid ?? '', [removedCategory.slug]);
      if (promotion)
        throw refuse('NOT_POSSIBLE', {
          message: `המבצע ״${isolate(promotion.name)}״ חל על הקטגוריה. הוציאו אותה קודם מהמבצע, או כבו אותו`,
        });
      await tx.execute(sql`delete from slug_history where entity_uid = ${uuid} and entity_type = 'COLLECTION'`);
      const rest = tree.filter((one) => one !== removedCategory);
      return {
        tree: rest.map((one) =>
          one.parent === removedCategory.slug ? { ...one, parent: removedCategory.parent } : one,
        ),
        result: { message: 'הקטגוריה הוסרה. אפשר להחזיר אותה ביומן השינויים' },
      };
    }),
);
