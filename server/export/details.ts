import { sheetKinds } from '#domain/catalogue/import-columns.ts';
import { listCell, type Sum, shekelCell } from './cells.ts';
import { type Export, formerSlugs, writeTable } from './folder.ts';
import { namerIn } from './media.ts';
import { EXPORTED, sold } from './products.ts';

type Line = { path: string; columns: readonly string[]; sql: string };

/** Tables whose query columns have the folder's names; `$1` is the company, `$2` the store or null. */
const LINES: Line[] = [
  {
    path: 'catalogue/branch-stock',
    columns: sheetKinds['branch-stock'].columns,
    sql: `select p.slug as product, v.sku, b.key as branch, t.pieces as stock, t.pieces as stock_exported, t.low_stock
          from branch_stock t join variants v on v.uuid = t.variant_uid join branches b on b.uuid = t.branch_uid
          join products p on p.uuid = v.product_uid
          where ${EXPORTED} and (t.pieces > 0 or t.low_stock is not null)
          order by p.slug collate "C", v.position, v.sku collate "C", b.position, b.key collate "C"`,
  },
  {
    path: 'catalogue/specs',
    columns: sheetKinds.specs.columns,
    sql: `select p.slug as product, t.group_name as group, t.name, t.value, t.unit from product_specs t
          join products p on p.uuid = t.product_uid where ${EXPORTED} order by p.slug collate "C", t.position`,
  },
  {
    path: 'catalogue/templates',
    columns: ['kind', 'group', 'name', 'unit'],
    sql: `select t.kind, t.group_name as group, t.name, t.unit from spec_templates t
          where t.company_uid = $1 and $2::text is null order by t.kind collate "C", t.position`,
  },
  {
    path: 'catalogue/safety',
    columns: sheetKinds.safety.columns,
    sql: `select p.slug as product, t.name, t.explanation, t.icon, case when t.standard then 'yes' else 'optional' end as standard
          from product_safety t join products p on p.uuid = t.product_uid where ${EXPORTED} order by p.slug collate "C", t.position`,
  },
  {
    path: 'catalogue/faq',
    columns: sheetKinds.faq.columns,
    sql: `select p.slug as product, t.question, t.answer from product_faqs t
          join products p on p.uuid = t.product_uid where ${EXPORTED} order by p.slug collate "C", t.position`,
  },
  {
    path: 'catalogue/relations',
    columns: sheetKinds.relations.columns,
    sql: `select p.slug as product, r.slug as related, t.kind::text as kind from product_relations t
          join products p on p.uuid = t.product_uid join products r on r.uuid = t.related_uid
          where ${EXPORTED} and ${sold('r')} order by p.slug collate "C", t.kind, t.position`,
  },
  {
    path: 'catalogue/fits',
    columns: sheetKinds.fits.columns,
    sql: `select p.slug as part, r.slug as vehicle, t.year_from, t.year_to, t.chassis_prefix, t.chassis_from, t.chassis_to from part_fits t
          join products p on p.uuid = t.part_uid join products r on r.uuid = t.vehicle_uid
          where ${EXPORTED} and ${sold('r')} order by p.slug collate "C", r.slug collate "C", t.year_from, t.chassis_prefix collate "C", t.chassis_from collate "C"`,
  },
  {
    path: 'catalogue/rules',
    columns: sheetKinds.rules.columns,
    sql: `select p.slug as product, t.choice, t.kind as rule, array_to_string(t.others, '|') as others, t.reason
          from configurator_rules t join products p on p.uuid = t.product_uid
          where ${EXPORTED} order by p.slug collate "C", t.position`,
  },
];

export async function exportDetails(about: Export): Promise<void> {
  const { snapshot, company, onlyStore } = about;
  for (const { path, columns, sql } of LINES)
    await writeTable(about, path, columns, snapshot.each(sql, [company.uuid, onlyStore]), (row) => row);
  await exportChoices(about);
  await exportAssemblies(about);
}

