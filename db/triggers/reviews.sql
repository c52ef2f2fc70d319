-- Cards, pages and structured data of a product show its published reviews and questions.
create or replace function tell_review_change() returns trigger language plpgsql as $$
begin
  if 'published' in (old.state, new.state) then
    perform pg_notify('cache_versions', 'product:' || coalesce(new.product_uid, old.product_uid));
  end if;
  return null;
end $$;

create or replace trigger tell_change after insert or update or delete on product_reviews
for each row execute function tell_review_change();

create or replace trigger tell_change after insert or update or delete on product_questions
for each row execute function tell_review_change();
