import type pg from 'pg';

/** `entity`: the column that names what a row belongs to. */
type Watched = {
  entity: string;
  /**
   * `content`: what operators write; kept whole, and can be undone. `records`: what happened with people and money;
   * only the columns named in `plain` are kept as they are, of others just that they changed. That can't be undone
   * here.
   */
  kind: 'content' | 'records';
  plain?: string[];
  /** Columns of `content` whose values are secret. */
  secret?: string[];
};

const content = (entity: string, secret: string[] = []): Watched => ({ entity, kind: 'content', secret });
const records = (entity: string, ...plain: string[]): Watched => ({ entity, kind: 'records', plain });

/** Tables whose changes are logged. */
export const WATCHED: Record<string, Watched> = {
  companies: content('uuid'),
  brands: content('uuid'),
  // A former signing key of a webhook stays a former one.
  stores: content('uuid', ['gate_hash', 'webhook_key_version']),
  template_settings: content('store_uid'),
  branches: content('uuid'),
  branch_stores: content('branch_uid'),
  delivery_types: content('uuid'),
  finance_plans: content('uuid'),
  products: content('uuid'),
  store_products: content('product_uid'),
  // A cost is shown only to people who may see costs.
  variants: content('product_uid', ['cost_agorot']),
  variant_values: content('variant_uid'),
  branch_stock: content('variant_uid'),
  product_images: content('product_uid'),
  product_specs: content('product_uid'),
  spec_templates: content('company_uid'),
  product_safety: content('product_uid'),
  product_faqs: content('product_uid'),
  product_relations: content('product_uid'),
  product_meta: content('product_uid'),
  configurator_groups: content('product_uid'),
  configurator_choices: content('product_uid'),
  configurator_rules: content('product_uid'),
  part_fits: content('part_uid'),
  assemblies: content('uuid'),
  assembly_vehicles: content('assembly_uid'),
  assembly_callouts: content('assembly_uid'),
  callout_parts: content('assembly_uid'),
  collections: content('uuid'),
  slug_history: content('entity_uid'),
  search_synonyms: content('store_uid'),
  menu_links: content('store_uid'),
  widgets: content('store_uid'),
  content_pages: content('uuid'),
  redirects: content('store_uid'),
  post_categories: content('uuid'),
  posts: content('uuid'),
  sales: content('uuid'),
  coupons: content('sale_uid'),
  customers: records('uuid', 'store_uid', 'email_verified_at', 'erased_at'),
  addresses: records('customer_uid', 'customer_uid', 'is_main'),
  consents: records('customer_uid', 'customer_uid', 'kind', 'given'),
  leads: records(
    'uuid',
    'store_uid',
    'kind',
    'source',
    'product_uid',
    'marketing_consent',
    'state',
    'owner_uid',
    'created_at',
  ),
  bookings: records(
    'uuid',
    ...[
      'store_uid',
      'branch_uid',
      'service',
      'product_uid',
      'order_uid',
      'starts_at',
      'ends_at',
      'seat',
      'cancelled_at',
      'no_show_at',
    ],
  ),
  subscribers: records('uuid', 'store_uid', 'confirmed_at', 'unsubscribed_at'),
  stock_subscriptions: records('variant_uid', 'store_uid', 'variant_uid', 'channel'),
  orders: records(
    'uuid',
    ...['store_uid', 'customer_uid', 'number', 'status', 'payment_status', 'payment_method', 'payments_count'],
    ...['delivery_type_uid', 'delivery_name', 'branch_uid', 'lines_agorot', 'discount_agorot', 'delivery_agorot'],
    ...['total_agorot', 'due_agorot', 'hold_until', 'stock_held', 'paid_at', 'erased_at'],
    ...['placed_by_uid', 'owner_uid', 'deadline_at', 'promised_at'],
  ),
  order_lines: records(
    'order_uid',
    ...['order_uid', 'product_uid', 'variant_uid', 'name', 'sku', 'quantity', 'price_agorot', 'discount_agorot'],
    'stock_taken',
  ),
  order_discounts: records('order_uid', 'order_uid', 'sale_uid', 'sale_name', 'amount_agorot'),
  order_consents: records('order_uid', 'order_uid', 'kind'),
  payments: records(
    'order_uid',
    ...['order_uid', 'provider', 'capture', 'status', 'amount_agorot', 'refunded_agorot', 'payments_count'],
    ...['review_reason', 'review_resolved_at', 'review_outcome', 'taken_agorot', 'taken_as', 'settled_at'],
  ),
  refunds: records('payment_uid', 'payment_uid', 'amount_agorot', 'status', 'actor', 'settled_at'),
  documents: records(
    'order_uid',
    'order_uid',
    'payment_uid',
    'provider',
    'kind',
    'number',
    'total_agorot',
    'issued_at',
  ),
  vat_rates: content('uuid'),
  roles: content('uuid'),
  staff: records('uuid', 'status', 'created_at'),
  staff_roles: records('staff_uid', 'staff_uid', 'role_uid', 'store_uid'),
  staff_passkeys: records('staff_uid', 'staff_uid', 'created_at'),
  api_keys: records('uuid', 'name', 'permissions', 'refund_limit_agorot', 'made_by_uid', 'expires_at', 'revoked_at'),
  api_key_stores: records('key_uid', 'key_uid', 'store_uid'),
  approvals: records('entity_uid', 'call', 'store_uid', 'entity_kind', 'status', 'amount_agorot', 'decided_at'),
  notes: records('entity_uid', 'entity_kind', 'store_uid'),
  tasks: records('entity_uid', 'entity_kind', 'store_uid', 'assignee_uid', 'due_at', 'done_at'),
  lead_answers: records('lead_uid', 'lead_uid', 'channel'),
  booking_blocks: content('branch_uid'),
  // What staff decide and answer is undone like other content; whose words they are stays out of the log.
  product_reviews: content('uuid', ['phone', 'author', 'text']),
  product_questions: content('uuid', ['customer_uid', 'author', 'email', 'text']),
  shipments: records('order_uid', 'order_uid', 'carrier', 'shipped_at', 'delivered_at'),
  shipment_lines: records('shipment_uid', 'order_line_uid', 'quantity'),
  refund_lines: records(
    'refund_uid',
    ...[
      'order_line_uid',
      'quantity',
      'sent',
      'units',
      'amount_agorot',
      'cost_agorot',
      'restock',
      'restock_to',
      'restocked_at',
    ],
  ),
  order_vehicles: records('order_line_uid', 'unit'),
  handover_steps: records('order_uid', 'title', 'position', 'task', 'sent_at', 'refused_at', 'done_at'),
  order_files: records('order_uid', 'order_uid', 'type', 'bytes', 'from_buyer'),
  order_signatures: records('order_uid', 'order_uid', 'drawn', 'text_version', 'signed_at'),
  trade_ins: records(
    'uuid',
    ...['store_uid', 'product_uid', 'state', 'state_at', 'year', 'table_low_agorot', 'table_high_agorot', 'low_agorot'],
    ...['high_agorot', 'expires_at', 'owner_uid', 'proved_at', 'created_at'],
  ),
  order_trade_ins: records(
    'order_uid',
    ...['product_uid', 'low_agorot', 'high_agorot', 'credit_agorot', 'state', 'confirmed_agorot', 'decided_at'],
  ),
};

