import { WATCHED } from '#db/change-log.ts';
import { type SQL, sql } from '#db/sql.ts';
import type { Permission } from '#domain/people/permissions.ts';
import type { TableName } from '#domain/text/field-names.ts';
import type { StaffMember } from '../../context.ts';
import { storesWith } from '../../staff/grants.ts';

type Group = {
  name: string;
  /** Besides `changes.read`. */
  read: Permission | null;
  /**
   * Besides `changes.undo`: an undo is a change like any other, and no way around a permission. `null`: never undone.
   */
  edit: Permission | null;
  tables: TableName[];
};

/** Tables of the change log by subject, as staff filter by them. */
export const tableGroups = {
  products: {
    name: 'מוצרים, מחירים ומלאי',
    read: 'products.read',
    edit: 'products.edit',
    tables: [
      ...(['products', 'store_products', 'variants', 'variant_values', 'branch_stock', 'product_images'] as const),
      ...(['product_specs', 'product_safety', 'product_faqs', 'product_relations', 'product_meta'] as const),
      ...(['configurator_groups', 'spec_templates'] as const),
      ...(['configurator_choices', 'configurator_rules', 'part_fits', 'assemblies', 'assembly_vehicles'] as const),
      ...(['assembly_callouts', 'callout_parts', 'brands', 'collections', 'slug_history'] as const),
    ],
  },
  promotions: { name: 'מבצעים וקופונים', read: null, edit: 'promotions.edit', tables: ['sales', 'coupons'] },
  content: {
    name: 'תוכן',
    read: null,
    // An undo is seen in the shop at once.
    edit: 'content.publish',
    tables: ['menu_links', 'widgets', 'content_pages', 'redirects', 'post_categories', 'posts', 'search_synonyms'],
  },
  settings: {
    name: 'חנויות והגדרות',
    read: null,
    edit: 'settings.edit',
    tables: [
      ...(['companies', 'stores', 'template_settings', 'branches', 'branch_stores', 'delivery_types'] as const),
      ...(['finance_plans', 'vat_rates'] as const),
    ],
  },
  orders: {
    name: 'הזמנות, תשלומים ומסירות',
    read: 'orders.read',
    edit: 'orders.edit',
    tables: [
      ...(['orders', 'order_lines', 'order_discounts', 'order_consents', 'payments', 'refunds', 'documents'] as const),
      ...([
        'shipments',
        'shipment_lines',
        'refund_lines',
        'order_vehicles',
        'handover_steps',
        'order_files',
        'order_signatures',
        'order_trade_ins',
      ] as const),
      ...(['notes', 'tasks', 'approvals'] as const),
    ],
  },
  customers: {
    name: 'לקוחות',
    read: 'customers.read',
    edit: 'customers.edit',
    tables: ['customers', 'addresses', 'consents', 'subscribers', 'stock_subscriptions'],
  },
  leads: { name: 'פניות', read: 'leads.read', edit: 'leads.answer', tables: ['leads', 'lead_answers'] },
  reviews: {
    name: 'ביקורות ושאלות',
    read: 'reviews.read',
    edit: 'reviews.edit',
    tables: ['product_reviews', 'product_questions'],
  },
  trade_ins: { name: 'טרייד־אין', read: 'trade-ins.read', edit: 'trade-ins.answer', tables: ['trade_ins'] },
  bookings: { name: 'תורים', read: 'bookings.read', edit: 'bookings.block', tables: ['bookings', 'booking_blocks'] },
  staff: {
    name: 'צוות והרשאות',
    read: 'staff.read',
    // What a role may is bounded by what its editor may (change-roles): putting rows back would go around that.
    edit: null,
    tables: ['roles', 'staff', 'staff_roles', 'staff_passkeys', 'api_keys', 'api_key_stores'],
  },
} as const satisfies Record<string, Group>;

export type GroupKey = keyof typeof tableGroups;
const groups: Group[] = Object.values(tableGroups);

