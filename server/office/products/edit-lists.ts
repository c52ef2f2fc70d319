import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { isolateRanges } from '#domain/text/format.ts';
import { sync, type Values } from '../../catalogue/derived/sync.ts';
import { faqRow, productRow, relationRow, safetyRow, specRow } from '../../import/schemas/catalogue.ts';
import { refuseField } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { rowsOf } from './cells.ts';
import { changeProduct, refuseChanged } from './change-product.ts';
import { type ListName, readList } from './product-rows.ts';

/** A cell of a row, by the importer's rule. */
const by = (rule: z.ZodType, message: string) =>
  z
    .string()
    .trim()
    .transform(isolateRanges)
    .refine((typed) => rule.safeParse(typed).success, message);
const orEmpty = (rule: z.ZodType, message: string) =>
  z
    .string()
    .trim()
    .default('')
    .transform(isolateRanges)
    .refine((typed) => typed === '' || rule.safeParse(typed).success, message);

type List<Row> = {
  row: z.ZodType<Row>;
  table: string;
  key: string[];
  /** Columns of the table; `position` is the row's own. */
  values: (db: Db, rows: Row[], product: { uuid: string; companyUid: string }) => Values[] | Promise<Values[]>;
};

/**
 * A call that replaces one list of a product, in the sequence of the form. @throws CHANGED_MEANWHILE with the list as
 * it is now
 */
const listCall = <Row>(list: ListName, { row, table, key, values }: List<Row>) =>
  officeCall(
    {
      name: `products.edit-${list}`,
      permission: 'products.edit',
      input: z.object({ product: z.uuid(), version: z.string().max(40), rows: rowsOf(row) }),
      kind: 'write',
      draftable: true,
    },
    (ctx, { product: uuid, version, rows }) =>
      changeProduct(ctx, uuid, 'products.edit', async (change) => {
        const { db, writer, product } = change;
        refuseChanged(list, await readList(db, list, uuid), version);
        const newRows = await values(db, rows as Row[], product);
        await sync(
          writer,
          { table, key, replace: { column: 'product_uid', values: [uuid] } },
          newRows.map((one) => ({ product_uid: uuid, ...one })),
        );
        change.listed = list !== 'relations' && list !== 'faq';
      }),
  );

export const editSpecs = listCall('specs', {
  row: z
    .object({
      group: by(specRow.shape.group, 'כתבו קבוצה בכל שורה'),
      name: by(specRow.shape.name, 'כתבו שם בכל שורה'),
      value: z.string().trim().default('').transform(isolateRanges),
      unit: orEmpty(specRow.shape.unit, 'היחידה ארוכה מדי'),
      /** Brought by a template: without a value it isn't kept. */
      template: z.string().default(''),
    })
    .refine(({ value, template }) => template !== '' || value !== '', {
      path: ['value'],
      message: 'כתבו ערך בכל שורה, או מחקו אותה',
    })
    .refine(({ value }) => value === '' || specRow.shape.value.safeParse(value).success, {
      path: ['value'],
      message: 'הערך ארוך מדי',
    }),
  table: 'product_specs',
  key: ['product_uid', 'position'],
  values: (_, rows) =>
    rows
      .filter(({ value }) => value !== '')
      .map(({ group, name, value, unit }, position) => ({ group_name: group, name, value, unit, position })),
});

export const editSafety = listCall('safety', {
  row: z.object({
    name: by(safetyRow.shape.name, 'כתבו שם בכל שורה'),
    explanation: orEmpty(safetyRow.shape.explanation, 'ההסבר ארוך מדי'),
    icon: orEmpty(safetyRow.shape.icon, 'שם של סמל: אותיות לטיניות קטנות ומקפים'),
    standard: z.enum(['yes', 'optional']).default('yes'),
  }),
  table: 'product_safety',
  key: ['product_uid', 'position'],
  values: (_, rows) =>
    rows.map(({ standard, ...row }, position) => ({ ...row, standard: standard === 'yes', position })),
});

export const editFaq = listCall('faq', {
  row: z.object({
    question: by(faqRow.shape.question, 'כתבו שאלה בכל שורה'),
    answer: by(faqRow.shape.answer, 'כתבו תשובה בכל שורה'),
  }),
  table: 'product_faqs',
  key: ['product_uid', 'position'],
  values: (_, rows) => rows.map((row, position) => ({ ...row, position })),
});

export const editRelations = listCall('relations', {
  row: z.object({
    related: by(relationRow.shape.related, 'כתבו את הכתובת של המוצר הקשור'),
    kind: z.enum(['UPSELL', 'RELATED']),
  }),
  table: 'product_relations',
  key: ['product_uid', 'related_uid', 'kind'],
  async values(db, rows, { uuid, companyUid }) {
    const slugs = rows.map(({ related }) => related);
    const relatedProducts = await db.execute<{ uuid: string; slug: string }>(
      sql`select uuid, slug from products where company_uid = ${companyUid} and slug = any(${sql.param(slugs)}::text[])`,
    );
    const uids = new Map(relatedProducts.rows.map((row) => [row.slug, row.uuid]));
    const seen = new Set<string>();
    const count = { UPSELL: 0, RELATED: 0 };
    return rows.map(({ related, kind }, at) => {
      const related_uid = uids.get(related);
      if (!related_uid) throw refuseField(`rows.${at}.related`, `אין מוצר בכתובת ${related}`);
      if (related_uid === uuid) throw refuseField(`rows.${at}.related`, 'מוצר אינו קשור לעצמו');
      if (seen.has(`${related} ${kind}`)) throw refuseField(`rows.${at}.related`, `${related} מופיע פעמיים`);
      seen.add(`${related} ${kind}`);
      return { related_uid, kind, position: count[kind]++ };
    });
  },
});

export const editMeta = listCall('meta', {
  row: z
    .object({ key: z.string().trim(), value: z.string().trim().max(5_000) })
    .refine(({ key, value }) => productRow.shape.meta.safeParse(`${key}=${value}`).success && !/[|]/.test(value), {
      path: ['key'],
      message: 'שם של מסנן באותיות לטיניות קטנות וערך; נפח, הספק ומושבים הם מספרים',
    }),
  table: 'product_meta',
  key: ['product_uid', 'key', 'value'],
  values: (_, rows) => [...new Map(rows.map((row) => [`${row.key}=${row.value}`, row])).values()],
});