/** Why rows that follow from others are not logged. */
export const DERIVED = 'made of other tables';

/**
 * Tables whose changes are not, and why. A command that writes to them alone says what it did in `audit_log`
 * (server/platform/note-operation.ts).
 */
export const UNWATCHED: Record<string, string> = {
  ...because(DERIVED, 'collection_products', 'search_documents', 'search_terms', 'search_numbers'),
  ...because('a log itself', 'audit_log', 'changes', 'order_history', 'stock_movements'),
  ...because('the list of the state, replaced as a whole', 'settlements', 'streets'),
  ...because('a queue, whose states are of deliveries', 'outbox', 'review_invitations'),
  ...because(
    'counters and what runs out',
    'limit_hits',
    'redirect_misses',
    'idempotency_keys',
    'office_keys',
    'finance_quotes',
    'plate_answers',
  ),
  ...because('numbers of documents', 'document_series'),
  ...because('of signing in; secret', 'customer_tokens', 'otp_codes', 'login_tickets', 'customer_identities'),
  ...because('of signing in; secret', 'password_links'),
  ...because('of staff signing in; secret', 'staff_sessions', 'staff_tickets', 'staff_recovery_codes', 'staff_devices'),
  ...because('staff’s own', 'saved_views'),
  ...because('changes nothing until it is published, which is logged as what it changes', 'drafts', 'draft_steps'),
  ...because('imports and exports on their way; what they write is logged', 'transfers', 'transfer_parts'),
  ...because(
    'shoppers’ own',
    'customer_images',
    'review_photos',
    'trade_in_photos',
    'favorites',
    'favorite_alerts',
    'garage_vehicles',
    'garage_reminders',
    'cart_lines',
    'saved_configurations',
    'saved_quotes',
    'stock_alert_recipients',
  ),
  ...because('shoppers’ own', 'configurations'),
};

