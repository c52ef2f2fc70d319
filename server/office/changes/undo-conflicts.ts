import type pg from 'pg';
import { databaseOn } from '#db/client.ts';
import { findLinks, type Linked } from '../../content/links.ts';
import { ROW_NAME } from './operations.ts';

/** Why a row can't be restored: `field` where one of its values has changed since. */
export type Conflict = {
  table: string;
  row: string;
  field: string | null;
  made: unknown;
  now: unknown;
  reason: string;
  by: string | null;
};

export const MAX_CONFLICTS = 1_000;
/** Who made the operation `a`, as text. */
export const WRITER = `a.actor || ', ' || a.command || ', ' || to_char(a.created_at, 'YYYY-MM-DD HH24:MI') || ' UTC'`;

/** Where rows that an undo has restored break a rule between rows that no foreign key and no constraint keeps. */
export async function findBrokenRules(client: pg.ClientBase, removedPages: RemovedPage[]): Promise<Conflict[]> {
  return [
    ...(await missingPieces(client)),
    ...(await sharedDomains(client)),
    ...(await contradictoryPrices(client)),
    ...(await circles(client, 'collections', 'parent_uid')),
    ...(await circles(client, 'products', 'replaced_by')),
    ...(await deadLinks(client, removedPages)),
  ];
}

/** Where branches would have more pieces than there are, as some were sold since. */
async function missingPieces(client: pg.ClientBase): Promise<Conflict[]> {
  const { rows } = await client.query<Conflict>(
    `select 'branch_stock' as table, v.sku as row, 'pieces' as field, to_jsonb(sum(b.pieces)) as made, to_jsonb(v.stock) as now,
       'is more than there is' as reason, null as by
     from variants v join branch_stock b on b.variant_uid = v.uuid
     where v.uuid in (select coalesce((row_key ->> 'variant_uid')::uuid, (row_key ->> 'uuid')::uuid) from undoing where table_name in ('branch_stock', 'variants'))
     group by v.uuid having sum(b.pieces) > v.stock limit ${MAX_CONFLICTS}`,
  );
  return rows;
}

/** Stores whose domain another one has taken since. */
async function sharedDomains(client: pg.ClientBase): Promise<Conflict[]> {
  const { rows } = await client.query<Conflict>(
    `select 'stores' as table, s.name as row, 'public_domain' as field, to_jsonb(s.public_domain) as made, to_jsonb(o.name) as now,
       'is the domain of another store' as reason, null as by
     from undoing u join stores s on s.uuid = (u.row_key ->> 'uuid')::uuid
       join stores o on o.uuid <> s.uuid and regexp_replace(lower(o.public_domain), '^www\\.', '') = regexp_replace(lower(s.public_domain), '^www\\.', '')
     where u.table_name = 'stores' and u.before ? 'public_domain' limit ${MAX_CONFLICTS}`,
  );
  return rows;
}

/** Products of which one price was changed since, so that the other one no longer goes with it. */
async function contradictoryPrices(client: pg.ClientBase): Promise<Conflict[]> {
  const { rows } = await client.query<Conflict>(
    `select 'products' as table, p.name as row, null as field, null as made, null as now, 'would contradict its prices' as reason, null as by
     from undoing u join products p on p.uuid = (u.row_key ->> 'uuid')::uuid
     where u.table_name = 'products' and u.operation = 'update' and u.before ?| '{price_agorot,deleted_price_agorot,deposit_agorot}'
       and (p.deposit_agorot > p.price_agorot or p.deleted_price_agorot <= p.price_agorot) limit ${MAX_CONFLICTS}`,
  );
  return rows;
}

/** Rows that would lead back to themselves: categories inside of each other, parts that replace each other. */
async function circles(
  client: pg.ClientBase,
  table: 'collections' | 'products',
  field: 'parent_uid' | 'replaced_by',
): Promise<Conflict[]> {
  const { rows } = await client.query<Conflict>(
    `with recursive restored as (select * from undoing where table_name = $1 and before ->> '${field}' is not null),
     above as (
       select t.uuid as row, t.${field} as next from restored c join ${table} t on t.uuid = (c.row_key ->> 'uuid')::uuid
       union select a.row, t.${field} from above a join ${table} t on t.uuid = a.next)
     select $1 as table, ${ROW_NAME} as row, null as field, null as made, null as now, 'would close a circle' as reason, null as by
     from restored c join above a on a.row = (c.row_key ->> 'uuid')::uuid and a.next = a.row limit ${MAX_CONFLICTS}`,
    [table],
  );
  return rows;
}

type RemovedPage = { kind: Linked; store: string; slug: string };

const ofStore = {
  pages: '',
  store: 't.store_uid',
  slug: 't.slug',
  isRow: "t.uuid = (c.row_key ->> 'uuid')::uuid",
};
/** SQL of the pages that rows `t` of a table have in stores, and of which rows `c` of an undo take one away. */
const PAGES: Record<Linked, typeof ofStore & { table: string }> = {
  page: { ...ofStore, table: 'content_pages' },
  post: { ...ofStore, table: 'posts' },
  category: { ...ofStore, table: 'collections' },
  assembly: {
    ...ofStore,
    table: 'assemblies',
    pages: 'join stores s on s.company_uid = t.company_uid',
    store: 's.uuid',
  },
  product: {
    ...ofStore,
    table: 'store_products',
    pages: 'join products p on p.uuid = t.product_uid',
    slug: 'p.slug',
    isRow: "t.store_uid = (c.row_key ->> 'store_uid')::uuid and t.product_uid = (c.row_key ->> 'product_uid')::uuid",
  },
};

/** What an undo is about to remove of what menus, the home page and redirects name by its address. */
export async function findRemovedPages(client: pg.ClientBase): Promise<RemovedPage[]> {
  const { rows } = await client.query<RemovedPage>(
    Object.entries(PAGES)
      .map(
        ([kind, { table, pages, store, slug, isRow }]) => `select '${kind}' as kind, ${store} as store, ${slug} as slug
         from undoing c join ${table} t on ${isRow} ${pages} where c.table_name = '${table}' and c.operation = 'insert'`,
      )
      .join(' union all '),
  );
  return rows;
}

/** Of the removed pages: those that something leads to, and that no other page of the same address stands for. */
async function deadLinks(client: pg.ClientBase, removedPages: RemovedPage[]): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const group of Map.groupBy(removedPages, ({ kind, store }) => `${kind} ${store}`).values()) {
    const [{ kind, store }] = group as [RemovedPage];
    const slugs = group.map((page) => page.slug);
    const foundLinks = await findLinks(databaseOn(client), store, kind, slugs);
    const links = new Map(foundLinks.toReversed().map((link) => [link.slug, link]));
    if (links.size === 0) continue;
    const { table, pages, store: ofPage, slug: address } = PAGES[kind];
    const { rows } = await client.query<{ slug: string }>(
      `select ${address} as slug from ${table} t ${pages} where ${ofPage} = $1 and ${address} = any($2)`,
      [store, [...links.keys()]],
    );
    for (const { slug } of rows) links.delete(slug);
    const noValues = { field: null, made: null, now: null };
    for (const { by, named, slug } of links.values())
      conflicts.push({ table, row: slug, ...noValues, reason: `is led to by ${by}`, by: named });
  }
  return conflicts;
}
