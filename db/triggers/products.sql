-- Tells every process, as the transaction commits, what has changed of the goods, by the tags of db/cache-tags.ts.
create or replace function tell_product_change() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  is_ jsonb := to_jsonb(new);
  product uuid := case TG_TABLE_NAME when 'products' then is_ ->> 'uuid' else is_ ->> 'product_uid' end;
  tags text;
begin
  -- The count of last pieces alone, on which neither lists nor cards depend.
  if TG_TABLE_NAME = 'variants' and ((was ->> 'stock')::int > 0) = ((is_ ->> 'stock')::int > 0)
    and (was -> 'price_agorot', was -> 'deleted_price_agorot', was -> 'active')
      is not distinct from (is_ -> 'price_agorot', is_ -> 'deleted_price_agorot', is_ -> 'active') then
    perform pg_notify('cache_versions', 'stock:' || product);
    return null;
  end if;
  select string_agg(tag, ' ') into tags from (
    select 'product:' || product as tag
    union all select 'products:' || store_uid from store_products where product_uid = product
    union all select 'collection:' || collection_uid from collection_products where product_uid = product
    union all select 'shown:' || (is_ ->> 'store_uid') || one from unnest(array['', ':' || product]) one
      where was -> 'published' is distinct from is_ -> 'published') told;
  -- A notification has less than 8,000 bytes; an empty one drops everything.
  perform pg_notify('cache_versions', case when octet_length(tags) <= 7900 then tags else '' end);
  return null;
end $$;

create or replace trigger tell_change after update of price_agorot, deleted_price_agorot, price_on_request, stock_policy on products
for each row when (
  (old.price_agorot, old.deleted_price_agorot, old.price_on_request, old.stock_policy) is distinct from
  (new.price_agorot, new.deleted_price_agorot, new.price_on_request, new.stock_policy)
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