function because(reason: string, ...tables: string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, reason]));
}

/** Columns that count or repeat, or say when a job looks again: a change of these alone is none. */
const SILENT = [
  'updated_at',
  'uses',
  'next_check_at',
  'checks',
  'ask_at',
  'remind_at',
  'reminded_at',
  'asked',
  'asked_at',
  'last_sign_in_at',
  'last_used_at',
];

/** Stands where a value is not kept. */
export const HIDDEN = '•••';

/**
 * An operation in the database: the column of `changes`, the function that answers the transaction's operation, and the
 * setting that holds a connection's. Processes of earlier releases use the same names.
 */
export const OPERATION_COLUMN = 'deed_uid';
export const CURRENT_OPERATION = 'change_deed()';
export const OPERATION_SETTING = 'storefront.deed';

const functions = `
create or replace function ${CURRENT_OPERATION} returns uuid language plpgsql as $$
declare operation_uid uuid := nullif(current_setting('${OPERATION_SETTING}', true), '')::uuid;
begin
  if operation_uid is null then
    operation_uid := gen_random_uuid();
    perform set_config('${OPERATION_SETTING}', operation_uid::text, true);
  end if;
  insert into audit_log (uuid, actor, actor_kind, command, reason) values (
    operation_uid,
    coalesce(nullif(current_setting('storefront.actor', true), ''), 'database:' || session_user),
    coalesce(nullif(current_setting('storefront.actor_kind', true), ''), 'database'),
    coalesce(nullif(current_setting('storefront.source', true), ''), 'statement'),
    coalesce(current_setting('storefront.reason', true), '')
  ) on conflict (uuid) do nothing;
  return operation_uid;
end $$;

create or replace function change_key(row_ jsonb, columns text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(name, row_ -> name) from unnest(columns) name
$$;

create or replace function change_values(row_ jsonb, plain text[], secret text[]) returns jsonb language sql immutable as $$
  select case when plain is null and secret is null then row_ else (
    select jsonb_object_agg(key, case when value = 'null' or (plain is null or key = any(plain)) and (secret is null or key <> all(secret))
      then value else to_jsonb('${HIDDEN}'::text) end) from jsonb_each(row_)) end
$$;

create or replace function log_changes() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  entity text := TG_ARGV[0];
  keys text[] := string_to_array(TG_ARGV[1], ',');
  plain text[] := string_to_array(nullif(TG_ARGV[2], ''), ',');
  secret text[] := string_to_array(nullif(TG_ARGV[3], ''), ',');
  of_store text := case TG_TABLE_NAME when 'stores' then 'uuid' else 'store_uid' end;
begin
  if TG_OP = 'INSERT' then
    if not exists (select from new_rows) then return null; end if;
    insert into changes (${OPERATION_COLUMN}, table_name, row_key, entity_uid, store_uid, operation)
    select operation_uid, TG_TABLE_NAME, change_key(j, keys), (j ->> entity)::uuid, (j ->> of_store)::uuid, 'insert'
    from (select ${CURRENT_OPERATION} as operation_uid offset 0) current_operation, (select to_jsonb(n) as j from new_rows n) rows;
  elsif TG_OP = 'DELETE' then
    if not exists (select from old_rows) then return null; end if;
    insert into changes (${OPERATION_COLUMN}, table_name, row_key, entity_uid, store_uid, operation, before)
    select operation_uid, TG_TABLE_NAME, change_key(j, keys), (j ->> entity)::uuid, (j ->> of_store)::uuid, 'delete', change_values(j, plain, secret)
    from (select ${CURRENT_OPERATION} as operation_uid offset 0) current_operation, (select to_jsonb(o) as j from old_rows o) rows;
  else
    with old_ as (select to_jsonb(o) as j from old_rows o), new_ as (select to_jsonb(n) as j from new_rows n),
    pairs as (
      select old_.j as o, new_.j as n from old_ full join new_ on change_key(old_.j, keys) = change_key(new_.j, keys)
      where old_.j is distinct from new_.j
    ),
    written as (
      select o, n, 'update' as operation,
        (select jsonb_object_agg(key, value) from jsonb_each(o) where n -> key is distinct from value and key <> all('{${SILENT}}'::text[])) as before,
        (select jsonb_object_agg(key, value) from jsonb_each(n) where o -> key is distinct from value and key <> all('{${SILENT}}'::text[])) as after
      from pairs where o is not null and n is not null
      union all
      select o, n, case when n is null then 'delete' else 'insert' end, o, null from pairs where o is null or n is null
    ),
    logged as (select * from written where before is not null or operation = 'insert')
    insert into changes (${OPERATION_COLUMN}, table_name, row_key, entity_uid, store_uid, operation, before, after)
    select operation_uid, TG_TABLE_NAME, change_key(coalesce(n, o), keys), (coalesce(n, o) ->> entity)::uuid, (coalesce(n, o) ->> of_store)::uuid,
      operation, change_values(before, plain, secret), change_values(after, plain, secret)
    -- An update that changes nothing is no operation: the function writes one whenever it is called.
    from logged, (select ${CURRENT_OPERATION} as operation_uid where exists (select from logged) offset 0) current_operation;
  end if;
  return null;
end $$;

create or replace function keep_changes() returns trigger language plpgsql as $$
begin
  -- Retention and erasure say so in their transaction (jobs/forget-changes.ts, privacy/erase.ts). Nothing empties a table as a whole.
  if TG_OP <> 'TRUNCATE' and current_setting('storefront.forgetting', true) = 'on' then return coalesce(new, old); end if;
  raise exception '% is only added to', TG_TABLE_NAME;
end $$;
`;

