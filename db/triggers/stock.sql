-- Keeps every change of a variant's stock, with what it was and who made it (the settings of db/actor.ts).
create or replace function keep_stock_movement() returns trigger language plpgsql as $$
declare
  actor_kind text := coalesce(nullif(current_setting('storefront.actor_kind', true), ''), 'database');
  source text := split_part(coalesce(current_setting('storefront.source', true), ''), ' ', 1);
begin
  insert into stock_movements (variant_uid, before, after, kind, actor, reason) values (
    new.uuid, old.stock, new.stock,
    case
      when source = 'stock.receive' then 'receipt'
      when source in ('stock.count', 'stock', 'products.bulk') then 'count'
      when source = 'import' then 'import'
      when source in ('changes.undo', 'changes') then 'undo'
      when actor_kind in ('shop', 'job') or source like 'orders.%' or source in ('orders', 'approvals.approve', 'payments')
        then case when new.stock < old.stock then 'sale' else 'return' end
      else 'other' end,
    coalesce(nullif(current_setting('storefront.actor', true), ''), 'database:' || session_user),
    coalesce(current_setting('storefront.reason', true), ''));
  return null;
end $$;

create or replace trigger keep_movement after update of stock on variants
for each row when (old.stock is distinct from new.stock) execute function keep_stock_movement();