/** Columns that have a permission of their own. */
const COLUMN_EDIT: Record<string, Permission> = {
  price_agorot: 'products.price',
  deleted_price_agorot: 'products.price',
  deposit_agorot: 'products.price',
  stock: 'stock.edit',
  pieces: 'stock.edit',
  low_stock: 'stock.edit',
};

/** The permission that changes a row of the table; `null` for a table that isn't undone here. */
export function editPermission(table: string, column: string | null): Permission | null {
  const group = groups.find(({ tables }) => tables.includes(table as TableName));
  if (!group || WATCHED[table]?.kind !== 'content') return null;
  return (group.edit === 'products.edit' && column && COLUMN_EDIT[column]) || group.edit;
}

/** Stores that the row `c` of the log belongs to: its own, or all that sell the product, hold the branch … */
const storesOfRow = sql.raw(`(
  select c.store_uid where c.store_uid is not null
  union all select uuid from stores where uuid = c.entity_uid
  union all select store_uid from store_products where product_uid = c.entity_uid and c.store_uid is null
  union all select sp.store_uid from variants v join store_products sp on sp.product_uid = v.product_uid where v.uuid = c.entity_uid
  union all select store_uid from orders where uuid = c.entity_uid
  union all select o.store_uid from payments p join orders o on o.uuid = p.order_uid where p.uuid = c.entity_uid
  union all select o.store_uid from refunds r join payments p on p.uuid = r.payment_uid join orders o on o.uuid = p.order_uid where r.uuid = c.entity_uid
  union all select o.store_uid from shipments s join orders o on o.uuid = s.order_uid where s.uuid = c.entity_uid
  union all select o.store_uid from order_lines l join orders o on o.uuid = l.order_uid where l.uuid = c.entity_uid
  union all select store_uid from customers where uuid = c.entity_uid
  union all select store_uid from leads where uuid = c.entity_uid
  union all select store_uid from trade_ins where uuid = c.entity_uid
  union all select sp.store_uid from assembly_vehicles av join store_products sp on sp.product_uid = av.vehicle_uid where av.assembly_uid = c.entity_uid
  union all select sp.store_uid from callout_parts cp join store_products sp on sp.product_uid = cp.part_uid where cp.assembly_uid = c.entity_uid
  union all select store_uid from branch_stores where branch_uid = c.entity_uid)`);

/** The row `c` belongs to one of the stores. */
export const rowInStores = (stores: string[]): SQL =>
  sql`exists (select from ${storesOfRow} of_row (uuid) where of_row.uuid = any(${sql.param(stores)}::uuid[]))`;

/** The row `c` belongs to these stores and to no others. */
export const rowOnlyInStores = (stores: string[]): SQL =>
  sql`coalesce((select bool_and(of_row.uuid = any(${sql.param(stores)}::uuid[])) from ${storesOfRow} of_row (uuid)), false)`;

/** Stores in both. */
export const meet = (one: 'all' | string[], other: 'all' | string[]): 'all' | string[] =>
  one === 'all' ? other : other === 'all' ? one : one.filter((uuid) => other.includes(uuid));

/** Which rows `c` the person may see; `null`: all. */
export function visibleRows(staff: StaffMember): SQL | null {
  const log = storesWith(staff, 'changes.read');
  const reach = groups.map(({ read, tables }) => ({ tables, stores: read ? meet(log, storesWith(staff, read)) : log }));
  if (reach.every(({ stores }) => stores === 'all')) return null;
  const groupsByStores = Map.groupBy(reach, ({ stores }) => (stores === 'all' ? 'all' : [...stores].sort().join()));
  const conditions = [...groupsByStores.values()].flatMap((groupsOfStores) => {
    const { stores } = groupsOfStores[0] as (typeof reach)[number];
    if (stores.length === 0) return [];
    const tables = groupsOfStores.flatMap((one) => one.tables as string[]);
    const ofTables = sql`c.table_name = any(${sql.param(tables)}::text[])`;
    return [stores === 'all' ? ofTables : sql`(${ofTables} and ${rowInStores(stores)})`];
  });
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}