type Choice = {
  product: string;
  group: string;
  multiple: boolean;
  choice: string;
  name: string;
  text: string;
  price_agorot: Sum;
  is_default: boolean;
  variant_skus: string[];
  picture_sku: string | null;
  agrees: boolean | null;
};

/**
 * `agrees`: the price is what its variants cost more than the product. Otherwise the variants' prices apply, and none
 * is written.
 */
async function exportChoices(about: Export): Promise<void> {
  const { snapshot, company, onlyStore } = about;
  const rows = snapshot.each<Choice>(
    `select p.slug as product, g.name as group, g.multiple, t.key as choice, t.name, t.text, t.price_agorot, t.is_default,
       t.variant_skus, t.picture_sku,
       (select bool_and(coalesce(v.price_agorot, p.price_agorot) - p.price_agorot = t.price_agorot)
        from variants v where v.company_uid = $1 and v.sku = any(t.variant_skus)) as agrees
     from configurator_choices t join products p on p.uuid = t.product_uid
     join configurator_groups g on g.product_uid = t.product_uid and g.position = t.group_position
     where ${EXPORTED} order by p.slug collate "C", t.group_position, t.position`,
    [company.uuid, onlyStore],
  );
  await writeTable(about, 'catalogue/choices', sheetKinds.choices.columns, rows, (row) => ({
    product: row.product,
    group: row.group,
    choice: row.choice,
    name: row.name,
    text: row.text,
    pick: row.multiple ? 'many' : 'one',
    price: Number(row.price_agorot) === 0 || row.agrees === false ? '' : shekelCell(row.price_agorot),
    default: row.is_default ? 'yes' : '',
    variants: listCell(row.variant_skus),
    picture: row.picture_sku,
  }));
}

type Assembly = {
  slug: string;
  former: string[] | null;
  name: string;
  media: string;
  vehicles: string[];
  position: number;
};

/** Diagrams of the exported products' vehicles, with their numbers. */
async function exportAssemblies(about: Export): Promise<void> {
  const { snapshot, company, onlyStore, media } = about;
  const place = namerIn(media, 'pictures/diagrams/');
  const condition = `a.company_uid = $1 and exists (select from assembly_vehicles av join products p on p.uuid = av.vehicle_uid
    where av.assembly_uid = a.uuid and ${EXPORTED})`;
  await writeTable(
    about,
    'catalogue/assemblies',
    sheetKinds.assemblies.columns,
    snapshot.each<Assembly>(
      `select a.slug, h.slugs as former, a.name, a.media, a.position,
         array(select p.slug || '=' || t.year_from || '-' || t.year_to from assembly_vehicles t join products p on p.uuid = t.vehicle_uid
               where t.assembly_uid = a.uuid and ${sold('p')} order by p.slug collate "C") as vehicles
       from assemblies a left join ${formerSlugs('ASSEMBLY', 'assemblies', 'company_uid')} h on h.entity_uid = a.uuid
       where ${condition} order by a.position, a.slug collate "C"`,
      [company.uuid, onlyStore],
    ),
    async (row) => ({
      slug: row.slug,
      former_slugs: listCell(row.former),
      name: row.name,
      position: row.position,
      picture: (await place(row.media, row.slug)).slice('pictures/'.length),
      vehicles: listCell(row.vehicles),
    }),
  );
  await writeTable(
    about,
    'catalogue/callouts',
    sheetKinds.callouts.columns,
    snapshot.each<Record<string, string | number>>(
      `select a.slug as assembly, t.number, t.name, t.quantity, t.x, t.y,
         array_to_string(array(select p.slug from callout_parts c join products p on p.uuid = c.part_uid
           where c.assembly_uid = a.uuid and c.number = t.number and ${sold('p')} order by c.position), '|') as parts
       from assembly_callouts t join assemblies a on a.uuid = t.assembly_uid
       where ${condition} order by a.position, a.slug collate "C", t.number`,
      [company.uuid, onlyStore],
    ),
    (row) => row,
  );
}
