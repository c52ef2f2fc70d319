import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import type { Configurator } from '#domain/catalogue/configurator.ts';
import { findFaults } from '#domain/catalogue/configurator-faults.ts';
import { optionName } from '#domain/catalogue/variants.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import { checkChoicePrices, checkConfigurator } from '../../import/checks/configurator.ts';
import { choiceJump } from '../../import/checks/price-jumps.ts';
import { type Existing, readExisting } from '../../import/existing.ts';
import type { Folder } from '../../import/folder.ts';
import { knownReferences } from '../../import/known-references.ts';
import { newProblems } from '../../import/problems.ts';
import { choiceRow, ruleRow } from '../../import/schemas/catalogue.ts';
import { writeConfigurators } from '../../import/write/catalogue/configurators.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { ticked } from '../inputs.ts';
import { folderOf } from '../store-files/folder.ts';
import { reasonInHebrew } from '../store-files/reason-in-hebrew.ts';
import { longText, rowsOf } from './cells.ts';
import { changeProduct, type ProductChange, refuseChanged, versionOf } from './change-product.ts';
import { mayEverywhere, reachedProduct } from './reach.ts';

/** As `catalogue/choices.csv` and `catalogue/rules.csv` have them, without the product; lists are joined by `|`. */
type Cells = Record<string, string>;
const choiceNames = ['group', 'pick', 'choice', 'name', 'text', 'price', 'default', 'variants', 'picture'] as const;
const ruleNames = ['choice', 'rule', 'others', 'reason'] as const;

async function readChoices(db: Db, product: string): Promise<Cells[]> {
  const { rows } = await db.execute<Cells>(sql`
    select g.name as "group", case when g.multiple then 'many' else 'one' end as pick, t.key as choice, t.name, t.text,
      case when t.price_agorot = 0 or t.variant_skus <> '{}' then '' else trim_scale(t.price_agorot / 100.0)::text end as price,
      case when t.is_default then 'on' else '' end as "default", array_to_string(t.variant_skus, '|') as variants,
      coalesce(t.picture_sku, '') as picture
    from configurator_choices t join configurator_groups g on g.product_uid = t.product_uid and g.position = t.group_position
    where t.product_uid = ${product} order by t.group_position, t.position`);
  return rows;
}

async function readRules(db: Db, product: string): Promise<Cells[]> {
  const { rows } = await db.execute<Cells>(sql`
    select choice, kind as rule, array_to_string(others, '|') as others, reason
    from configurator_rules where product_uid = ${product} order by position`);
  return rows;
}

type VariantRow = { sku: string; label: string; price: number; available: boolean };

async function readVariants(db: Db, product: string): Promise<VariantRow[]> {
  const { rows } = await db.execute<VariantRow>(sql`
    select v.sku, coalesce(v.price_agorot, p.price_agorot)::float8 as price,
      p.stock_policy = 'PRE_ORDER' or (p.stock_policy = 'IN_STOCK' and v.stock > 0) as available,
      array_to_string(array(select x.value_name from variant_values x where x.variant_uid = v.uuid order by x.position), ' · ') as label
    from variants v join products p on p.uuid = v.product_uid where v.product_uid = ${product} and v.active order by v.position, v.sku`);
  return rows;
}

/**
 * A group for each colour, size or other option in which a product's variants differ: what its configurator begins
 * with.
 */
async function choicesOfVariants(db: Db, product: string): Promise<Cells[]> {
  const { rows } = await db.execute<{ type: string; name: string; variants: string }>(sql`
    select x.type, x.value_name as name, string_agg(v.sku, '|' order by v.position, v.sku) as variants
    from variant_values x join variants v on v.uuid = x.variant_uid where v.product_uid = ${product} and v.active
    group by x.type, x.value_name order by min(x.position), x.type, min(v.position), x.value_name`);
  const types = [...new Set(rows.map(({ type }) => type))];
  return types.flatMap((type, at) => {
    const values = rows.filter((row) => row.type === type);
    if (values.length < 2) return [];
    return values.map(({ name, variants }, nth) => ({
      group: optionName(type),
      pick: 'one',
      choice: `option-${at + 1}-${nth + 1}`,
      name,
      variants,
      default: nth === 0 ? 'on' : '',
    }));
  });
}

const parts = (joined: string | undefined): string[] => (joined ? joined.split('|').filter(Boolean) : []);

