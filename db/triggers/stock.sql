-- One movement of a place, which without a branch is the central warehouse. Rows that an undo, a transfer or an import changes one by
-- one are one movement of the place: `created_at` is when the transaction began.
create or replace function add_stock_movement(variant uuid, branch uuid, was integer, is_ integer, kind_ text, order_ uuid) returns void
language plpgsql as $$
declare merged bigint;
begin
  if was = is_ then return; end if;
  if kind_ in ('undo', 'transfer', 'import') then
    update stock_movements set after = is_, before = is_ - (after - before + is_ - was)
    where variant_uid = variant and branch_uid is not distinct from branch and kind = kind_ and created_at = now() returning id into merged;
    delete from stock_movements where id = merged and before = after;
    if merged is not null then return; end if;
  end if;
  insert into stock_movements (variant_uid, branch_uid, order_uid, before, after, kind, actor, reason) values (
    variant, branch, order_, was, is_, kind_,
    coalesce(nullif(current_setting('storefront.actor', true), ''), 'database:' || session_user),
    coalesce(current_setting('storefront.reason', true), ''));
end $$;

-- Adds the pieces to a branch, or takes them from it: the CHECK refuses what isn't there.
create or replace function move_branch_stock(variant uuid, branch uuid, change integer, kind_ text, order_ uuid) returns void
language plpgsql as $$
declare left_ integer;
begin
  if change = 0 then return; end if;
  -- The CHECK is asked of a proposed row before a conflict is found, so that what is taken is no insertion.
  if change < 0 then
    update branch_stock set pieces = pieces + change where variant_uid = variant and branch_uid = branch returning pieces into strict left_;
  else
    insert into branch_stock as b (variant_uid, branch_uid, pieces) values (variant, branch, change)
    on conflict (variant_uid, branch_uid) do update set pieces = b.pieces + change returning pieces into left_;
  end if;
  perform add_stock_movement(variant, branch, left_ - change, left_, kind_, order_);
end $$;

-- Keeps every change of a variant's stock, with who made it (the settings of db/actor.ts), and says at which places it is.
-- What `storefront.places` names goes there (`{ variant: { branch or "warehouse": change } }`, each variant once). The rest of what an order
-- (`storefront.order`) gives back goes to the branches that it came from; the rest of what it takes comes from its own branch, then as
-- everything else from the warehouse, then from the branch with most. Whoever writes holds the variant's lock, so its places stand still.
create or replace function keep_stock_movement() returns trigger language plpgsql as $$
declare
  actor_kind text := coalesce(nullif(current_setting('storefront.actor_kind', true), ''), 'database');
  source text := split_part(coalesce(current_setting('storefront.source', true), ''), ' ', 1);
  undoing boolean := coalesce(current_setting('storefront.undoing', true), '') = 'on';
  order_ uuid := nullif(current_setting('storefront.order', true), '')::uuid;
  places jsonb := nullif(current_setting('storefront.places', true), '')::jsonb;
  kind_ text := case
    when undoing then 'undo'
    when source = 'stock.receive' then 'receipt'
    when source in ('stock.count', 'stock', 'products.bulk') then 'count'
    when source = 'import' then 'import'
    when order_ is not null or actor_kind in ('shop', 'job') or source like 'orders.%' or source in ('orders', 'approvals.approve', 'payments')
      then case when new.stock < old.stock then 'sale' else 'return' end
    else 'other' end;
  rest integer := new.stock - old.stock;
  at_branches integer;
  -- What it had before.
  warehouse integer;
  place record;
  part integer;
