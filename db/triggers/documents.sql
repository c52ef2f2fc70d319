-- An issued document never changes. A mistake is corrected by a credit and a new document.
create or replace function refuse_document_change() returns trigger language plpgsql as $$
begin
  raise exception 'documents are never changed or deleted' using errcode = 'integrity_constraint_violation';
end $$;

create or replace trigger unchanging before update or delete on documents
for each row execute function refuse_document_change();

create or replace trigger unemptied before truncate on documents
for each statement execute function refuse_document_change();