/** What the shop's rules make of the rows. */
function configuratorOf(choices: Cells[], rules: Cells[], variants: VariantRow[]): Configurator {
  const names = [...new Set(choices.map(({ group = '' }) => group))];
  return {
    groups: names.map((name) => {
      const groupChoices = choices.filter(({ group }) => group === name);
      return {
        name,
        multiple: groupChoices[0]?.pick === 'many',
        choices: groupChoices.map((cells) => ({
          key: cells.choice ?? '',
          name: cells.name ?? '',
          price: Number(cells.price || 0),
          default: cells.default === 'on',
          variants: parts(cells.variants),
        })),
      };
    }),
    rules: rules.map((cells) => ({
      choice: cells.choice ?? '',
      kind: cells.rule as 'requires' | 'excludes',
      others: parts(cells.others),
      reason: cells.reason ?? '',
    })),
    variants: variants.map(({ sku, price, available }) => ({ id: sku, sku, price: toShekels(price), available })),
  };
}

/** The configurator of a product, and what shoppers would stumble over. */
export const readConfigurator = officeCall(
  {
    name: 'products.configurator',
    permission: 'products.read',
    input: z.object({ product: z.uuid() }),
    kind: 'read',
  },
  async (ctx, { product: uuid }) => {
    const { db } = ctx;
    const { name, stores } = await reachedProduct(ctx, db, uuid);
    const [choices, rules, variants, options] = await Promise.all([
      readChoices(db, uuid),
      readRules(db, uuid),
      readVariants(db, uuid),
      choicesOfVariants(db, uuid),
    ]);
    const configurator = configuratorOf(choices, rules, variants);
    return {
      product: { uuid, name },
      choices: { rows: choices, version: versionOf(choices) },
      rules: { rows: rules, version: versionOf(rules) },
      options,
      skus: variants.map(({ sku, label }) => ({ sku, label })),
      configurator,
      faults: choices.length > 0 ? findFaults(configurator) : [],
      may: { edit: mayEverywhere(ctx, 'products.edit', stores) && mayEverywhere(ctx, 'products.price', stores) },
    };
  },
);

const NAMED_JUMPS = 3;
const cellsOf = (names: readonly string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, longText(5_000)])));
const write = { permission: 'products.edit', also: 'products.price', kind: 'write' } as const;
const input = (names: readonly string[]) =>
  z.object({ product: z.uuid(), version: z.string().max(40), rows: rowsOf(cellsOf(names)) });

/**
 * Replaces the choices, by the importer's own rules; the rules stay. A difference of price that changes by more than
 * half has to be confirmed. @throws CHANGED_MEANWHILE, BAD_REQUEST with the fields
 */
export const editChoices = officeCall(
  { ...write, name: 'products.edit-choices', input: input(choiceNames).extend({ confirmed: ticked }) },
  (ctx, { product: uuid, version, rows, confirmed }) =>
    changeConfigurator(ctx, uuid, async (change, { choices, rules }) => {
      refuseChanged('choices', choices, version);
      await save(change, { edited: 'choices', choices: rows as Cells[], rules, confirmed });
    }),
);

/** Replaces the rules between its choices. @throws CHANGED_MEANWHILE, BAD_REQUEST with the fields */
export const editRules = officeCall(
  { ...write, name: 'products.edit-rules', input: input(ruleNames) },
  (ctx, { product: uuid, version, rows }) =>
    changeConfigurator(ctx, uuid, async (change, { choices, rules }) => {
      refuseChanged('rules', rules, version);
      await save(change, { edited: 'rules', choices, rules: rows as Cells[], confirmed: true });
    }),
);

const changeConfigurator = (
  ctx: Allowed,
  uuid: string,
  work: (change: ProductChange, stored: { choices: Cells[]; rules: Cells[] }) => Promise<void>,
) =>
  changeProduct(ctx, uuid, 'products.edit', async (change) => {
    if (!mayEverywhere(ctx, 'products.price', change.product.stores)) throw refuse('FORBIDDEN');
    const [choices, rules] = [await readChoices(change.db, uuid), await readRules(change.db, uuid)];
    await work(change, { choices, rules });
  });

/** `confirmed`: prices may change by more than half. */
type Edit = { edited: 'choices' | 'rules'; choices: Cells[]; rules: Cells[]; confirmed: boolean };

