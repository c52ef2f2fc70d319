import { z } from 'zod';
import { products } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { kindNames, stockPolicyNames } from '#domain/catalogue/kind-names.ts';
import { sanitizeRichText } from '../../content/rich-text.ts';
import { withPaths } from '../../export/media.ts';
import { probeStill } from '../../import/pictures/probe.ts';
import { productRow } from '../../import/schemas/catalogue.ts';
import { picturesOf } from '../../import/write/rich-text.ts';
import { renameInLists } from '../../import/write/slug-history.ts';
import { refuse } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { shownBody } from '../content/articles.ts';
import { saveEdited } from '../edited-fields.ts';
import { edited } from '../store-files/edited-input.ts';
import { mergeEdited } from '../store-files/merge.ts';
import { parseFile } from '../store-files/problems.ts';
import { cell, longText, neededText } from './cells.ts';
import { changeProduct, type ProductChange } from './change-product.ts';
import { freeSlug, productSlug } from './create-product.ts';

const product = z.uuid();
const keysOf = <T extends object>(names: T) => Object.keys(names) as [keyof T & string, ...(keyof T & string)[]];
/** Parts of a list as one field shows them. */
const list = longText(2_000).transform((typed) =>
  typed
    .split(/[|\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .join('|'),
);
const shape = productRow.shape;

const typed = {
  name: neededText(200, 'הזינו שם'),
  subtitle: longText(5_000),
  kind: z.enum(keysOf(kindNames), 'בחרו סוג'),
  brand: cell(z.uuid(), 'בחרו מותג'),
  year: cell(shape.year, 'הזינו שנה בין 1950 ל־2100'),
  licenceClass: cell(shape.licence_class, 'בחרו דרגת רישיון'),
  stockPolicy: z.enum(keysOf(stockPolicyNames), 'בחרו איך המוצר נמכר'),
  pollutionGroup: cell(shape.pollution_group, 'דרגת זיהום היא מספר בין 1 ל־15'),
  safetyLevel: cell(shape.safety_level, 'רמת בטיחות היא מספר בין 0 ל־8'),
  warranty: longText(5_000),
  servicePlan: cell(shape.service_plan, 'כתבו ק״מ/חודשים לכל מרווח, למשל 1000/1|10000/12. האחרון חוזר').transform(
    (plan) => plan ?? '',
  ),
  badges: list,
  seoTitle: cell(z.string().max(200), 'עד 200 תווים'),
  seoDescription: cell(z.string().max(500), 'עד 500 תווים'),
  slug: productSlug,
};
type Name = keyof typeof typed;

const fields = {
  name: products.name,
  subtitle: products.subtitle,
  kind: products.kind,
  brand: products.brandUid,
  year: products.year,
  licenceClass: products.licenceClass,
  stockPolicy: products.stockPolicy,
  pollutionGroup: products.pollutionGroup,
  safetyLevel: products.safetyLevel,
  warranty: products.warranty,
  servicePlan: products.servicePlan,
  badges: { list: products.badges },
  seoTitle: products.seoTitle,
  seoDescription: products.seoDescription,
  slug: products.slug,
};

const NUMBERS: Name[] = ['year', 'pollutionGroup', 'safetyLevel'];
const MAY_BE_NULL: Name[] = [...NUMBERS, 'brand', 'licenceClass', 'seoTitle', 'seoDescription'];
/** What neither lists nor the search are made of. */
const UNLISTED: Name[] = [
  ...(['warranty', 'servicePlan', 'badges', 'seoDescription', 'pollutionGroup', 'safetyLevel'] as const),
];

const formerValues = z.object(
  Object.fromEntries(Object.keys(typed).map((name) => [name, z.string().max(6_000).default('')])) as Record<
    Name,
    z.ZodDefault<z.ZodString>
  >,
);

/** The value that the form began with, as the table has it. */
function startOf(name: Name, text: string): string | number | null {
  if (text === '' && MAY_BE_NULL.includes(name)) return null;
  return NUMBERS.includes(name) ? Number(text) : text;
}

/**
 * What every store shows of a product, apart from prices. Its former address leads to the new one. @throws
 * CHANGED_MEANWHILE with the conflicts, FORBIDDEN
 */
export const editProduct = officeCall(
  {
    name: 'products.edit',
    permission: 'products.edit',
    input: z.object({ product, was: formerValues, ...typed }),
    kind: 'write',
    draftable: true,
  },
  (ctx, { product: uuid, was, ...now }) =>
    changeProduct(ctx, uuid, 'products.edit', async (change) => {
      const names = Object.keys(typed) as Name[];
      const { rows } = await change.db.execute<{ on_request: boolean; brand: boolean }>(sql`
        select p.price_on_request as on_request,
          ${now.brand}::uuid is null or exists (select from brands b where b.uuid = ${now.brand}::uuid and b.company_uid = p.company_uid) as brand
        from products p where p.uuid = ${uuid}`);
      if (!rows[0]?.brand) throw refuse('BAD_REQUEST', { fields: [{ path: 'brand', message: 'בחרו מותג' }] });
      if (rows[0].on_request && now.stockPolicy !== 'ON_REQUEST')
        throw refuse('BAD_REQUEST', {
          fields: [{ path: 'stockPolicy', message: 'מוצר שמחירו לפי פנייה נמכר רק לפי פנייה. קבעו לו קודם מחיר' }],
        });
      const { companyUid, slug: former } = change.product;
      if (now.slug !== was.slug) await freeSlug(change.db, companyUid, now.slug, uuid);
      const changed = await saveEdited(change.db, {
        table: products,
        uuid,
        fields,
        was: Object.fromEntries(names.map((name) => [name, startOf(name, was[name])])) as Record<Name, string | null>,
        now,
      });
      change.listed = changed.some((name) => !UNLISTED.includes(name));
      if (changed.includes('slug')) await leadFrom(change, former, now.slug);
    }),
);

async function leadFrom({ db, writer, product }: ProductChange, former: string, slug: string): Promise<void> {
  await db.execute(
    sql`delete from slug_history where owner_uid = ${product.companyUid} and entity_type = 'PRODUCT' and slug = ${slug}`,
  );
  await db.execute(sql`
    insert into slug_history (owner_uid, entity_type, slug, entity_uid) values (${product.companyUid}, 'PRODUCT', ${former}, ${product.uuid})`);
  await renameInLists(writer, former, slug);
}

/**
 * The rich text, as the importer cleans it; pictures in it stay those of the shop's own storage. @throws
 * CHANGED_MEANWHILE with the conflicts
 */
export const describeProduct = officeCall(
  {
    name: 'products.describe',
    permission: 'products.edit',
    input: z.object({ product, ...edited }),
    kind: 'write',
    draftable: true,
  },
  (ctx, { product: uuid, was, now }) =>
    changeProduct(ctx, uuid, 'products.edit', async (change) => {
      const { rows } = await change.db.execute<{ body: string }>(
        sql`select description as body from products where uuid = ${uuid}`,
      );
      const current = { description: await shownBody(rows[0]?.body ?? '') };
      const { description } = parseFile(described, mergeEdited(current, was, now));
      if (description === current.description) return;
      await change.db.execute(
        sql`update products set description = ${await cleaned(ctx, description)} where uuid = ${uuid}`,
      );
      change.listed = true;
    }),
);

const described = z.strictObject({ description: z.string().max(200_000, 'הטקסט ארוך מדי').default('') });

/** By the importer's own rules; pictures are those of the shop's storage, with their sizes. */
async function cleaned({ storage }: Pick<Allowed, 'storage'>, typed: string): Promise<string> {
  const html = sanitizeRichText(await withPaths(typed, async (media) => `pictures/${media}`));
  const byPath = new Map();
  for (const path of html.pictures) {
    const bytes = await storage.read(path.slice('pictures/'.length));
    const picture = bytes && (await probeStill(bytes));
    if (picture && typeof picture !== 'string') byPath.set(path, picture);
  }
  return html.render(picturesOf({ pictures: { byPath } }, null));
}
