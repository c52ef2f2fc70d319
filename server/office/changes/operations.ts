import type pg from 'pg';
import { OPERATION_COLUMN } from '#db/change-log.ts';
import { RuleRefusal } from '#db/operator-error.ts';
import { escapeLike } from '#db/sql.ts';
import { isUuid } from '#domain/text/uuid.ts';

type Queries = Pick<pg.ClientBase, 'query'> | pg.Pool;

export type Operation = {
  uuid: string;
  at: Date;
  actor: string;
  actor_kind: string;
  command: string;
  reason: string;
  details: Record<string, unknown>;
  undoes: string | null;
  undone_by: string | null;
  /** Rows by table and operation: `{ "products update": 300 }`. */
  rows: Record<string, number>;
};

export type Change = {
  table: string;
  row: string;
  key: Record<string, unknown>;
  operation: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

export type Filter = {
  store: string | null;
  entity: string | null;
  actor: string | null;
  since: string | null;
  until: string | null;
  limit: number;
};

const NO_CHANGE = 'השינוי לא נמצא';
const NOT_LOGGED = 'לא נמצא ביומן';

/** An undo that was undone itself undoes nothing. */
export const UNDONE_BY = `(select u.uuid from audit_log u where u.undoes = a.uuid
  and not exists (select from audit_log v where v.undoes = u.uuid) order by u.created_at desc limit 1)`;

const fields = `a.uuid, a.created_at as at, a.actor, a.actor_kind, a.command, a.reason, a.details, a.undoes, ${UNDONE_BY} as undone_by,
  (select coalesce(jsonb_object_agg(what, number), '{}') from (
     select table_name || ' ' || operation as what, count(*) as number from changes c where c.${OPERATION_COLUMN} = a.uuid group by 1) r) as rows`;

/** Descending by time. Days are Israel's, both included. @throws RuleRefusal for an unknown store or entity */
export async function listOperations(client: Queries, filter: Filter): Promise<Operation[]> {
  const db = client as pg.Pool;
  const { store, actor, since, until, limit } = filter;
  const entities = filter.entity === null ? null : await entityUids(client, filter.entity);
  const stores = await db.query<{ uuid: string }>('select uuid from stores where key = $1', [store]);
  if (store !== null && !stores.rows[0]) throw new RuleRefusal(`There is no store ${store}`, 'החנות לא נמצאה');
  const { rows } = await db.query<Operation>(
    `select ${fields} from audit_log a
     where ($1::text is null or a.details ->> 'store' = $1 or exists (
         select from changes c where c.${OPERATION_COLUMN} = a.uuid and (c.store_uid = $2
           or c.entity_uid in (select product_uid from store_products where store_uid = $2))))
       and ($3::uuid[] is null or exists (select from changes c where c.${OPERATION_COLUMN} = a.uuid and c.entity_uid = any($3)))
       and ($4::text is null or a.actor ilike '%' || $4 || '%')
       and (a.created_at at time zone 'Asia/Jerusalem')::date between coalesce($5::date, '-infinity') and coalesce($6::date, 'infinity')
     order by a.created_at desc, a.uuid limit $7`,
    [store, stores.rows[0]?.uuid ?? null, entities, actor === null ? null : escapeLike(actor), since, until, limit],
  );
  return rows;
}

/** An operation by its uuid, or the first eight or more characters of it. @throws RuleRefusal */
export async function findOperation(client: Queries, id: string): Promise<Operation> {
  if (!/^[\da-f][\da-f-]{7,35}$/i.test(id))
    throw new RuleRefusal('<id> is the id of a change, as `changes list` shows it', NO_CHANGE);
  const { rows } = await (client as pg.Pool).query<Operation>(
    `select ${fields} from audit_log a where a.uuid::text like $1 || '%' limit 2`,
    [id.toLowerCase()],
  );
  const [operation, second] = rows;
  if (!operation) throw new RuleRefusal(`There is no change ${id}`, NO_CHANGE);
  if (second) throw new RuleRefusal(`Several changes begin with ${id}: write more of it`, NO_CHANGE);
  return operation;
}

/** Of the row `c`: what operators call it in a command, or what staff call it. */
const rowName = (by: 'key' | 'name') => `coalesce(
  (select sku from variants v where v.uuid::text = c.row_key ->> 'uuid' and c.table_name = 'variants'),
  (select v.sku || ', ' || b.name from variants v, branches b
    where c.table_name = 'branch_stock' and v.uuid = c.entity_uid and b.uuid::text = c.row_key ->> 'branch_uid'),
  (select ${by === 'key' ? 'slug' : 'name'} from products p where p.uuid = c.entity_uid),
  (select sku from variants v where v.uuid = c.entity_uid),
  (select ${by === 'key' ? 'slug' : 'name'} from collections l where l.uuid = c.entity_uid),
  (select name from sales s where s.uuid = c.entity_uid),
  (select ${by === 'key' ? 'slug' : 'title'} from posts p where p.uuid = c.entity_uid),
  (select ${by === 'key' ? 'slug' : 'title'} from content_pages p where p.uuid = c.entity_uid),
  (select number from orders o where o.uuid = c.entity_uid),
  (select ${by} from branches b where b.uuid = c.entity_uid),
  (select ${by} from stores s where s.uuid in (c.entity_uid, c.store_uid) limit 1),
  ${by === 'key' ? '' : "c.before ->> 'title', c.before ->> 'name', "}c.before ->> 'slug', c.before ->> 'sku', c.before ->> 'name', c.row_key::text)`;
const ROW_KEY = rowName('key');
export const ROW_NAME = rowName('name');

/** Ascending by writing. */
export async function changesOf(client: Queries, operationUid: string, limit: number): Promise<Change[]> {
  const { rows } = await (client as pg.Pool).query<Change>(
    `select table_name as table, ${ROW_KEY} as row, row_key as key, operation, before, after
     from (select * from changes where ${OPERATION_COLUMN} = $1 order by id limit $2) c order by id`,
    [operationUid, limit],
  );
  return rows;
}

const kinds: Record<string, string> = {
  product: `select uuid from products where slug = $1 union select v.uuid from variants v join products p on p.uuid = v.product_uid where p.slug = $1`,
  sku: `select uuid from variants where sku = $1 union select product_uid from variants where sku = $1`,
  store: 'select uuid from stores where key = $1',
  category: 'select uuid from collections where slug = $1',
  page: 'select uuid from content_pages where slug = $1',
  post: 'select uuid from posts where slug = $1',
  sale: 'select uuid from sales where name = $1',
  branch: 'select uuid from branches where key = $1',
  order: `select uuid from orders where number = $1 union select p.uuid from payments p join orders o on o.uuid = p.order_uid where o.number = $1`,
};

/** `product:raam-barak-500`, also of a deleted one, or a uuid. */
async function entityUids(client: Queries, entity: string): Promise<string[]> {
  if (isUuid(entity)) return [entity];
  const [kind = '', name = ''] = entity.split(/:(.*)/s);
  const query = kinds[kind];
  if (!query)
    throw new RuleRefusal(
      `--entity is a uuid, or ${Object.keys(kinds).join(', ')} with a name: product:raam-barak-500`,
      NOT_LOGGED,
    );
  const db = client as pg.Pool;
  const existing = await db.query<{ uuid: string }>(query, [name.normalize('NFC')]);
  if (existing.rows.length > 0) return existing.rows.map(({ uuid }) => uuid);
  const deleted = await db.query<{ uuid: string }>(
    `select distinct entity_uid as uuid from changes
     where operation = 'delete' and $1 in (before ->> 'slug', before ->> 'sku', before ->> 'key', before ->> 'name')`,
    [name.normalize('NFC')],
  );
  if (deleted.rows.length === 0)
    throw new RuleRefusal(`There is no ${kind} ${name}, and the change log knows of none`, NOT_LOGGED);
  return deleted.rows.map(({ uuid }) => uuid);
}
