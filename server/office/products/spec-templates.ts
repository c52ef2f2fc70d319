import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';
import {
  type SpecKind,
  specKindKeys,
  type VehicleMark,
  vehicleMarks,
} from '#domain/catalogue/product-page/spec-kinds.ts';
import { specRow } from '../../import/schemas/catalogue.ts';
import { refuse } from '../../platform/errors.ts';
import { storesWith } from '../../staff/grants.ts';
import { officeCall } from '../../staff/office-call.ts';
import { rowsOf } from './cells.ts';
import { refuseChanged, versionOf } from './change-product.ts';

/** A line of a specification without its value. */
type TemplateRow = { group: string; name: string; unit: string };
export type SpecTemplate = { kind: SpecKind; rows: TemplateRow[]; isOwn: boolean };

const marks = Object.keys(vehicleMarks) as VehicleMark[];

/** Products `p` whose specifications are of this kind. */
function ofKind(kind: SpecKind): SQL {
  const has = (key: string) => sql`exists (select from product_meta k where k.product_uid = p.uuid and k.key = ${key})`;
  const at = marks.indexOf(kind as VehicleMark);
  if (at < 0 && kind !== 'VEHICLE') return sql`p.kind = ${kind}`;
  const others = (at < 0 ? marks : marks.slice(0, at)).map((mark) => sql`and not ${has(mark)}`);
  return sql`p.kind = 'VEHICLE' ${at < 0 ? sql`` : sql`and ${has(kind)}`} ${sql.join(others, sql` `)}`;
}

/**
 * The company's template of a kind; without one of its own, what at least a quarter of such products say, in their
 * order.
 */
export async function readTemplate(db: Db, companyUid: string, kind: SpecKind): Promise<SpecTemplate> {
  const companyTemplate = await db.execute<TemplateRow>(sql`
    select group_name as "group", name, unit from spec_templates where company_uid = ${companyUid} and kind = ${kind} order by position`);
  if (companyTemplate.rows.length > 0) return { kind, rows: companyTemplate.rows, isOwn: true };
  const usual = await db.execute<TemplateRow>(sql`
    with alike as materialized (select p.uuid from products p where p.company_uid = ${companyUid} and ${ofKind(kind)}),
      lines as (select s.group_name as "group", s.name, mode() within group (order by s.unit) as unit, avg(s.position) as place
        from product_specs s join alike a on a.uuid = s.product_uid group by s.group_name, s.name
        having count(distinct s.product_uid) * 4 >= (select count(*) from alike))
    select "group", name, unit from lines order by min(place) over (partition by "group"), "group", place, name limit 100`);
  return { kind, rows: usual.rows, isOwn: false };
}

const input = { store: z.uuid(), kind: z.enum(specKindKeys).catch('seat_mm').default('seat_mm') };

const companyOf = async (db: Db, store: string): Promise<string> => {
  const { rows } = await db.execute<{ uuid: string }>(
    sql`select company_uid as uuid from stores where uuid = ${store}`,
  );
  if (!rows[0]) throw refuse('NOT_FOUND');
  return rows[0].uuid;
};

export const readSpecTemplate = officeCall(
  { name: 'templates.read', permission: 'products.read', input: z.object(input), kind: 'read', entity: 'store' },
  async (ctx, { store, kind }) => {
    const template = await readTemplate(ctx.db, await companyOf(ctx.db, store), kind);
    return {
      ...template,
      store,
      version: versionOf(template.rows),
      may: { edit: storesWith(ctx.staff, 'products.edit') === 'all' },
    };
  },
);

const row = z.object({
  group: z
    .string()
    .trim()
    .refine((typed) => specRow.shape.group.safeParse(typed).success && typed !== '', 'כתבו קבוצה בכל שורה'),
  name: z
    .string()
    .trim()
    .refine((typed) => specRow.shape.name.safeParse(typed).success && typed !== '', 'כתבו שם בכל שורה'),
  unit: z.string().trim().max(40, 'היחידה ארוכה מדי').default(''),
});

/**
 * The template of the whole company; without rows it is again what most products say. @throws CHANGED_MEANWHILE,
 * BAD_REQUEST
 */
export const editSpecTemplate = officeCall(
  {
    name: 'templates.edit',
    permission: 'products.edit',
    input: z.object({ ...input, version: z.string().max(40), rows: rowsOf(row) }),
    kind: 'write',
    entity: 'store',
    companyWide: true,
  },
  (ctx, { store, kind, version, rows }) =>
    ctx.db.transaction(async (tx) => {
      const company = await companyOf(tx, store);
      await tx.execute(sql`select from companies where uuid = ${company} for no key update`);
      refuseChanged('specs', (await readTemplate(tx, company, kind)).rows, version);
      const seen = new Set<string>();
      for (const [at, { group, name }] of rows.entries()) {
        if (seen.has(`${group}\n${name}`))
          throw refuse('BAD_REQUEST', { fields: [{ path: `rows.${at}.name`, message: `${name} מופיע פעמיים` }] });
        seen.add(`${group}\n${name}`);
      }
      await tx.execute(
        sql`delete from spec_templates where company_uid = ${company} and kind = ${kind} and position >= ${rows.length}`,
      );
      await tx.execute(sql`
        insert into spec_templates as t (company_uid, kind, position, group_name, name, unit)
        select ${company}::uuid, ${kind}, r.position - 1, r.row->>'group', r.row->>'name', r.row->>'unit'
        from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality r (row, position)
        on conflict (company_uid, kind, position) do update set group_name = excluded.group_name, name = excluded.name, unit = excluded.unit
        where (t.group_name, t.name, t.unit) is distinct from (excluded.group_name, excluded.name, excluded.unit)`);
      return { message: 'התבנית נשמרה' };
    }),
);