/** Checks and writes both as the importer does; faults are told at the rows of the part that is edited. */
async function save(
  { db, writer, product }: ProductChange,
  { edited, choices, rules, confirmed }: Edit,
): Promise<void> {
  const { slug } = product;
  const line = { unit: `product:${slug}` } as const;
  const folder = folderOf(
    { key: '' },
    {},
    {
      stores: [],
      choices: choices.map((cells, row) => ({
        ...line,
        file: 'choices',
        row,
        data: parsed(
          choiceRow,
          { ...cells, product: slug, default: cells.default === 'on' ? 'yes' : '' },
          edited === 'choices' ? row : null,
        ),
      })),
      rules: rules.map((cells, row) => ({
        ...line,
        file: 'rules',
        row,
        data: parsed(ruleRow, { ...cells, product: slug }, edited === 'rules' ? row : null),
      })),
    },
  );
  const problems = newProblems();
  const only = { companyUid: product.companyUid, slugs: [slug] };
  const existing = await readExisting(writer.client, folder, problems, { only });
  const about = {
    folder,
    existing,
    references: knownReferences(folder, existing, false),
    problems,
    notes: newProblems(),
  };
  for (const check of [checkConfigurator, checkChoicePrices])
    check({ ...about, acceptPriceChanges: false, setStock: false });
  if (problems.list.length > 0)
    throw refuse('BAD_REQUEST', {
      message: 'יש מה לתקן לפני השמירה',
      fields: problems.list.map(({ file, row, column, value, reason }) => ({
        path: file === edited ? `rows.${row}.${column}` : file,
        message: `${value ?? ''}: ${hebrew(reason, value)}`,
      })),
    });
  if (!confirmed) refuseJumps(folder, existing);
  if (choices.length === 0) {
    for (const table of ['configurator_rules', 'configurator_choices', 'configurator_groups'])
      await db.execute(sql`delete from ${sql.raw(table)} where product_uid = ${product.uuid}`);
    return;
  }
  await writeConfigurators({
    ...writer,
    folder,
    pictures: { views: new Map(), byPath: new Map() },
    notes: newProblems(),
    setStock: false,
    brands: new Map(),
    products: new Map([[slug, product.uuid]]),
  });
}

/** @throws BAD_REQUEST: a price that changes by more than half is a mistake until somebody says that it isn't */
function refuseJumps({ choices }: Folder, existing: Existing): void {
  const jumps = choices.flatMap(({ data }) => {
    const jump = choiceJump(existing, data);
    return jump ? [`${isolate(data.name)} (היה ${isolate(formatExactPrice(toShekels(jump.before)))})`] : [];
  });
  if (jumps.length === 0) return;
  const named = [...jumps.slice(0, NAMED_JUMPS), ...(jumps.length > NAMED_JUMPS ? ['ועוד'] : [])].join(', ');
  throw refuseField('confirmed', `הפרש מחיר משתנה ביותר מחצי: ${named}. סמנו שזו הכוונה`);
}

/** A row by the importer's schema. @throws BAD_REQUEST at the row's cells */
function parsed<S extends z.ZodType>(schema: S, cells: Cells, row: number | null): z.output<S> {
  const filled = Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== ''));
  const result = schema.safeParse(filled);
  if (result.success) return result.data;
  throw refuse('BAD_REQUEST', {
    message: 'יש מה לתקן לפני השמירה',
    fields: result.error.issues.map(({ path, message }) => ({
      path: `rows.${row ?? 0}.${path.map(String).join('.')}`,
      message: `${cells[String(path[0])] || 'שורה'}: ${hebrew(message, null)}`,
    })),
  });
}

/** What the importer's checks of a configurator say. */
const reasons: [RegExp, string][] = [
  [/^is not a name of a choice/, 'מפתח הוא אותיות לטיניות קטנות וספרות, עם מקפים ביניהן'],
  [/^is not a difference of price/, 'הפרש מחיר בשקלים, כמו 1200 או ‎-800'],
  [/^is a variant of/, 'המק״ט שייך למוצר אחר'],
  [/^unknown SKU/, 'אין מק״ט כזה'],
  [/^the group has another default already/, 'לקבוצה שבוחרים בה אחת יש כבר ברירת מחדל'],
  [/^the group has (?:one|many) in its first row/, 'כל השורות של קבוצה הן מאותו סוג בחירה'],
  [/^unknown choice of this product/, 'אין בחירה כזו למוצר'],
  [/^is the choice itself/, 'בחירה אינה תלויה בעצמה'],
  [/^can never be chosen/, 'אי אפשר לבחור בה: הכללים אינם משאירים אף תצורה שיש בה'],
  [/^variant .* costs/, 'הגרסאות של הבחירה עולות אחרת. השאירו את המחיר ריק, וקבעו אותו בגרסאות'],
];
const hebrew = (reason: string, value: string | null): string =>
  reasons.find(([pattern]) => pattern.test(reason))?.[1] ?? reasonInHebrew(reason, value);