/**
 * Statement triggers: a batch of an import is one statement, and one insert here. What the shop does for shoppers is
 * passed over.
 */
function triggersOf(table: string, { entity, plain = [], secret = [] }: Watched, key: string[]): string {
  const args = [entity, key.join(), plain.join(), secret.join()].map((text) => `'${text}'`).join(', ');
  const when = `when (current_setting('storefront.actor_kind', true) is distinct from 'shop')`;
  const each = (event: string, rows: string) =>
    `create or replace trigger log_${event} after ${event} on ${table} referencing ${rows} for each statement ${when} execute function log_changes(${args});`;
  return [
    each('insert', 'new table as new_rows'),
    each('update', 'old table as old_rows new table as new_rows'),
    each('delete', 'old table as old_rows'),
  ].join('\n');
}

const guards = `
create or replace trigger only_added before update or delete on changes for each row execute function keep_changes();
create or replace trigger only_added before delete or update of uuid, actor, actor_kind, created_at on audit_log for each row execute function keep_changes();
create or replace trigger never_emptied before truncate on changes for each statement execute function keep_changes();
create or replace trigger never_emptied before truncate on audit_log for each statement execute function keep_changes();
`;

/** Columns that tell a row from others: its primary key, or else its unique columns. */
const KEYS = `
  select t.relname as table, array(select a.attname::text from unnest(c.conkey) with ordinality k (number, place)
    join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by k.place) as key
  from pg_class t join lateral (
    select conkey from pg_constraint where conrelid = t.oid and contype in ('p', 'u') order by contype, conname limit 1) c on true
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'`;

/** The columns that tell a row of each table from others. */
export async function rowKeys(client: Pick<pg.ClientBase, 'query'>): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; key: string[] }>(KEYS);
  return new Map(rows.map(({ table, key }) => [table, key]));
}

/** The functions of the change log, and the triggers of every watched table. */
export async function changeLogStatements(client: pg.ClientBase): Promise<string> {
  const keys = await rowKeys(client);
  const triggers = Object.entries(WATCHED).map(([table, watched]) => triggersOf(table, watched, keys.get(table) ?? []));
  return [functions, ...triggers, guards].join('\n');
}