begin
  select sum(pieces) into at_branches from branch_stock where variant_uid = new.uuid;
  warehouse := old.stock - coalesce(at_branches, 0);
  -- An undo puts the branches back itself, row by row.
  if not undoing and (at_branches is not null or places ? new.uuid::text) then
    perform set_config('storefront.moving', 'on', true);
    for place in
      select asked.name, asked.change::integer as change from jsonb_each_text(coalesce(places -> new.uuid::text, '{}')) asked (name, change)
      where asked.name = 'warehouse' or exists (select from branches where uuid = asked.name::uuid)
    loop
      if place.name <> 'warehouse' then perform move_branch_stock(new.uuid, place.name::uuid, place.change, kind_, order_); end if;
      rest := rest - place.change;
    end loop;
    perform set_config('storefront.places', coalesce((places - new.uuid::text)::text, ''), true);
    for place in
      select m.branch_uid as uuid, sum(m.before - m.after)::integer as pieces from stock_movements m
      where rest > 0 and m.order_uid = order_ and m.variant_uid = new.uuid and m.branch_uid is not null
      group by m.branch_uid having sum(m.before - m.after) > 0 order by 2 desc, 1
    loop
      part := least(rest, place.pieces);
      perform move_branch_stock(new.uuid, place.uuid, part, kind_, order_);
      rest := rest - part;
    end loop;
    for place in
      select b.branch_uid as uuid, b.pieces, case when b.branch_uid = o.branch_uid then 0 else 2 end as turn
      from branch_stock b left join orders o on o.uuid = order_ where rest < 0 and b.variant_uid = new.uuid and b.pieces > 0
      union all select null, warehouse, 1 where rest < 0 and warehouse > 0
      order by turn, pieces desc, uuid
    loop
      part := least(-rest, place.pieces);
      if place.uuid is not null then perform move_branch_stock(new.uuid, place.uuid, -part, kind_, order_); end if;
      rest := rest + part;
    end loop;
    perform set_config('storefront.moving', '', true);
  end if;
  perform add_stock_movement(new.uuid, null, warehouse, new.stock - coalesce((select sum(pieces) from branch_stock where variant_uid = new.uuid), 0)::integer, kind_, order_);
  return null;
end $$;

create or replace trigger keep_movement after update of stock on variants
for each row when (old.stock is distinct from new.stock) execute function keep_stock_movement();

-- Pieces that go to a branch come from the warehouse, and the other way round; between branches both rows are one statement. Refuses more
-- pieces at branches than there are: an undo, which restores row by row, looks itself at its end (server/office/changes/undo.ts).
create or replace function keep_branch_movement() returns trigger language plpgsql as $$
declare
  variant uuid := coalesce(new.variant_uid, old.variant_uid);
  branch uuid := coalesce(new.branch_uid, old.branch_uid);
  was integer := coalesce(old.pieces, 0);
  is_ integer := coalesce(new.pieces, 0);
  undoing boolean := coalesce(current_setting('storefront.undoing', true), '') = 'on';
  kind_ text := case when undoing then 'undo' when split_part(current_setting('storefront.source', true), ' ', 1) = 'import' then 'import' else 'transfer' end;
  warehouse integer;
begin
  if was = is_ then return null; end if;
  -- Locked by a statement of its own: only the next one sees what the one who held it has written.
  perform from variants where uuid = variant for no key update;
  -- A variant or branch that is deleted takes its movements with it.
  if not found or not exists (select from branches where uuid = branch) then return null; end if;
  select v.stock - coalesce((select sum(b.pieces) from branch_stock b where b.variant_uid = variant), 0) into warehouse
  from variants v where v.uuid = variant;
  if warehouse < 0 and not undoing then
    raise exception 'more pieces of % at branches than there are', variant using errcode = '23514', constraint = 'branch_stock_within_stock';
  end if;
  perform add_stock_movement(variant, branch, was, is_, kind_, null);
  perform add_stock_movement(variant, null, warehouse + is_ - was, warehouse, kind_, null);
  return null;
end $$;

create or replace trigger keep_movement after insert or update of pieces or delete on branch_stock
for each row when (current_setting('storefront.moving', true) is distinct from 'on') execute function keep_branch_movement();

-- Pages of a product say at which branches it is.
create or replace function tell_branch_stock() returns trigger language plpgsql as $$
begin
  if (coalesce(old.pieces, 0) > 0) <> (coalesce(new.pieces, 0) > 0) then
    perform pg_notify('cache_versions', 'stock:' || product_uid) from variants where uuid = coalesce(new.variant_uid, old.variant_uid);
  end if;
  return null;
end $$;

create or replace trigger tell_change after insert or update of pieces or delete on branch_stock
for each row execute function tell_branch_stock();
