-- Processes cache the sales of a store (server/platform/cache.ts). `uses` is not among the columns: it is read anew each time.
create or replace function tell_sales_change() returns trigger language plpgsql as $$
begin
  notify cache_versions;
  return null;
end $$;

create or replace trigger tell_change after insert or delete or update of
  name, kind, amount, terms, min_sum_agorot, min_quantity, starts_at, ends_at, uses_limit, uses_per_customer, exclusive, priority,
  by_coupon, active
on sales for each statement execute function tell_sales_change();
