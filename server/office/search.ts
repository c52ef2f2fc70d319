import { z } from 'zod';
import { containing, type SQL, sql } from '#db/sql.ts';
import type { Permission } from '#domain/people/permissions.ts';
import type { OfficeContext } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import { storesWith } from '../staff/grants.ts';
import { matchesPerson } from './list.ts';
import { orderPersonText } from './orders/list-orders.ts';

/** Of each kind. */
const SHOWN = 6;
/** A text that many have is not looked through to its end. */
const LOOKED_AT = 200;

export type FoundKind = 'order' | 'vehicle' | 'customer' | 'lead' | 'document' | 'product';
export type Found = {
  kind: FoundKind;
  uuid: string;
  title: string;
  detail: string;
  store: string;
};

const query = z.string().trim().min(2).max(80);

type Source = {
  permission: Permission;
  /** `null`: nothing can be found by such a text. */
  rows: (text: Text, stores: SQL) => SQL | null;
};
/** `isIn`: the text holds the person, or the order, that is looked for. */
type Text = { q: string; isIn: (text: SQL) => SQL; plain: string; digits: string };

const sources: Record<FoundKind, Source> = {
  order: {
    permission: 'orders.read',
    rows: ({ isIn }, stores) => sql`
      select o.uuid, o.number as title, o.first_name || ' ' || o.last_name as detail, o.store_uid, o.created_at as at
      from orders o where o.uuid in (select o.uuid from orders o where ${isIn(orderPersonText)} and o.store_uid = any(${stores}) limit ${LOOKED_AT})`,
  },
  vehicle: {
    permission: 'orders.read',
    rows: ({ plain, digits }, stores) =>
      plain.length < 4
        ? null
        : sql`
      select o.uuid, concat_ws(' · ', nullif(v.plate_number, ''), nullif(v.chassis_number, '')) as title, o.number || ' ' || l.name as detail, o.store_uid, o.created_at as at
      from order_vehicles v join order_lines l on l.uuid = v.order_line_uid join orders o on o.uuid = l.order_uid
      where (upper(v.chassis_number) like ${`%${plain.toUpperCase()}`} or upper(v.chassis_number) like ${`${plain.toUpperCase()}%`}
        or (${digits} <> '' and regexp_replace(v.plate_number, '\\D', '', 'g') = ${digits})) and o.store_uid = any(${stores}) limit ${LOOKED_AT}`,
  },
  customer: {
    permission: 'customers.read',
    rows: ({ isIn }, stores) => sql`
      select c.uuid, trim(c.first_name || ' ' || c.last_name) as title, concat_ws(' · ', c.phone, c.email) as detail, c.store_uid, c.created_at as at
      from customers c where c.uuid in (select c.uuid from customers c
        where ${isIn(sql`lower(c.first_name || ' ' || c.last_name || ' ' || coalesce(c.phone, '') || ' ' || coalesce(c.email, ''))`)}
          and c.erased_at is null and c.store_uid = any(${stores}) limit ${LOOKED_AT})`,
  },
  lead: {
    permission: 'leads.read',
    rows: ({ isIn }, stores) => sql`
      select l.uuid, l.name as title, l.phone as detail, l.store_uid, l.created_at as at
      from leads l where l.uuid in (select l.uuid from leads l
        where ${isIn(sql`lower(l.name || ' ' || l.phone || ' ' || coalesce(l.email, ''))`)} and l.store_uid = any(${stores}) limit ${LOOKED_AT})`,
  },
  document: {
    permission: 'documents.read',
    rows: ({ q }, stores) => sql`
      select d.uuid, d.number as title, o.number as detail, d.store_uid, d.issued_at as at
      from documents d left join orders o on o.uuid = d.order_uid
      where d.number = ${q} and d.store_uid = any(${stores}) limit ${LOOKED_AT}`,
  },
  product: {
    permission: 'products.read',
    rows: ({ q, plain }, stores) => sql`
      select p.uuid, p.name as title, coalesce((select v.sku from variants v where v.product_uid = p.uuid
        order by lower(regexp_replace(v.sku, '[^[:alnum:]]+', '', 'g')) like ${`${plain.toLowerCase()}%`} desc, v.position limit 1), '') as detail,
        s.store_uid, p.updated_at as at
      from products p join lateral (select sp.store_uid from store_products sp
        where sp.product_uid = p.uuid and sp.store_uid = any(${stores}) order by sp.published desc limit 1) s on true
      where p.uuid in (
        select uuid from products where name ilike ${containing(q)}
        union select product_uid from variants where ${plain.length >= 3} and lower(regexp_replace(sku, '[^[:alnum:]]+', '', 'g')) like ${`${plain.toLowerCase()}%`})
      limit ${LOOKED_AT}`,
  },
};

/**
 * Finds an order, a person, a vehicle, a document or a product by whatever a caller reads out: a number, a phone in any
 * spelling, a name, a plate, a SKU. Only of what the person may see, in one query.
 * @throws UNAUTHORIZED
 */
export async function searchOffice(ctx: OfficeContext, raw: string): Promise<Found[]> {
  const { staff, db } = ctx;
  if (!staff) throw refuse('UNAUTHORIZED');
  const parsed = query.safeParse(raw);
  if (!parsed.success) return [];
  const q = parsed.data.normalize('NFC');
  const plain = q.replace(/[^\p{L}\p{N}]+/gu, '');
  const text = { q, isIn: (one: SQL) => matchesPerson(one, q), plain, digits: /^\d+$/.test(plain) ? plain : '' };
  const parts = Object.entries(sources).flatMap(([kind, { permission, rows }]) => {
    const stores = storesWith(staff, permission);
    if (stores.length === 0) return [];
    const hits = rows(text, stores === 'all' ? sql`array(select uuid from stores)` : sql`${sql.param(stores)}::uuid[]`);
    return hits
      ? [sql`(select ${kind} as kind, found.* from (${hits}) found order by found.at desc nulls last limit ${SHOWN})`]
      : [];
  });
  if (parts.length === 0) return [];
  const { rows } = await db.execute<Found>(sql`
    select f.kind, f.uuid, f.title, coalesce(f.detail, '') as detail, s.name as store
    from (${sql.join(parts, sql` union all `)}) f left join stores s on s.uuid = f.store_uid`);
  return rows.map((row) => ({ ...row, title: row.title || row.detail }));
}
