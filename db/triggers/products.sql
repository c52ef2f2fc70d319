-- Names the product whose price, stock state or visibility has changed to every process (server/platform/cache.ts), as the
-- transaction commits.
create or replace function tell_product_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('product_changes', case TG_TABLE_NAME when 'products' then to_jsonb(new) ->> 'uuid' else to_jsonb(new) ->> 'product_uid' end);
  return null;
end $$;

create or replace trigger tell_change after update of price_agorot, deleted_price_agorot, stock_policy on products
for each row when (
  (old.price_agorot, old.deleted_price_agorot, old.stock_policy) is distinct from
  (new.price_agorot, new.deleted_price_agorot, new.stock_policy)
) execute function tell_product_change();

create or replace trigger tell_change after update of published, price_agorot, deleted_price_agorot on store_products
for each row when (
  (old.published, old.price_agorot, old.deleted_price_agorot) is distinct from
  (new.published, new.price_agorot, new.deleted_price_agorot)
) execute function tell_product_change();

-- Cached pages show how many pieces are left when there are three or fewer: each of these counts is a change, too.
create or replace trigger tell_change after update of stock, price_agorot, deleted_price_agorot, active on variants
for each row when (
  (least(old.stock, 4), old.price_agorot, old.deleted_price_agorot, old.active) is distinct from
  (least(new.stock, 4), new.price_agorot, new.deleted_price_agorot, new.active)
) execute function tell_product_change();
