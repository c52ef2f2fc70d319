-- Tells every process, as the transaction commits, what operators have changed, by the tags of db/cache-tags.ts. An argument is
-- `prefix:column`, or a tag that stands for itself. The bulk of a catalogue is told by whoever writes it (`invalidateCatalogues`).
create or replace function tell_tags() returns trigger language plpgsql as $$
declare
  was jsonb := case when TG_OP <> 'INSERT' then to_jsonb(old) end;
  is_ jsonb := case when TG_OP <> 'DELETE' then to_jsonb(new) end;
  row_ jsonb;
begin
  if was = is_ then return null; end if;
  foreach row_ in array array[was, is_] loop
    continue when row_ is null;
    for i in 0 .. TG_NARGS - 1 loop
      perform pg_notify('cache_versions', case when TG_ARGV[i] like '%:%'
        then split_part(TG_ARGV[i], ':', 1) || ':' || (row_ ->> split_part(TG_ARGV[i], ':', 2)) else TG_ARGV[i] end);
    end loop;
  end loop;
  return null;
end $$;

-- Where nothing but its home page has changed, a store's other pages stay.
create or replace trigger tell_change after insert or delete on stores
for each row execute function tell_tags('stores', 'settings:uuid');
create or replace trigger tell_update after update on stores
for each row when (to_jsonb(old) - 'home' is distinct from to_jsonb(new) - 'home')
execute function tell_tags('stores', 'settings:uuid');
create or replace trigger tell_home after update on stores
for each row when (old.home is distinct from new.home) execute function tell_tags('home:uuid');

create or replace trigger tell_change after insert or update or delete on template_settings
for each row execute function tell_tags('stores', 'settings:store_uid');

create or replace trigger tell_change after insert or update or delete on companies
for each row execute function tell_tags('settings:uuid');

create or replace trigger tell_change after insert or update or delete on brands
for each row execute function tell_tags('settings:company_uid');

create or replace trigger tell_change after insert or update or delete on branches
for each row execute function tell_tags('settings:company_uid');

create or replace trigger tell_change after insert or update or delete on branch_stores
for each row execute function tell_tags('settings:store_uid');

create or replace trigger tell_change after insert or update or delete on menu_links
for each row execute function tell_tags('settings:store_uid');

create or replace trigger tell_change after insert or update or delete on widgets
for each row execute function tell_tags('settings:store_uid');

create or replace trigger tell_change after insert or update or delete on delivery_types
for each row execute function tell_tags('settings:store_uid');

create or replace trigger tell_change after insert or update or delete on finance_plans
for each row execute function tell_tags('settings:store_uid');

create or replace trigger tell_change after insert or update or delete on search_synonyms
for each row execute function tell_tags('settings:store_uid');

create or replace trigger tell_change after insert or update or delete on content_pages
for each row execute function tell_tags('texts:store_uid', 'text:uuid');

create or replace trigger tell_change after insert or update or delete on post_categories
for each row execute function tell_tags('texts:store_uid');

create or replace trigger tell_change after insert or update or delete on posts
for each row execute function tell_tags('texts:store_uid', 'text:uuid');

-- `uses`, which orders update, is not among the columns: it is read anew each time.
create or replace trigger tell_change after insert or delete or update of
  name, kind, amount, terms, min_sum_agorot, min_quantity, starts_at, ends_at, uses_limit, uses_per_customer, exclusive, priority,
  by_coupon, active
on sales
for each row execute function tell_tags('sales:store_uid');
